import { Problem } from '../../../core/problem.ts'
import { invoke } from '../../../road/invoke.ts'
import { problemHeaders } from '../../http/problem-document.ts'
import type { Router } from '../../http/router.ts'
import { readForm } from './answer-form.ts'
import { answerWithConsolePage, answerWithPlace } from './answers.ts'
import { type Arrival, addConsoleRoute } from './console-route.ts'
import { type PostedForm, withPrefix } from './posted-form.ts'
import { returnToForm } from './return-to-form.ts'
import { SIGN_OUT } from './shell.ts'
import { ownPath, SIGN_IN } from './sign-in-address.ts'
import { type Kept, signInPage } from './sign-in-page.ts'

/** The door: a bearer is exchanged for a session here, and the session ended. */
export function addSignIn(router: Router): void {
  addConsoleRoute(router, { url: SIGN_IN, methods: ['GET', 'HEAD'] }, showDoor)
  addConsoleRoute(router, { url: SIGN_IN, methods: ['POST'] }, signIn)
  addConsoleRoute(router, { url: SIGN_OUT, methods: ['POST'] }, signOut)
}

async function showDoor({ exchange, query }: Arrival): Promise<void> {
  const { app } = exchange
  const next = ownPath(textOf(query.next), app.settings.baseUrl)
  const notice = textOf(query.notice) ?? undefined
  const page = signInPage(app, { next, notice, problem: null, kept: null })
  await answerWithConsolePage(exchange, page, { status: 200 })
}

async function signIn(arrival: Arrival): Promise<void> {
  const { exchange } = arrival
  const typed = await readForm(arrival)
  const next = ownPath(typed.first('next'), exchange.app.settings.baseUrl)
  const kept = keptIn(typed)
  try {
    const cookie = await exchangeBearer(arrival, typed)
    const headers = ['Set-Cookie', cookie]
    const came = { ...arrival, credential: { ...arrival.credential, cookie: cookie.split(';')[0] ?? '' } }
    if (kept === null || !(await returnToForm(came, kept, headers))) answerWithPlace(exchange, next, headers)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const page = signInPage(exchange.app, { next, problem: error, kept })
    await answerWithConsolePage(exchange, page, { status: error.status, headers: problemHeaders(error) })
  }
}

/** By the road, as everybody else who has a bearer. */
async function exchangeBearer({ exchange, credential }: Arrival, typed: PostedForm): Promise<string> {
  const outcome = await invoke(exchange.app, {
    operation: 'createSession',
    params: {},
    query: {},
    credential: { ...credential, authorization: [`Bearer ${(typed.first('token') ?? '').trim()}`] },
    idempotencyKey: typed.first('idempotency_key'),
    requestId: exchange.requestId,
    network: null,
    readBody: async () => ({}),
  })
  return outcome.headers?.['set-cookie'] ?? ''
}

/** A session that has ended before needs no end. */
async function signOut(arrival: Arrival): Promise<void> {
  const { exchange, credential } = arrival
  const typed = await readForm(arrival)
  const left = `${SIGN_IN}?notice=signed_out`
  try {
    const outcome = await invoke(exchange.app, {
      operation: 'endSession',
      params: {},
      query: {},
      credential: { ...credential, csrfToken: typed.first('csrf_token') },
      idempotencyKey: typed.first('idempotency_key'),
      requestId: exchange.requestId,
      network: null,
      readBody: async () => ({}),
    })
    answerWithPlace(exchange, left, ['Set-Cookie', outcome.headers?.['set-cookie'] ?? ''])
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'unauthenticated') throw error
    answerWithPlace(exchange, left)
  }
}

function keptIn(typed: PostedForm): Kept | null {
  const action = typed.first('kept_action')
  return action === null ? null : { action, typed: withPrefix(typed, 'kept.') }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
