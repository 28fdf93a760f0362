import { FORM_LIMITS, OPERATIONS, type Operation } from '@colophon/contract'
import { Problem, problem } from '../../../core/problem.ts'
import { requireOwnOrigin } from '../../../road/browser.ts'
import { invoke } from '../../../road/invoke.ts'
import { readRaw } from '../../http/read-body.ts'
import { answerWithConsolePage, answerWithPlace } from './answers.ts'
import type { Arrival } from './console-route.ts'
import {
  type AnyForm,
  type ConsolePage,
  fillPath,
  type Led,
  type Sheet,
  type SignedIn,
} from './definitions.ts'
import { bodyOf } from './form-body.ts'
import { answerWithKept } from './kept.ts'
import { withMoreRows } from './more-rows.ts'
import { openVisit } from './open-visit.ts'
import { type PostedForm, parseForm } from './posted-form.ts'
import { shell } from './shell.ts'

export interface Posted extends Arrival {
  readonly page: ConsolePage
  readonly form: AnyForm
  readonly typed: PostedForm
}

/** Takes a form: the act leads on, and what is refused is shown again as it was typed. */
export async function answerForm(held: Pick<Posted, 'page' | 'form'>, arrival: Arrival): Promise<void> {
  const typed = await readForm(arrival)
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
export async function readForm({ exchange, credential }: Arrival): Promise<PostedForm> {
  requireOwnOrigin(exchange.app, credential)
  const wanted = { media: 'application/x-www-form-urlencoded', limit: FORM_LIMITS.bytes }
  return parseForm(Buffer.from(await readRaw(exchange.message, wanted)).toString('latin1'))
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
  const { body } = bodyOf(form.fields, typed)
  const outcome = await invoke(exchange.app, {
    operation: form.operation,
    params: Object.fromEntries(names.map((name) => [name, visit.params[name] ?? ''])),
    query: {},
    credential,
    idempotencyKey: typed.first('idempotency_key'),
    requestId: exchange.requestId,
    network: null,
    readBody: async (limit) => requireSmall(body, limit),
  })
  // The road has trimmed it to the schema of the form's own operation.
  return form.done(outcome.body as never, visit)
}

/** As large as it would be as JSON. */
function requireSmall(body: Record<string, unknown>, limit: number): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(body)) > limit)
    throw problem('payload_too_large', `The form is over ${limit} bytes.`)
  return body
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

/** The page with the form as typed. Where the page is refused too, it is the act's refusal that is told. */
async function showTyped(posted: Posted, visit: SignedIn, failed: Problem | null): Promise<void> {
  const { exchange, page, form, typed } = posted
  const attempt = { form, typed, action: fillPath(form.path, visit.params), problem: failed }
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
