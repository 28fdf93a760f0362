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

interface BrowserRequest {
  operation: Operation
  caller: Caller
  credential: Credential
}

/**
 * A cookie comes along with every request that a browser can be made to send: a write with it must show that
 * a page of this site sent it. The site is `COLOPHON_BASE_URL`, never what the Host header says.
 */
export function requireOwnPage(app: App, { operation, caller, credential }: BrowserRequest): void {
  if (operation.needsOrigin) requireOwnOrigin(app, credential)
  if (operation.method === 'GET') return
  refuseForeignWrite(app, operation, credential)
  if (operation.access.credential === 'none') return
  if (caller.session === null) return
  requireOwnOrigin(app, credential)
  const isGenuine =
    credential.csrfToken !== null && isSameToken(credential.csrfToken, caller.session.csrfToken)
  if (!isGenuine) throw problem('csrf_failed', 'Send the session’s CSRF token as X-CSRF-Token.')
}

/**
 * A page of another site may do what scripts of other sites are let in for: whatever needs no cookie. Only a site that is
 * reached by its own name gets here, so that no page gains anything by where its visitor's machine stands.
 */
function refuseForeignWrite(app: App, operation: Operation, credential: Credential): void {
  if (credential.origin === null || !CLOSED_TO_OTHER_SITES.test(operation.path)) return
  requireOwnOrigin(app, credential)
}

/** Exactly the site's own origin, as browsers spell it. */
export function requireOwnOrigin(app: App, { origin }: Credential): void {
  if (origin !== app.settings.baseUrl)
    throw problem('origin_mismatch', `The Origin must be ${app.settings.baseUrl}.`)
}
