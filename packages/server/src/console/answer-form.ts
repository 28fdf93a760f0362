import { BYTE_LIMITS, FORM_LIMITS, OPERATIONS, type Operation } from '@colophon/contract'
import { type Caller, requireAccess } from '../core/authority.ts'
import { Problem } from '../core/problem.ts'
import { bodyValue } from '../core/written-answer.ts'
import { readRaw, refuseAnnounced } from '../http/read-body.ts'
import { requireOwnOrigin } from '../pipeline/browser.ts'
import { identify } from '../pipeline/caller.ts'
import { dispatch } from '../pipeline/dispatch.ts'
import { answerWithConsolePage, answerWithPlace } from './answers.ts'
import { bringBody } from './bring-body.ts'
import type { ConsoleRequest } from './console-route.ts'
import {
  type AnyForm,
  type ConsolePage,
  type ConsoleVisit,
  fillPath,
  type PageContent,
  type Redirect,
} from './definitions.ts'
import { withMoreRows } from './form-body.ts'
import { answerWithKept } from './kept.ts'
import { PLACE, placeIn, withPlace } from './list-place.ts'
import { openVisit } from './open-visit.ts'
import { type PostedForm, parseForm, tooLongToShow, withValues } from './posted-form.ts'
import { actOnEach, type CallOne } from './several/act-on-each.ts'
import { shell } from './shell.ts'

interface FormPost extends ConsoleRequest {
  readonly page: ConsolePage
  readonly form: AnyForm
  readonly typed: PostedForm
}

/** Takes a form: the act leads on, and what is refused is shown again as it was typed. */
export async function answerForm(
  held: Pick<FormPost, 'page' | 'form'>,
  arrival: ConsoleRequest,
): Promise<void> {
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

/**
 * Read before the page is opened, so that nothing typed is lost. Without a session it is small: what comes is parsed and
 * shown again, and that takes many times its own memory.
 */
export async function readForm(
  { exchange, credential }: ConsoleRequest,
  limit: number = FORM_LIMITS.anonymousBytes,
): Promise<PostedForm> {
  requireOwnOrigin(exchange.app, credential)
  if (limit <= FORM_LIMITS.anonymousBytes) refuseAnnounced(exchange.message, limit)
  const wanted = { media: 'application/x-www-form-urlencoded', limit }
  return parseForm(await readRaw(exchange.message, wanted))
}

/** What anyone may bring, what a session may, and what a large form may for callers that its operation is open to. */
async function mostBytes({ operation, isLarge }: AnyForm, arrival: ConsoleRequest): Promise<number> {
  const caller = await signedIn(arrival)
  if (caller === null) return FORM_LIMITS.keptBytes
  if (!isLarge) return FORM_LIMITS.bytes
  const { access, bodyLimit = 'request' }: Operation = OPERATIONS[operation]
  try {
    requireAccess(access, caller)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return FORM_LIMITS.bytes
  }
  return FORM_LIMITS.bytes + FORM_LIMITS.bytesForOne * BYTE_LIMITS[bodyLimit]
}

async function signedIn({ exchange, credential }: ConsoleRequest): Promise<Caller | null> {
  // Whatever the credential is, a form of another site is refused before the records are read.
  requireOwnOrigin(exchange.app, credential)
  try {
    const caller = await identify(exchange.app, credential)
    return caller.session === null ? null : caller
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return null
  }
}

async function answerAct(posted: FormPost, visit: ConsoleVisit): Promise<void> {
  const { exchange, page } = posted
  try {
    const done = await act(posted, visit)
    if ('to' in done) return answerWithPlace(exchange, noticed(done, placeIn(posted.typed.first(PLACE))))
    await answerWithConsolePage(exchange, shell(page, done, visit), { status: 200 })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await showTyped(posted, visit, error)
  }
}

async function act(posted: FormPost, visit: ConsoleVisit): Promise<Redirect | PageContent> {
  const { form, typed } = posted
  if ('doneEach' in form) {
    const callOne: CallOne = async (id, own) => {
      const { body } = await call({ ...posted, typed: own }, { ...visit.params, [form.param]: id })
      return bodyValue(body)
    }
    return form.doneEach(await actOnEach(form, typed, callOne), visit, typed)
  }
  const { body } = await call(posted, visit.params)
  // The pipeline has trimmed it to the schema of the form's own operation.
  return form.done(body as never, visit, typed)
}

/** One call of the form's operation, through the pipeline that every call takes. */
function call({ form, typed, credential, exchange }: FormPost, given: ConsoleVisit['params']) {
  const operation: Operation = OPERATIONS[form.operation]
  const names = Object.keys(operation.params ?? {})
  return dispatch(exchange.app, {
    operation: form.operation,
    params: Object.fromEntries(names.map((name) => [name, given[name] ?? ''])),
    query: {},
    credential,
    idempotencyKey: typed.first('idempotency_key'),
    requestId: exchange.requestId,
    network: null,
    readBody: async (limit) => bringBody(form, typed, limit),
  })
}

/** What another button of the form asks for; what it is refused is said like every refusal. */
async function showAgain(posted: FormPost, visit: ConsoleVisit, button: string): Promise<void> {
  try {
    await showTyped({ ...posted, typed: await pressed(posted, visit, button) }, visit, null)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await showTyped(posted, visit, error)
  }
}

function pressed({ form, typed }: FormPost, visit: ConsoleVisit, button: string) {
  const [name = '', ...rest] = button.split(' ')
  const value = rest.join(' ')
  if (name === 'more') return withMoreRows(form.fields, typed, value)
  return form.again?.[name]?.(typed, { visit, value }) ?? typed
}

/** The page with the form as typed, but for what is very long. Where the page is refused too, it is the act's refusal that is told. */
async function showTyped(posted: FormPost, visit: ConsoleVisit, failed: Problem | null): Promise<void> {
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
  const content = await showOr(failed, () => page.show(attempted))
  await answerWithConsolePage(exchange, shell(page, content, attempted), { status: failed?.status ?? 200 })
}

async function showOr(
  failed: Problem | null,
  show: () => Promise<PageContent> | PageContent,
): Promise<PageContent> {
  try {
    return await show()
  } catch (error) {
    throw failed !== null && error instanceof Problem ? failed : error
  }
}

function noticed({ to, notice }: Redirect, place: string): string {
  return withPlace(`${to}${to.includes('?') ? '&' : '?'}notice=${notice}`, place)
}
