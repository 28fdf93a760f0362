import type { Operation } from '@colophon/contract'
import type { App } from '../app.ts'
import type { Caller } from '../core/authority.ts'
import { problem } from '../core/problem.ts'
import { isSameToken } from '../core/session-cookie.ts'
import type { Credential } from './request.ts'

const CLOSED_TO_OTHER_SITES = /^\/api\/v1\/(session|admin)(\/|$)/

/** Refuses what a browser marked as coming from another site, before it is known who asks. */
export function refuseCrossSite(path: string, credential: Credential): void {
  if (CLOSED_TO_OTHER_SITES.test(path)) refuseOtherSite(credential)
}

/** The same for pages that only this site may lead to. */
export function refuseOtherSite({ fetchSite }: Credential): void {
  const sites = (fetchSite ?? '').split(',').map((site) => site.trim().toLowerCase())
  if (sites.includes('cross-site'))
    throw problem('cross_site_request', 'This route is not open to requests from other sites.')
}

/**
 * For a door that only programs use: what a page of another site sends is refused, also under a name that leads here
 * (DNS rebinding). A program sends no Origin.
 */
export function refuseForeignPage(app: App, credential: Credential): void {
  refuseOtherSite(credential)
  if (credential.origin !== null) requireOwnOrigin(app, credential)
}

interface Asked {
  operation: Operation
  caller: Caller
  credential: Credential
}

/**
 * A cookie comes along with every request that a browser can be made to send: a write with it must show that
 * a page of this site sent it. The site is `COLOPHON_BASE_URL`, never what the Host header says.
 */
export function requireOwnPage(app: App, { operation, caller, credential }: Asked): void {
  if (operation.needsOrigin) requireOwnOrigin(app, credential)
  if (operation.method === 'GET' || operation.access.credential === 'none') return
  if (caller.session === null) return
  requireOwnOrigin(app, credential)
  const isGenuine =
    credential.csrfToken !== null && isSameToken(credential.csrfToken, caller.session.csrfToken)
  if (!isGenuine) throw problem('csrf_failed', 'Send the session’s CSRF token as X-CSRF-Token.')
}

/** Exactly the site's own origin, as browsers spell it. */
export function requireOwnOrigin(app: App, { origin }: Credential): void {
  if (origin !== app.settings.baseUrl)
    throw problem('origin_mismatch', `The Origin must be ${app.settings.baseUrl}.`)
}
