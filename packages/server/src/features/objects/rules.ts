import { type ClosedLists, isRetired } from '@colophon/contract'
import { citeLink, linkTo, siteLinks } from '../../core/links.ts'
import type { ContentLicense } from '../../runtime/settings.ts'

interface RevisionNeighbours {
  sha256: string
  entry_id: string | null
  publication_hash: string | null
  parent_hash: string | null
  successor_hash: string | null
  head_hash: string | null
  retirement_state: ClosedLists['retirementState'] | null
  retirement_hash: string | null
  retirement_at: string | null
}

/**
 * RFC 5829 links of a published revision, and of a retired one RFC 9745, so that whoever holds the bytes can
 * see where they stand, how to cite them and under which licence they are.
 */
export function revisionHeaders(
  object: RevisionNeighbours,
  license: ContentLicense | null,
): Record<string, string> {
  if (object.publication_hash === null || object.entry_id === null) return {}
  const links = [
    object.head_hash === null ? null : linkTo(`/objects/${object.head_hash}`, 'latest-version'),
    object.parent_hash === null ? null : linkTo(`/objects/${object.parent_hash}`, 'predecessor-version'),
    object.successor_hash === null ? null : linkTo(`/objects/${object.successor_hash}`, 'successor-version'),
    linkTo(`/api/v1/entries/${object.entry_id}/revisions`, 'version-history'),
    citeLink(object.sha256),
    ...siteLinks(license),
  ]
  const { retirement_state, retirement_hash, retirement_at } = object
  if (!isRetired(retirement_state) || retirement_hash === null || retirement_at === null)
    return { link: joined(links) }
  return {
    link: joined([...links, linkTo(`/objects/${retirement_hash}`, 'deprecation')]),
    deprecation: `@${Math.floor(Date.parse(retirement_at) / 1000)}`,
  }
}

function joined(links: readonly (string | null)[]): string {
  return links.filter((value) => value !== null).join(', ')
}
