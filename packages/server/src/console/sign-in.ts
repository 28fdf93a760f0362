import { Problem } from '../core/problem.ts'
import { problemHeaders } from '../http/problem-document.ts'
import type { Router } from '../http/router.ts'
import { dispatch } from '../pipeline/dispatch.ts'
import { readForm } from './answer-form.ts'
import { answerWithConsolePage, answerWithPlace } from './answers.ts'
import { addConsoleRoute, type ConsoleRequest } from './console-route.ts'
import { type PostedForm, withPrefix } from './posted-form.ts'
import { returnToForm } from './return-to-form.ts'
import { SIGN_OUT } from './shell.ts'
import { ownPath, SIGN_IN } from './sign-in-address.ts'
import { type PendingForm, signInPage } from './sign-in-page.ts'

/** Exchanges a token for a session, and ends the session. */
export function addSignIn(router: Router): void {
  addConsoleRoute(router, { url: SIGN_IN, methods: ['GET', 'HEAD'] }, showSignIn)
  addConsoleRoute(router, { url: SIGN_IN, methods: ['POST'] }, signIn)
  addConsoleRoute(router, { url: SIGN_OUT, methods: ['POST'] }, signOut)
}

async function showSignIn({ exchange, query }: ConsoleRequest): Promise<void> {
  const { app } = exchange
  const next = ownPath(textOf(query.next), app.settings.baseUrl)
  const notice = textOf(query.notice) ?? undefined
  const page = signInPage(app, { next, notice, problem: null, kept: null })
  await answerWithConsolePage(exchange, page, { status: 200 })
}

async function signIn(arrival: ConsoleRequest): Promise<void> {
  const { exchange } = arrival
  const typed = await readForm(arrival)
  const next = ownPath(typed.first('next'), exchange.app.settings.baseUrl)
  const kept = keptIn(typed)
  try {
    const cookie = await exchangeToken(arrival, typed)
    const headers = ['Set-Cookie', cookie]
    const came = { ...arrival, credential: { ...arrival.credential, cookie: cookie.split(';')[0] ?? '' } }
    if (kept === null || !(await returnToForm(came, kept, headers))) answerWithPlace(exchange, next, headers)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const page = signInPage(exchange.app, { next, problem: error, kept })
    await answerWithConsolePage(exchange, page, { status: error.status, headers: problemHeaders(error) })
  }
}

/** Through the pipeline, as everybody else who has a bearer. */
async function exchangeToken({ exchange, credential }: ConsoleRequest, typed: PostedForm): Promise<string> {
  const outcome = await dispatch(exchange.app, {
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
async function signOut(arrival: ConsoleRequest): Promise<void> {
  const { exchange, credential } = arrival
  const typed = await readForm(arrival)
  const left = `${SIGN_IN}?notice=signed_out`
  try {
    const outcome = await dispatch(exchange.app, {
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

function keptIn(typed: PostedForm): PendingForm | null {
  const action = typed.first('kept_action')
  return action === null ? null : { action, typed: withPrefix(typed, 'kept.') }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
