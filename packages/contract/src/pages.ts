/** A page for people: HTML that a credential or a session's cookie may widen. */
export interface HumanPage {
  readonly path: string
  readonly summary: string
  /** Under the same address it is the exact Markdown for whoever prefers that, and always with `.md`. */
  readonly twin?: true
  /** Optional parameters. */
  readonly query?: readonly string[]
}

/** The reading room. `{path}` is an entry's path without its first slash: it has slashes of its own. */
export const PAGES = {
  showHome: { path: '/read', summary: 'The reading room: topics and newest publications' },
  showTopics: { path: '/topics', summary: 'The topics that the caller can read', query: ['cursor'] },
  showTopic: { path: '/topics/{id}', summary: 'A topic, its standard and its entries', query: ['cursor'] },
  showContents: {
    path: '/topics/{id}/contents',
    summary: 'The entries of a topic from A to Z, as a tree',
    query: ['under', 'cursor'],
  },
  showArticle: {
    path: '/read/{path}',
    summary: 'The current revision of an entry, or its tombstone',
    twin: true,
  },
  showRevision: {
    path: '/revisions/{sha256}',
    summary: 'Exactly one revision, whatever came after it',
    twin: true,
  },
  showHistory: {
    path: '/entries/{uuid}/history',
    summary: 'The revisions of an entry and what they changed',
    query: ['changes', 'from', 'to', 'cursor'],
  },
  showSearch: { path: '/search', summary: 'Search, for people', query: ['q', 'topic', 'mode', 'cursor'] },
  showLineage: {
    path: '/lineage/{sha256}',
    summary: 'What an object came from and what came of it, as a picture',
    query: ['direction', 'depth'],
  },
  showProblem: { path: '/problems/{code}', summary: 'What a problem code means and what to do' },
} as const satisfies Record<string, HumanPage>

/** The id of a page. */
export type PageId = keyof typeof PAGES
