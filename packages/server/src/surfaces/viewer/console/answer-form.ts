import { BYTE_LIMITS, FORM_LIMITS, OPERATIONS, type Operation } from '@colophon/contract'
import { requireAccess } from '../../../core/authority.ts'
import { Problem } from '../../../core/problem.ts'
import { requireOwnOrigin } from '../../../road/browser.ts'
import { identify } from '../../../road/caller.ts'
import { invoke } from '../../../road/invoke.ts'
import { readRaw } from '../../http/read-body.ts'
import { answerWithConsolePage, answerWithPlace } from './answers.ts'
import { bringBody } from './bring-body.ts'
import type { Arrival } from './console-route.ts'
import {
  type AnyForm,
  type ConsolePage,
  fillPath,
  type Led,
  type Sheet,
  type SignedIn,
} from './definitions.ts'
import { answerWithKept } from './kept.ts'
import { withMoreRows } from './more-rows.ts'
import { openVisit } from './open-visit.ts'
import { type PostedForm, parseForm, tooLongToShow, withValues } from './posted-form.ts'
import { shell } from './shell.ts'

interface Posted extends Arrival {
  readonly page: ConsolePage
  readonly form: AnyForm
  readonly typed: PostedForm
}

/** Takes a form: the act leads on, and what is refused is shown again as it was typed. */
export async function answerForm(held: Pick<Posted, 'page' | 'form'>, arrival: Arrival): Promise<void> {
  const typed = await readForm(arrival, await mostBytes(held.form, arrival))
  const credential = { ...arrival.credential, csrfToken: typed.first('csrf_token') }
  const posted = { ...arrival, ...held, typed, credential }
  try {
    const visit = await openVisit(held.page, posted)
    const again = typed.first('again')
    if (again !== null) await showAgain(posted, visit, again)
    else await answerAct(posted, visit)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await answerWithKept(posted, error)
  }
}

/** Read before it is known who sent it, so that nothing typed is lost; that this site's own page did is known. */
export async function readForm(
  { exchange, credential }: Arrival,
  limit: number = FORM_LIMITS.bytes,
): Promise<PostedForm> {
  requireOwnOrigin(exchange.app, credential)
  const wanted = { media: 'application/x-www-form-urlencoded', limit }
  return parseForm(await readRaw(exchange.message, wanted))
}

/** What strangers may bring; a large form may bring more for whoever its operation is open to. */
async function mostBytes({ operation, isLarge }: AnyForm, arrival: Arrival): Promise<number> {
  if (!isLarge) return FORM_LIMITS.bytes
  const { access, bodyLimit = 'request' }: Operation = OPERATIONS[operation]
  try {
    requireAccess(access, await identify(arrival.exchange.app, arrival.credential))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return FORM_LIMITS.bytes
  }
  return FORM_LIMITS.bytes + FORM_LIMITS.bytesForOne * BYTE_LIMITS[bodyLimit]
}

async function answerAct(posted: Posted, visit: SignedIn): Promise<void> {
  const { exchange, page } = posted
  try {
    const done = await act(posted, visit)
    if ('to' in done) return answerWithPlace(exchange, noticed(done))
    await answerWithConsolePage(exchange, shell(page, done, visit), { status: 200 })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await showTyped(posted, visit, error)
  }
}

/** One call of the form's operation, by the road that every call takes. */
async function act({ form, typed, credential, exchange }: Posted, visit: SignedIn): Promise<Led | Sheet> {
  const operation: Operation = OPERATIONS[form.operation]
  const names = Object.keys(operation.params ?? {})
  const outcome = await invoke(exchange.app, {
    operation: form.operation,
    params: Object.fromEntries(names.map((name) => [name, visit.params[name] ?? ''])),
    query: {},
    credential,
    idempotencyKey: typed.first('idempotency_key'),
    requestId: exchange.requestId,
    network: null,
    readBody: async (limit) => bringBody(form, typed, limit),
  })
  // The road has trimmed it to the schema of the form's own operation.
  return form.done(outcome.body as never, visit)
}

/** What another button of the form asks for; what it is refused is said like every refusal. */
async function showAgain(posted: Posted, visit: SignedIn, button: string): Promise<void> {
  try {
    await showTyped({ ...posted, typed: await pressed(posted, visit, button) }, visit, null)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await showTyped(posted, visit, error)
  }
}

function pressed({ form, typed }: Posted, visit: SignedIn, button: string) {
  const [name = '', ...rest] = button.split(' ')
  const value = rest.join(' ')
  if (name === 'more') return withMoreRows(form.fields, typed, value)
  return form.again?.[name]?.(typed, { visit, value }) ?? typed
}

/** The page with the form as typed, but for what is very long. Where the page is refused too, it is the act's refusal that is told. */
async function showTyped(posted: Posted, visit: SignedIn, failed: Problem | null): Promise<void> {
  const { exchange, page, form, typed } = posted
  const leftOut = tooLongToShow(typed)
  const attempt = {
    form,
    typed: withValues(typed, Object.fromEntries(leftOut.map((name) => [name, []]))),
    leftOut,
    action: fillPath(form.path, visit.params),
    problem: failed,
  }
  const attempted = { ...visit, attempt }
  const sheet = await showOr(failed, () => page.show(attempted))
  await answerWithConsolePage(exchange, shell(page, sheet, attempted), { status: failed?.status ?? 200 })
}

async function showOr(failed: Problem | null, show: () => Promise<Sheet> | Sheet): Promise<Sheet> {
  try {
    return await show()
  } catch (error) {
    throw failed !== null && error instanceof Problem ? failed : error
  }
}

function noticed({ to, notice }: Led): string {
  return `${to}${to.includes('?') ? '&' : '?'}notice=${notice}`
}
