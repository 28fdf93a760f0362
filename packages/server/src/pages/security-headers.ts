import type { Settings } from '../runtime/settings.ts'

const TWO_YEARS_SECONDS = 63_072_000

/**
 * A page runs and loads only what this site serves as files, never what stands in it, and is framed by nobody. No `no-referrer`: with it
 * browsers send `Origin: null` from a page's own forms.
 */
export function securityHeaders(
  settings: Settings,
  page: { hasScripts: boolean; formTarget?: string | null },
): string[] {
  return [
    'Content-Security-Policy',
    contentPolicy(page, settings.remoteImages),
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'DENY',
    'Referrer-Policy',
    'same-origin',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Cross-Origin-Resource-Policy',
    'same-origin',
    ...(settings.baseUrl.startsWith('https:')
      ? ['Strict-Transport-Security', `max-age=${TWO_YEARS_SECONDS}`]
      : []),
  ]
}

function contentPolicy(
  { hasScripts, formTarget = null }: { hasScripts: boolean; formTarget?: string | null },
  remoteImages: boolean,
): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    remoteImages ? "img-src 'self' https:" : "img-src 'self'",
    // Tools that look at a page ask from inside it, say for `/robots.txt`.
    "connect-src 'self'",
    ...(hasScripts ? ["script-src 'self'"] : []),
    // Browsers hold the redirect after a form to it, too.
    formTarget === null ? "form-action 'self'" : `form-action 'self' ${formTarget}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
