import { FORM_LIMITS } from '@colophon/contract'
import { runUnitOfWork } from '../command/command.ts'
import { refuseDuringMaintenance } from '../command/maintenance.ts'
import { type PostedForm, parseForm } from '../console/posted-form.ts'
import { ANONYMOUS } from '../core/authority.ts'
import { Problem } from '../core/problem.ts'
import { exchangeCode, type IssuedAccess } from '../features/authorization/exchange.ts'
import { resourceOf } from '../features/authorization/request.ts'
import { type Exchange, SAFE, send } from '../http/answer.ts'
import { corsHeaders } from '../http/cors.ts'
import { readRaw } from '../http/read-body.ts'
import { dispatch } from '../pipeline/dispatch.ts'
import { NO_CREDENTIAL } from '../pipeline/request.ts'

/** What this endpoint refuses, in the words of RFC 6749 and RFC 8707. */
type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_target'

class Refused extends Error {
  readonly code: TokenError
  constructor(code: TokenError, description: string) {
    super(description)
    this.code = code
  }
}

/** Gives a token for a code. */
export function answerToken(exchange: Exchange): Promise<void> {
  return answerSafely(exchange, async () => {
    const issued = await exchanged(exchange, await readTokenForm(exchange))
    const { bearer, scopes, expiresAt } = issued
    const seconds = Math.floor((Date.parse(expiresAt) - Date.parse(exchange.app.ambient.now())) / 1000)
    answerJson(exchange, 200, {
      access_token: bearer,
      token_type: 'Bearer',
      expires_in: seconds,
      scope: scopes.join(' '),
    })
  })
}

/** Ends a token (RFC 7009): one that is none is ended already. */
export function answerRevoke(exchange: Exchange): Promise<void> {
  return answerSafely(exchange, async () => {
    const form = await readTokenForm(exchange)
    const bearer = requireField(form, 'token')
    try {
      await dispatch(exchange.app, {
        operation: 'revokeMe',
        params: {},
        query: {},
        credential: { ...NO_CREDENTIAL, authorization: [`Bearer ${bearer}`] },
        idempotencyKey: exchange.app.ambient.newId(),
        requestId: exchange.requestId,
        network: null,
        readBody: async () => ({}),
      })
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'invalid_token') throw error
    }
    answerJson(exchange, 200, {})
  })
}

async function exchanged({ app }: Exchange, form: PostedForm): Promise<IssuedAccess> {
  if (requireField(form, 'grant_type') !== 'authorization_code')
    throw new Refused('unsupported_grant_type', 'The one grant is authorization_code.')
  const named = form.first('resource')
  const resource = named === null ? null : resourceOf(app.settings.baseUrl, named)
  if (named !== null && resource === null)
    throw new Refused('invalid_target', 'The resource is not one of this site.')
  const sent = {
    code: requireField(form, 'code'),
    clientId: requireField(form, 'client_id'),
    redirectUri: requireField(form, 'redirect_uri'),
    verifier: requireField(form, 'code_verifier'),
    resource,
  }
  const issued = await runUnitOfWork(app, ANONYMOUS, async (unit) => {
    await refuseDuringMaintenance(unit.tx)
    return exchangeCode(app, unit, sent)
  })
  if (issued === null)
    throw new Refused(
      'invalid_grant',
      'The code is unknown, used, older than a minute, or was made for another client, redirect_uri, resource or code_verifier.',
    )
  return issued
}

async function readTokenForm({ message }: Exchange): Promise<PostedForm> {
  // There are no secrets of clients: whoever sends one is not who it takes itself for.
  if (message.headers.authorization !== undefined)
    throw new Refused(
      'invalid_client',
      'Clients are public here: send client_id in the form, and no Authorization.',
    )
  const wanted = { media: 'application/x-www-form-urlencoded', limit: FORM_LIMITS.anonymousBytes }
  const form = parseForm(await readRaw(message, wanted))
  const repeated = form.names().find((name) => form.all(name).length > 1)
  if (repeated !== undefined) throw new Refused('invalid_request', 'Send each parameter once.')
  return form
}

function requireField(form: PostedForm, name: string): string {
  const value = form.first(name)
  if (value === null || value === '') throw new Refused('invalid_request', `${name} is missing.`)
  return value
}

/** Clients know the errors of the protocol, not ours; a maintenance and a fault are told as everywhere. */
async function answerSafely(exchange: Exchange, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const refused = error instanceof Problem && error.status < 500 ? asRefused(error) : error
    if (!(refused instanceof Refused)) throw error
    const isOfClient = refused.code === 'invalid_client'
    answerJson(
      exchange,
      isOfClient ? 401 : 400,
      { error: refused.code, error_description: refused.message },
      isOfClient ? ['WWW-Authenticate', 'Basic'] : [],
    )
  }
}

function asRefused({ message }: Problem): Refused {
  return new Refused('invalid_request', message.replaceAll(/[^ !#-[\]-~]/g, ''))
}

function answerJson(exchange: Exchange, status: number, body: object, headers: readonly string[] = []): void {
  const text = JSON.stringify(body)
  send(
    exchange,
    status,
    [
      ...['X-Request-Id', exchange.requestId, ...SAFE, 'Cache-Control', 'no-store', 'Pragma', 'no-cache'],
      ...corsHeaders(exchange.message),
      ...headers,
      ...[
        'Content-Type',
        'application/json; charset=utf-8',
        'Content-Length',
        String(Buffer.byteLength(text)),
      ],
    ],
    text,
  )
}
