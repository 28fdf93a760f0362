import {
  BYTE_LIMITS,
  OPERATIONS,
  type Operation,
  PAGES,
  RESOURCE_FORMS,
  type Resource,
} from '@colophon/contract'
import { sha256Hex } from '../../packages/server/src/core/hash.ts'
import { largestValue } from './largest-value.ts'
import type { LongPair, Names } from './site.ts'
import { TEXTS } from './texts.ts'

/** One request of the walk. */
export interface WorstRequest {
  readonly operation: string
  /** What is bad about it. */
  readonly what: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly type?: string
  readonly body?: string | Uint8Array
}

/** What would end the walk: the bearer itself, or the site's being open. */
const LEFT_OUT = new Set(['revokeMe', 'endSession', 'revokeToken', 'continueRecovery'])

/** Every operation and page, each with the worst that a client may send it. */
export function* worstRequests(names: Names): Generator<WorstRequest, void> {
  const operations: Operation[] = Object.values(OPERATIONS)
  for (const operation of operations.filter(({ id }) => !LEFT_OUT.has(id)))
    for (const named of namings(operation, names)) yield* worstOf(operation, named)
  yield* worstPages(names)
  yield* worstMessages(names)
}

interface Naming {
  readonly what: string
  name(resource: Resource): string
}

const OF_A_PAIR: Partial<Record<Resource, 'a' | 'b' | 'entry'>> = {
  base: 'a',
  compared: 'b',
  object: 'b',
  revision: 'b',
}

/** Once for each long text where the path names a revision; else once. */
function namings({ params = {} }: Operation, { one, pairs }: Names): Naming[] {
  const usual = (resource: Resource) => one[resource] ?? String(sampleOf(resource))
  if (!Object.values(params).some((resource) => OF_A_PAIR[resource] !== undefined))
    return [{ what: '', name: usual }]
  return pairs.map((pair) => ({
    what: pair.text,
    name: (resource) => {
      const part = OF_A_PAIR[resource]
      return part === undefined ? usual(resource) : pair[part]
    },
  }))
}

function sampleOf(resource: Resource): unknown {
  return largestValue(RESOURCE_FORMS[resource] as never)
}

function* worstOf(operation: Operation, { what, name }: Naming): Generator<WorstRequest, void> {
  const { id, method } = operation
  const pathOf = (replaced: (resource: Resource) => string) =>
    operation.path.replaceAll(/\{(\w+)\}/g, (_whole, parameter: string) => {
      const resource = operation.params?.[parameter]
      return resource === undefined ? '' : replaced(resource)
    })
  if (method === 'GET')
    for (const [kind, query] of queriesOf(operation))
      yield {
        operation: id,
        method,
        what: [what, kind].filter(Boolean).join(', '),
        path: pathOf(name) + query,
      }
  else
    for (const [kind, body] of bodiesOf(operation))
      yield {
        operation: id,
        method,
        what: [what, kind].filter(Boolean).join(', '),
        path: pathOf((resource) => (resource === 'brought' ? sha256Hex(body) : name(resource))),
        type: operation.rawBody ?? 'application/json',
        body,
      }
}

const QUESTIONS: Readonly<Record<string, string>> = {
  'many words': 'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(4),
  'words of the largest text': Array.from({ length: 30 }, (_, n) => `w${n.toString(36)}`).join(' '),
  'misspelt words': Array.from({ length: 20 }, (_, n) => `articel${n}`).join(' '),
  'one long word': 'tools'.repeat(40),
  'scripts and marks': '木"*(-)\u0301é'.repeat(20),
}

function* queriesOf({ query }: Operation): Generator<[string, string], void> {
  yield ['', '']
  if (query === undefined) return
  const largest = largestValue(query as never) as Record<string, unknown>
  const { cursor: _cursor, topic: _topic, ...rest } = largest
  if (!('q' in rest)) return yield ['largest query', textOfQuery(rest)]
  for (const [kind, q] of Object.entries(QUESTIONS))
    for (const match of 'match' in rest ? ['all', 'most'] : [null])
      yield [
        `${kind}${match === null ? '' : `, match=${match}`}`,
        textOfQuery({ ...rest, q: q.slice(0, 200), ...(match === null ? {} : { match }) }),
      ]
}

function textOfQuery(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  )
  return `?${new URLSearchParams(pairs)}`.slice(0, 12_000)
}

/** Bodies of the largest size: valid as far as the schema goes, and such as parsers and checks are slow with. */
function* bodiesOf(operation: Operation): Generator<[string, string | Uint8Array], void> {
  const { id, body, bodyLimit = 'request' } = operation
  const room = BYTE_LIMITS[bodyLimit] - 16
  if (operation.rawBody === 'application/octet-stream') return yield ['bytes', new Uint8Array(room)]
  if (body !== undefined) {
    const largest = largestValue(body as never) as Record<string, unknown>
    yield ['largest of its form', JSON.stringify(largest).slice(0, room)]
    if (id === 'createSubmission')
      for (const [text, words] of Object.entries(TEXTS)) yield [text, JSON.stringify(article(text, words))]
  }
  yield ['depth', '['.repeat(room)]
  yield ['depth in a member', `{"a":${'{"a":'.repeat(room / 6 - 4)}`]
  yield ['members', manyMembers(room)]
  yield ['numbers', `[${'1,'.repeat(room / 2 - 4)}1]`]
  yield ['one text', JSON.stringify({ title: 'a'.repeat(room - 64) })]
  yield ['escapes', `{"title":"${'\\u0061'.repeat(room / 6 - 8)}"}`]
}

function article(text: string, body: string) {
  return { kind: 'article', path: `/tools/new-${text.replaceAll(' ', '-')}`, title: 'T', summary: 'S', body }
}

function manyMembers(room: number): string {
  const members = Array.from({ length: Math.floor(room / 16) }, (_, n) => `"k${n.toString(36)}":0`)
  return `{${members.join(',')}}`.slice(0, room)
}

function* worstPages({ pairs, entryOfMany }: Names): Generator<WorstRequest, void> {
  const page = (operation: string, what: string, path: string): WorstRequest => ({
    operation: `page ${operation}`,
    what,
    method: 'GET',
    path,
  })
  for (const pair of pairs) for (const [name, path] of pagesOf(pair)) yield page(name, pair.text, path)
  yield page(PAGES.showHistory.path, 'sixty revisions', `/entries/${entryOfMany}/history`)
  for (const path of ['/read', '/topics', '/topics/bench']) yield page(path, 'three thousand entries', path)
  for (const [kind, q] of Object.entries(QUESTIONS))
    yield page('/search', kind, `/search?${new URLSearchParams({ q: q.slice(0, 200) })}`)
  for (const path of [
    '/llms.txt',
    '/sitemap.xml',
    '/feed.atom',
    '/feeds/tools.atom',
    '/openapi.json',
    '/agent.md',
  ])
    yield page(path, 'three thousand entries', path)
}

function pagesOf({ path, entry, a, b }: LongPair): [string, string][] {
  return [
    [PAGES.showArticle.path, `/read${path}`],
    [PAGES.showRevision.path, `/revisions/${a}`],
    [PAGES.showHistory.path, `/entries/${entry}/history?changes=${b}`],
    [PAGES.showLineage.path, `/lineage/${b}`],
    ['Markdown', `/read${path}.md`],
  ]
}

/** The tools of `/mcp` that read, and messages that parsers are slow with. */
function* worstMessages({ pairs }: Names): Generator<WorstRequest, void> {
  const room = BYTE_LIMITS.request - 16
  const message = (what: string, body: string): WorstRequest => ({
    operation: '/mcp',
    what,
    method: 'POST',
    path: '/mcp',
    type: 'application/json',
    body,
  })
  const call = (name: string, given: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
  for (const { text, path, a, b } of pairs) {
    yield message(`read_article of ${text}`, call('read_article', { path, max_tokens: 200_000 }))
    yield message(`compare_revisions of ${text}`, call('compare_revisions', { a, b }))
  }
  for (const [kind, q] of Object.entries(QUESTIONS))
    yield message(`find_passages: ${kind}`, call('find_passages', { question: q, budget: 20_000 }))
  yield message('tools/list', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))
  yield message('depth', '['.repeat(room))
  yield message('many messages', `[${'{},'.repeat(room / 3 - 4)}{}]`)
}
