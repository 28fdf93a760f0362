export const SIGN_IN = '/console/sign-in'

/** The address of the sign-in page, which leads back to where somebody wanted to go. */
export function signInAddress(wanted: string): string {
  return `${SIGN_IN}?${new URLSearchParams({ next: wanted })}`
}

/**
 * Where somebody is led after signing in: a path of this site and nothing that a browser could read as another
 * one, such as `//elsewhere` or `/\elsewhere`.
 */
export function ownPath(wanted: string | null, baseUrl: string): string {
  const isPath = wanted !== null && /^\/(?![/\\])[!-[\]-~]*$/.test(wanted)
  if (!isPath || URL.parse(wanted, baseUrl)?.origin !== new URL(baseUrl).origin) return '/console'
  return wanted.startsWith('/console/sign-') ? '/console' : wanted
}
