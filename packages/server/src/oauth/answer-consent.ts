import { runUnitOfWork } from '../command/command.ts'
import { refuseDuringMaintenance } from '../command/maintenance.ts'
import type { UnitOfWork } from '../command/unit-of-work.ts'
import { readForm } from '../console/answer-form.ts'
import { answerWithConsolePage, answerWithPlace } from '../console/answers.ts'
import type { ConsoleRequest } from '../console/console-route.ts'
import type { PostedForm } from '../console/posted-form.ts'
import { ANONYMOUS } from '../core/authority.ts'
import { Problem, problem } from '../core/problem.ts'
import {
  type ConsentSecrets,
  grantPart,
  grantToReader,
  isExpired,
  isSecret,
  newSecret,
  noteGiver,
  refuseRequest,
  requirePending,
  scopesToGive,
} from '../features/authorization/consent.ts'
import { withAnswer } from '../features/authorization/redirects.ts'
import type { GrantableScope } from '../features/authorization/request.ts'
import { registerReader } from '../features/identities/register.ts'
import { createNetworkReader } from '../http/network.ts'
import { problemHeaders } from '../http/problem-document.ts'
import { identify } from '../pipeline/caller.ts'
import { NO_CREDENTIAL } from '../pipeline/request.ts'
import type { AuthorizationRow } from '../storage/rows/access.ts'
import { formTargetOf } from './authorize.ts'
import { readBrowserSecret } from './browser-secret.ts'
import { choicePage, consentPage } from './consent-page.ts'
import { AUTHORIZE } from './places.ts'

/** A form of the page of consent, whose secrets are well-formed. */
interface ConsentPost {
  readonly arrival: ConsoleRequest
  readonly typed: PostedForm
  readonly secrets: ConsentSecrets
}

/** Makes a new reader and gives the client what readers have. */
export async function answerRegister(arrival: ConsoleRequest): Promise<void> {
  const { app, message } = arrival.exchange
  const network = createNetworkReader(app.settings.trustProxy)(message)
  await answerWithCode(await readConsent(arrival), async (unit, row, code) => {
    const { identity_id: identityId } = await registerReader(app, unit, network)
    await grantToReader(unit, row, { identityId, code })
  })
}

/** Gives the part of a bearer that was chosen. */
export async function answerGive(arrival: ConsoleRequest): Promise<void> {
  const post = await readConsent(arrival)
  const scopes = post.typed.all('scope')
  const days = Number(post.typed.first('days'))
  await answerWithCode(post, (unit, row, code) => grantPart(unit, row, { scopes, days, code }))
}

export async function answerRefuse(arrival: ConsoleRequest): Promise<void> {
  const post = await readConsent(arrival)
  const row = await inConsent(post, async (unit, row) => {
    await refuseRequest(unit, row)
  })
  if (row !== null) leadBack(post, row, { error: 'access_denied' })
}

/** Shows what a bearer can give. What was typed is shown to nobody again. */
export async function answerSignIn(arrival: ConsoleRequest): Promise<void> {
  const post = await readConsent(arrival)
  try {
    await showChoice(post)
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== 'invalid_token' && error.code !== 'forbidden'))
      throw error
    await showAgain(post, error)
  }
}

async function showChoice(post: ConsentPost): Promise<void> {
  const { exchange, credential } = post.arrival
  const authorization = [`Bearer ${(post.typed.first('token') ?? '').trim()}`]
  const caller = await identify(exchange.app, { ...NO_CREDENTIAL, origin: credential.origin, authorization })
  const request = newSecret(exchange.app)
  let scopes: readonly GrantableScope[] = []
  const row = await inConsent(post, async (unit, pending) => {
    scopes = scopesToGive(pending, await noteGiver(unit, pending, { tokenId: caller.tokenId, request }))
  })
  if (row === null) return
  const giver = { label: caller.label, topics: caller.topicGrants, expiresAt: caller.expiresAt }
  const page = choicePage({ client: clientOf(row), request, scopes, giver })
  await answerWithConsolePage(exchange, page, { status: 200, formTarget: formTargetOf(row.redirect_uri) })
}

async function showAgain(post: ConsentPost, failed: Problem): Promise<void> {
  const row = await inConsent(post, async () => {})
  if (row === null) return
  const page = consentPage({
    client: clientOf(row),
    request: post.secrets.request,
    scopes: JSON.parse(row.scopes) as GrantableScope[],
    problem: failed,
  })
  await answerWithConsolePage(post.arrival.exchange, page, {
    status: failed.status,
    headers: problemHeaders(failed),
    formTarget: formTargetOf(row.redirect_uri),
  })
}

function clientOf({ client_id, client_name, redirect_uri }: AuthorizationRow) {
  return { clientId: client_id, name: client_name, redirectUri: redirect_uri }
}

async function answerWithCode(
  post: ConsentPost,
  give: (unit: UnitOfWork, row: AuthorizationRow, code: string) => Promise<void>,
): Promise<void> {
  const code = newSecret(post.arrival.exchange.app)
  const row = await inConsent(post, (unit, pending) => give(unit, pending, code))
  if (row !== null) leadBack(post, row, { code })
}

/** Reads a form that came from a page of this site, in the browser to which that page was sent. */
async function readConsent(arrival: ConsoleRequest): Promise<ConsentPost> {
  const { exchange, credential } = arrival
  const typed = await readForm(arrival)
  const request = typed.first('request')
  const browser = readBrowserSecret(exchange.app.settings.baseUrl, credential.cookie)
  if (!isSecret(request) || browser === null)
    throw problem(
      'csrf_failed',
      'The form is not one that was shown in this browser. Begin again in the application, with cookies allowed.',
    )
  return { arrival, typed, secrets: { request, browser } }
}

/** Does the work with what waits for its visitor; where that has waited too long, the page begins again, and the answer is null. */
async function inConsent(
  { arrival: { exchange }, secrets }: ConsentPost,
  work: (unit: UnitOfWork, row: AuthorizationRow) => Promise<void>,
): Promise<AuthorizationRow | null> {
  const { row, isOver } = await runUnitOfWork(exchange.app, ANONYMOUS, async (unit) => {
    await refuseDuringMaintenance(unit.tx)
    const row = await requirePending(unit, secrets)
    const isOver = isExpired(row, unit.now)
    await (isOver ? refuseRequest(unit, row) : work(unit, row))
    return { row, isOver }
  })
  if (!isOver) return row
  answerWithPlace(exchange, askedAgain(row))
  return null
}

/** The same request once more: its client's document is fetched anew. */
function askedAgain(row: AuthorizationRow): string {
  return withAnswer(AUTHORIZE, {
    response_type: 'code',
    client_id: row.client_id,
    redirect_uri: row.redirect_uri,
    code_challenge: row.code_challenge,
    code_challenge_method: 'S256',
    scope: (JSON.parse(row.scopes) as string[]).join(' '),
    state: row.state,
    resource: row.resource,
    again: '1',
  })
}

/** With the issuer (RFC 9207), so that a client of several servers knows whose answer it is. */
function leadBack(
  { arrival: { exchange } }: ConsentPost,
  { redirect_uri, state }: AuthorizationRow,
  answer: Readonly<Record<string, string>>,
): void {
  const { baseUrl } = exchange.app.settings
  answerWithPlace(exchange, withAnswer(redirect_uri, { ...answer, state, iss: baseUrl }))
}
