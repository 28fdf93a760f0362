import assert from 'node:assert/strict'
import { DOCUMENTS, OPERATIONS, type Operation, PAGES } from '@colophon/contract'
import type { Site } from './site.ts'

/** What cannot be the same, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'x-request-id': 'names the request',
  date: 'is the time of the answer',
}

/** What a mirror answers with 404 although its press answers it, or for itself, and why. */
const NOT_HELD: Readonly<Record<string, string>> = {
  getSignals: 'reports of use come every minute, and belong to the press that counts them',
  getAttestation: 'a mirror has no key to sign with',
  getMetrics: 'each process measures itself',
}

interface Known {
  readonly topics: readonly string[]
  readonly entries: readonly string[]
  readonly hashes: readonly string[]
  readonly paths: readonly string[]
}

/** What the press shows to anybody, found by its own lists. */
async function readKnown(site: Site): Promise<Known> {
  const topics = (await site.get('/api/v1/topics?limit=100')).as('listTopics').items
  const changes = (await site.get('/api/v1/changes?limit=100')).as('listChanges').items
  const hashes = changes.flatMap(({ content_hash, publication_hash, retirement_hash }) => [
    content_hash,
    publication_hash,
    retirement_hash,
  ])
  const of = (values: readonly (string | null)[]) => [...new Set(values)].filter((value) => value !== null)
  return {
    topics: [...topics.map(({ id }) => id), 'plans', 'brief', 'nothing'],
    entries: [...of(changes.map(({ entry_id }) => entry_id)), '00000000-0000-4000-8000-000000000000'],
    hashes: [...of([...hashes, ...topics.map(({ policy_hash }) => policy_hash)]), 'a'.repeat(64)],
    paths: [...of(changes.map(({ path }) => path)), '/plans/roof', '/tools/nothing'],
  }
}

const QUERIES: Readonly<Record<string, (known: Known) => readonly string[]>> = {
  listTopics: () => ['', '?limit=1'],
  listIndex: ({ topics }) => ['', '?limit=3', '?mode=reviewed', ...topics.map((topic) => `?topic=${topic}`)],
  search: () =>
    [
      'timber',
      'saw',
      'timber+splits&match=most',
      'tmber',
      'Third',
      'timber&topic=tools&limit=4',
      'plan',
      'top&mode=direct',
    ].map((q) => `?q=${q}`),
  findPassages: () => ['?q=what+splits+timber', '?q=oil&topic=tools', '?q=hidden+plan&budget=300'],
  resolvePath: ({ paths }) => paths.map((path) => `?path=${path}`),
  listChanges: ({ topics }) => ['', '?limit=7&after=3', ...topics.map((topic) => `?topic=${topic}`)],
  getStatus: ({ hashes }) => [
    `?${hashes
      .slice(0, 99)
      .map((hash) => `sha256=${hash}`)
      .join('&')}`,
  ],
  showSearch: () => ['', '?q=timber', '?q=tmber'],
  readObject: () => [''],
}

/** Every public address of the contract, with what the press knows for its parameters. */
function addressesOf(known: Known): [id: string, path: string][] {
  const operations = Object.values(OPERATIONS as Record<string, Operation>)
    .filter(({ method }) => method === 'GET')
    .map(({ id, path }) => ({ id, path }))
  const pages = Object.entries(PAGES).map(([id, { path }]) => ({ id, path }))
  const all = [...operations, ...DOCUMENTS, ...pages].filter(({ id }) => !Object.hasOwn(NOT_HELD, id))
  return all.flatMap(({ id, path }) => {
    const queries = QUERIES[id]?.(known) ?? ['']
    return filled(path, known).flatMap((address) =>
      queries.map((query): [string, string] => [id, `${address}${query}`]),
    )
  })
}

function filled(path: string, known: Known): string[] {
  const values: Readonly<Record<string, readonly string[]>> = {
    id: known.topics,
    uuid: known.entries,
    sha256: known.hashes,
    path: known.paths.map((one) => one.slice(1)),
    code: ['not_found', 'nothing'],
    topic: known.topics,
  }
  if (path.includes('{a}'))
    return pairsOf(known.hashes).map(([a, b]) => path.replace('{a}', a).replace('{b}', b))
  if (path.includes('{level}'))
    return ['entries/000.p/33', '0/000.p/33', '0/000.p/5', '1/000', 'entries/001'].map((tile) =>
      path.replace('{level}/{tile}', tile),
    )
  const [, name] = /\{(\w+)\}/.exec(path) ?? []
  if (name === undefined) return [path]
  return (values[name] ?? ['nothing']).map((value) => path.replace(`{${name}}`, value))
}

function pairsOf(hashes: readonly string[]): [string, string][] {
  return hashes.slice(0, 12).flatMap((a) => hashes.slice(0, 12).map((b): [string, string] => [a, b]))
}

interface Read {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
}

async function read(origin: string, path: string): Promise<Read> {
  const response = await fetch(`${origin}${path}`, { redirect: 'manual' })
  const body = Buffer.from(await response.arrayBuffer())
  const id = response.headers.get('x-request-id') ?? 'none'
  const text = body.toString('latin1').replaceAll(id, 'ID')
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !(name in OTHERS)))
  return withoutCursors({ status: response.status, headers, text })
}

/** A cursor is sealed with a key of whoever answers; an answer that holds one has another tag and another length. */
function withoutCursors(answer: Read): Read {
  const text = answer.text.replaceAll(CURSOR, '$1CURSOR').replaceAll(REPORTED_USE, '')
  // The part that is taken out of a page leaves its tag and its length behind.
  if (text === answer.text && !text.includes('class="article-page"')) return answer
  const { etag: _tag, 'content-length': _length, ...headers } = answer.headers
  const link = headers.link?.replaceAll(CURSOR, '$1CURSOR')
  return { ...answer, headers: { ...headers, ...(link === undefined ? {} : { link }) }, text }
}

/** Part of a page, of what a mirror does not hold: see NOT_HELD. */
const REPORTED_USE = /<section class="signals".*?<\/section>/gs
const CURSOR = /("next_cursor":|cursor=)"?[\w-]{20,}"?/g

/** Fails where a served folder answers a public address of the contract in another way than its press; answers how many were found. */
export async function assertSameAnswers(
  site: Site,
  mirror: string,
  more: readonly string[] = [],
): Promise<number> {
  const addresses = [
    ...addressesOf(await readKnown(site)),
    ...more.map((path): [string, string] => ['more', path]),
  ]
  const wrong: string[] = []
  let found = 0
  for (const [id, path] of addresses) {
    const [one, other] = await Promise.all([read(site.url, path), read(mirror, path)])
    if (one.status === 200) found += 1
    try {
      assert.deepEqual(other, one)
    } catch (error) {
      wrong.push(`${id} ${path}\n${String(error).slice(0, 900)}`)
    }
  }
  assert.deepEqual(
    wrong.slice(0, 8),
    [],
    `${wrong.length} of ${addresses.length}:\n${wrong.map((one) => one.split('\n')[0]).join('\n')}`,
  )
  return found
}
