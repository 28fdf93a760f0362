interface RevisionNeighbours {
  entry_id: string | null
  publication_hash: string | null
  parent_hash: string | null
  successor_hash: string | null
  head_hash: string | null
  retirement_state: string | null
  retirement_hash: string | null
  retirement_at: string | null
}

/**
 * RFC 5829 links of a published revision, and of a retired one RFC 9745, so that whoever holds the bytes can
 * see where they stand.
 */
export function revisionHeaders(object: RevisionNeighbours): Record<string, string> {
  if (object.publication_hash === null || object.entry_id === null) return {}
  const links = [
    object.head_hash === null ? null : link(`/objects/${object.head_hash}`, 'latest-version'),
    object.parent_hash === null ? null : link(`/objects/${object.parent_hash}`, 'predecessor-version'),
    object.successor_hash === null ? null : link(`/objects/${object.successor_hash}`, 'successor-version'),
    link(`/api/v1/entries/${object.entry_id}/revisions`, 'version-history'),
  ]
  const { retirement_state, retirement_hash, retirement_at } = object
  if (retirement_state !== 'retired' || retirement_hash === null || retirement_at === null)
    return { link: joined(links) }
  return {
    link: joined([...links, link(`/objects/${retirement_hash}`, 'deprecation')]),
    deprecation: `@${Math.floor(Date.parse(retirement_at) / 1000)}`,
  }
}

function joined(links: readonly (string | null)[]): string {
  return links.filter((value) => value !== null).join(', ')
}

function link(target: string, relation: string): string {
  return `<${target}>; rel="${relation}"`
}
