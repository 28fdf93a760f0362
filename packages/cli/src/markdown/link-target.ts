import { isEntryPath, isHash } from '@colophon/contract'

/** Where a link of an article leads, as a browser would take it. */
export interface LinkTarget {
  readonly href: string
  /** It leaves the site. */
  readonly isOutside: boolean
}

/** Stands for this site while an address is read: no name under `.invalid` is anybody's. */
const HERE = 'https://here.invalid'
const OUTSIDE = new Set(['http:', 'https:', 'mailto:'])
/** Keeps the ids of headings apart from every other id of a page. */
export const HEADING_PREFIX = 'at-'

/** What is shown here under its own address; every other path is an entry's. */
const OWN_PATHS =
  /^\/(?:read|topics|revisions|entries|search|lineage|problems|agent\.md|openapi\.json)(?:\/|$)/
const OBJECT = '/objects/'

/**
 * Reads an address as browsers do (tabs, backslashes, case and all), and answers null for what no reader should
 * be led to. `from` is the path of the entry that the link stands in.
 */
export function linkTarget(address: string, from: string): LinkTarget | null {
  if (!URL.canParse(address, HERE + from)) return null
  const url = new URL(address, HERE + from)
  if (url.origin === HERE) return ownTarget(url, address)
  return OUTSIDE.has(url.protocol) ? { href: url.href, isOutside: true } : null
}

/** Whether an address makes a link of its words: one to a file that is no page here keeps its words, and leads nowhere. */
export function isLinkAddress(address: string): boolean {
  if (!URL.canParse(address, HERE)) return false
  const url = new URL(address, HERE)
  return url.origin === HERE || OUTSIDE.has(url.protocol)
}

function ownTarget(url: URL, address: string): LinkTarget | null {
  const fragment = url.hash === '' ? '' : `#${HEADING_PREFIX}${url.hash.slice(1)}`
  if (address.startsWith('#')) return { href: fragment, isOutside: false }
  const path = ownPath(url.pathname)
  return path === null ? null : { href: path + url.search + fragment, isOutside: false }
}

/** People are led to pages: that of an object is its revision's, that of a path its entry's. */
function ownPath(path: string): string | null {
  const hash = path.startsWith(OBJECT) ? path.slice(OBJECT.length) : ''
  if (isHash(hash)) return `/revisions/${hash}`
  if (OWN_PATHS.test(path)) return path
  const entry = path.replace(/\.md$/, '')
  return isEntryPath(entry) ? `/read${entry}` : null
}
