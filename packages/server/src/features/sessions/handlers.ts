import { SESSION_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import type { Handler } from '../../catalog/handler.ts'
import { ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { Caller } from '../../core/authority.ts'
import { sha256Hex } from '../../core/hash.ts'
import { csrfTokenOf, writeSessionCookie } from '../../core/session-cookie.ts'
import { addHours } from '../../core/utc-day.ts'
import { addSession, removeExpiredSessions, removeSession } from './store.ts'

/** The id is new and random each time: what the browser had before is never continued. */
export const createSession: Handler<'createSession'> = (app, call) => {
  const secret = Buffer.from(app.ambient.random(32)).toString('base64url')
  return command(app, call, async (unit) => {
    const expiresAt = earlier(addHours(unit.now, SESSION_LIMITS.longestHours), call.caller.expiresAt)
    await removeExpiredSessions(unit.tx, unit.now)
    await addSession(unit.tx, {
      session_hash: sha256Hex(secret),
      token_id: call.caller.tokenId,
      created_at: unit.now,
      expires_at: expiresAt,
    })
    const seconds = Math.floor((Date.parse(expiresAt) - Date.parse(unit.now)) / 1000)
    return {
      ...ok({ csrf_token: csrfTokenOf(app.keys.csrfKey, secret), expires_at: expiresAt }),
      headers: { 'set-cookie': writeSessionCookie(app.settings.baseUrl, secret, seconds) },
    }
  })
}

export const getSession: Handler<'getSession'> = async (_app, call) => {
  const { csrfToken, expiresAt } = sessionOf(call.caller)
  return ok({ csrf_token: csrfToken, expires_at: expiresAt })
}

export const endSession: Handler<'endSession'> = (app: App, call) =>
  command(app, call, async (unit) => {
    await removeSession(unit.tx, sessionOf(call.caller).hash)
    return {
      ...ok({ ended: true }),
      headers: { 'set-cookie': writeSessionCookie(app.settings.baseUrl, '', 0) },
    }
  })

function sessionOf({ session }: Caller) {
  if (session === null) throw new Error('the operation was reached without a session')
  return session
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}
