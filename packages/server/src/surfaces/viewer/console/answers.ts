import { ANONYMOUS } from '../../../core/authority.ts'
import { type Exchange, send } from '../../http/answer.ts'
import { answerWithPage } from '../answer-page.ts'
import { framed } from '../frame.ts'
import type { Page } from '../page.ts'
import { securityHeaders } from '../security-headers.ts'
import { showUnseenBesideFields } from './unseen.ts'

interface Written {
  readonly status: number
  readonly headers?: readonly string[]
}

/** Every page of the console is its visitor's alone, and holds a token: it is kept and compressed nowhere. */
export async function answerWithConsolePage(
  exchange: Exchange,
  page: Page,
  { status, headers = [] }: Written,
): Promise<void> {
  const { baseUrl } = exchange.app.settings
  const written = {
    text: showUnseenBesideFields(framed(page, { baseUrl, visitor: ANONYMOUS })),
    status,
    hasScripts: (page.scripts ?? []).length > 0,
    isPrivate: true,
    holdsToken: true,
    headers,
  }
  await answerWithPage(exchange, written, () => {})
}

/** Leads on: the browser asks for that page, and asking again does nothing twice. */
export function answerWithPlace(exchange: Exchange, to: string, headers: readonly string[] = []): void {
  const { app, requestId } = exchange
  const own = ['X-Request-Id', requestId, 'Cache-Control', 'private, no-store', 'Location', to]
  const safe = securityHeaders(app.settings, { hasScripts: false })
  send(exchange, 303, [...own, ...safe, ...headers, 'Content-Length', '0'], null)
}
