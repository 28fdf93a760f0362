import { join } from 'node:path'
import { newScratch } from '../../packages/server/src/search/index/match.ts'
import { rank } from '../../packages/server/src/search/index/rank.ts'
import type { Segment } from '../../packages/server/src/search/index/segment.ts'
import { createGarbage } from '../../packages/server/src/search/indexer/garbage.ts'
import { createIndexer } from '../../packages/server/src/search/indexer/indexer.ts'
import { openRows } from '../../packages/server/src/search/indexer/open-rows.ts'
import { createReadBytes } from '../../packages/server/src/search/indexer/read-bytes.ts'
import type { Figure } from '../figures.ts'
import { ask, openWire, requestBytes } from '../wire.ts'
import { asPrefixes, type Fts } from './fts.ts'

/** As many at a time, here and then there: alone, each would find the caches full of the other. */
export const BLOCK = 20
/** Requests after which the server has compiled what it runs often. */
const WARM_UP = 600

interface Comparing {
  segments: readonly Segment[]
  port: number
  queries: readonly string[]
  fts: Fts
}

/** The same queries here and there in alternating blocks; each is asked once, so that no answer is used again. */
export async function compareQueries({ segments, port, queries, fts }: Comparing): Promise<Figure[]> {
  const scratch = newScratch()
  const asked = { mode: null, exact: null, now: 0, limit: 26, after: null, statistics: null }
  const wire = await openWire(port)
  const http = newTimes((query) => ask(wire, searchRequest(query)))
  const inProcess = newTimes((query) => rank(segments, { ...asked, query }, scratch))
  const words = newTimes((query) => fts.rank(query))
  const prefixes = newTimes((query) => fts.rank(asPrefixes(query)))
  const excerpts = newTimes((query) => fts.excerpts(asPrefixes(query)))
  const all = [http, inProcess, words, prefixes, excerpts]
  for (const query of inOtherCompany(queries, WARM_UP)) {
    await ask(wire, searchRequest(query))
    rank(segments, { ...asked, query }, scratch)
  }
  for (const query of queries) for (const run of [words, prefixes, excerpts]) await run.work(query)
  for (let first = 0; first < queries.length; first += BLOCK)
    for (const times of first % (2 * BLOCK) === 0 ? all : all.toReversed())
      await take(times, queries.slice(first, first + BLOCK))
  wire.close()
  const terms = (queries[0] ?? '').split(' ').length
  const name = `${terms} common terms`
  return [
    figure(`${name}, the search alone`, inProcess, prefixes, 'FTS5, `word*`'),
    figure(`${name}, the search alone`, inProcess, words, 'FTS5, exact words only'),
    figure(`${name}, over HTTP with excerpts`, http, prefixes, 'FTS5, `word*`, without excerpts'),
    figure(`${name}, over HTTP with excerpts`, http, excerpts, 'FTS5, `word*`, with `snippet()`'),
  ]
}

function searchRequest(query: string): Buffer {
  return requestBytes(`GET /api/v1/search?q=${encodeURIComponent(query)}`, [])
}

/** Queries of the same words that are none of these: their articles are others, too. */
export function inOtherCompany(queries: readonly string[], count: number): string[] {
  const words = queries.flatMap((query) => query.split(' '))
  const terms = words.length / queries.length
  const word = (place: number) => words[place % words.length] ?? ''
  return Array.from({ length: count }, (_, turn) =>
    Array.from({ length: terms }, (_, term) =>
      word(turn + term * (7 + Math.floor(turn / words.length))),
    ).join(' '),
  )
}

export interface Times {
  readonly work: (query: string) => unknown
  /** Milliseconds. */
  readonly kept: number[]
}

export function newTimes(work: Times['work']): Times {
  return { work, kept: [] }
}

export async function take({ work, kept }: Times, queries: readonly string[]): Promise<void> {
  for (const query of queries) {
    const start = performance.now()
    const result = work(query)
    if (result instanceof Promise) await result
    kept.push(performance.now() - start)
  }
}

/** The index as the server has stored it, in this process. */
export async function openSegments(folder: string, topicId: string): Promise<Segment[]> {
  const rows = await openRows(`sqlite:${join(folder, 'colophon.db')}`)
  const follower = createIndexer({
    rows,
    garbage: createGarbage(),
    readBytes: await createReadBytes(rows, 'database', () => {}),
    warn: (message) => console.error(message),
    remake: async () => false,
  })
  const segments = await follower.segmentsOf([topicId])
  await rows.close()
  return segments
}

export function figure(what: string, ours: Times, theirs: Times, beside: string): Figure {
  const both = ({ kept }: Times) => `${at(kept, 0.5).toFixed(2)} / ${at(kept, 0.99).toFixed(2)} ms`
  const ratio = (share: number) => (at(ours.kept, share) / at(theirs.kept, share)).toFixed(2)
  return {
    what: `${what}, p50 / p99`,
    measured: both(ours),
    beside: `${beside}: ${both(theirs)}`,
    ratio: `${ratio(0.5)} / ${ratio(0.99)}`,
    target: '<= 1.3 / 1.7',
  }
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}
