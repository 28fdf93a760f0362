/** What revisions of the protocol brought that older clients do not know, or even refuse. */
const SINCE = {
  annotations: '2025-03-26',
  structuredContent: '2025-06-18',
  outputSchema: '2025-06-18',
  title: '2025-06-18',
  resourceLink: '2025-06-18',
  websiteUrl: '2025-11-25',
  extensions: '2025-11-25',
  cacheHints: '2026-07-28',
} as const

/** Messages without the header are those of clients that do not know it, as the protocol says. */
export const WITHOUT_HEADER = '2025-03-26'

/** The last revision in which several messages might come in one request. */
const LAST_WITH_BATCHES = '2025-03-26'

type Plain = Readonly<Record<string, unknown>>

/** Revisions are dates: their order is that of their texts. */
function knows(revision: string, what: keyof typeof SINCE): boolean {
  return revision >= SINCE[what]
}

export function takesBatches(revision: string): boolean {
  return revision <= LAST_WITH_BATCHES
}

/** A tool as a client of the revision knows tools. */
export function toolFor<T extends Plain | object>(revision: string, tool: T): T {
  return without(revision, tool, ['annotations'])
}

/** A result as a client of the revision knows results. */
export function resultFor<T extends { content: readonly { type: string }[] }>(
  revision: string,
  result: T,
): T {
  const plain = without(revision, result, ['structuredContent'])
  if (knows(revision, 'resourceLink')) return plain
  return { ...plain, content: plain.content.filter(({ type }) => type !== 'resource_link') }
}

/** A server, a resource or a template. */
export function namedFor<T extends object>(revision: string, named: T): T {
  return without(revision, named, ['title', 'websiteUrl'])
}

/** The extensions that a server declares, to clients of revisions that have them. */
export function extensionsFor(revision: string, extensions: Readonly<Record<string, object>>): object {
  return knows(revision, 'extensions') ? { extensions } : {}
}

/** How long a result is kept: nothing for revisions that do not say it. */
export function hintFor<T extends object>(revision: string, hint: T): T | Record<string, never> {
  return knows(revision, 'cacheHints') ? hint : {}
}

function without<T extends object>(revision: string, value: T, names: readonly (keyof typeof SINCE)[]): T {
  const unknown: readonly string[] = names.filter((name) => !knows(revision, name))
  if (unknown.length === 0) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !unknown.includes(name))) as T
}
