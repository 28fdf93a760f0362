/** What a machine reads about the site before anything else. */
export const CONTEXT_DOCUMENT = '/llms.txt'

/** Where the text of a licence is. */
interface LicenseAddress {
  readonly url: string
}

/** One link of a `Link` header (RFC 8288). */
export function linkTo(target: string, relation: string): string {
  return `<${target}>; rel="${relation}"`
}

/** Where the site is described, and under which licence its texts are. */
export function siteLinks(license: LicenseAddress | null): string[] {
  return [
    linkTo(CONTEXT_DOCUMENT, 'describedby'),
    ...(license === null ? [] : [linkTo(license.url, 'license')]),
  ]
}

/** The address of exactly one revision, which stays on it (RFC 8574). */
export function citeLink(sha256: string): string {
  return linkTo(`/revisions/${sha256}`, 'cite-as')
}
