interface RevisionNeighbours {
  entry_id: string | null
  publication_hash: string | null
  parent_hash: string | null
  successor_hash: string | null
  head_hash: string | null
}

/** RFC 5829 links of a published revision, so that whoever holds the bytes can see where they stand. */
export function revisionLinks(object: RevisionNeighbours): Record<string, string> {
  if (object.publication_hash === null || object.entry_id === null) return {}
  const links = [
    object.head_hash === null ? null : link(`/objects/${object.head_hash}`, 'latest-version'),
    object.parent_hash === null ? null : link(`/objects/${object.parent_hash}`, 'predecessor-version'),
    object.successor_hash === null ? null : link(`/objects/${object.successor_hash}`, 'successor-version'),
    link(`/api/v1/entries/${object.entry_id}/revisions`, 'version-history'),
  ]
  return { link: links.filter((value) => value !== null).join(', ') }
}

function link(target: string, relation: string): string {
  return `<${target}>; rel="${relation}"`
}
