import { ANONYMOUS } from '../core/authority.ts'
import { type Exchange, send } from '../http/answer.ts'
import { answerWithPage } from '../pages/answer-page.ts'
import { framed } from '../pages/frame.ts'
import type { Page } from '../pages/page.ts'
import { securityHeaders } from '../pages/security-headers.ts'
import { showUnseen } from '../render/visible.ts'

/** Whatever a form would send back, with its value as it was typed. */
const FIELDS = /(<textarea(?:[^>"]|"[^"]*")*>[^<]*<\/textarea>|<(?:input|button)(?:[^>"]|"[^"]*")*>)/g

/** Names characters that nobody sees, so that nobody decides on another text than the one that is there. */
function showUnseenBesideFields(page: string): string {
  const parts = page.split(FIELDS)
  return parts.map((part, place) => (place % 2 === 0 ? showUnseen(part) : part)).join('')
}

interface ResponseHead {
  readonly status: number
  readonly headers?: readonly string[]
  readonly formTarget?: string | null
}

/** Every page of the console is its visitor's alone, and holds a token: it is kept and compressed nowhere. */
export async function answerWithConsolePage(
  exchange: Exchange,
  page: Page,
  { status, headers = [], formTarget = null }: ResponseHead,
): Promise<void> {
  const { baseUrl } = exchange.app.settings
  const { text, pieces } = framed(page, { baseUrl, visitor: ANONYMOUS })
  const written = {
    text: showUnseenBesideFields(text),
    pieces,
    status,
    hasScripts: (page.scripts ?? []).length > 0,
    isPrivate: true,
    holdsToken: true,
    formTarget,
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
