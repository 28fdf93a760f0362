import { runUnitOfWork } from '../command/command.ts'
import { refuseDuringMaintenance } from '../command/maintenance.ts'
import { answerWithConsolePage } from '../console/answers.ts'
import { ANONYMOUS } from '../core/authority.ts'
import { problem } from '../core/problem.ts'
import type { ClientDocument } from '../features/authorization/client-document.ts'
import { keepRequest, newSecret } from '../features/authorization/consent.ts'
import { isSameRedirect } from '../features/authorization/redirects.ts'
import { type AuthorizationRequest, readAuthorizationRequest } from '../features/authorization/request.ts'
import type { Exchange } from '../http/answer.ts'
import { headerOf, type Target } from '../http/router.ts'
import { readBrowserSecret, writeBrowserSecret } from './browser-secret.ts'
import { consentPage } from './consent-page.ts'
import { fetchClient } from './fetch-client.ts'

/**
 * Shows who asks for what. Whatever is wrong is said here and leads nowhere: anybody may describe a client, and a site
 * that sent errors to it would send visitors wherever somebody likes.
 */
export async function answerAuthorize(exchange: Exchange, { query }: Target): Promise<void> {
  const { app, message } = exchange
  await refuseDuringMaintenance(app.storage.read)
  refuseFrame(headerOf(message, 'sec-fetch-dest'))
  const { baseUrl } = app.settings
  const request = readAuthorizationRequest(query, baseUrl)
  const client = await fetchClient(app, request.clientId)
  requireRedirect(client, request)
  const browser = readBrowserSecret(baseUrl, headerOf(message, 'cookie')) ?? newSecret(app)
  const secrets = { request: newSecret(app), browser }
  await runUnitOfWork(app, ANONYMOUS, async (unit) => {
    await refuseDuringMaintenance(unit.tx)
    await keepRequest(unit, secrets, { request, client })
  })
  const { clientId, name } = client
  const { redirectUri, scopes } = request
  const page = consentPage({
    client: { clientId, name, redirectUri },
    request: secrets.request,
    scopes,
    isAgain: query.again !== undefined,
  })
  await answerWithConsolePage(exchange, page, {
    status: 200,
    headers: ['Set-Cookie', writeBrowserSecret(baseUrl, browser)],
    formTarget: formTargetOf(redirectUri),
  })
}

/** Every page says that it is framed by nobody; a browser that says that it frames it is not shown one at all. */
function refuseFrame(destination: string | null): void {
  if (/^(?:i?frame|fencedframe|object|embed)$/i.test(destination ?? ''))
    throw problem('cross_site_request', 'This page is shown in a window of its own only.')
}

function requireRedirect(client: ClientDocument, { redirectUri }: AuthorizationRequest): void {
  if (client.redirectUris.some((registered) => isSameRedirect(registered, redirectUri))) return
  const message = 'is none of those in the document of the application'
  throw problem('invalid_request', `The application’s request cannot be answered: redirect_uri ${message}.`, {
    errors: [{ location: 'query', pointer: 'redirect_uri', message }],
  })
}

/** Where the forms of the page may lead; policies have no words for an IPv6 literal. */
export function formTargetOf(redirectUri: string): string {
  const { origin, hostname, protocol } = new URL(redirectUri)
  return hostname.startsWith('[') ? protocol : origin
}
