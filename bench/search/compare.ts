import { join } from 'node:path'
import { newScratch } from '../../packages/server/src/core/search/match.ts'
import { rank } from '../../packages/server/src/core/search/rank.ts'
import type { Segment } from '../../packages/server/src/core/search/segment.ts'
import { createFollower } from '../../packages/server/src/storage/search/follower.ts'
import { openRows } from '../../packages/server/src/storage/search/open-rows.ts'
import { createReadBytes } from '../../packages/server/src/storage/search/read-bytes.ts'
import type { Figure } from '../figures.ts'
import { ask, openWire, requestBytes } from '../wire.ts'
import { asPrefixes, type Fts } from './fts.ts'

const WARM_UP = 40

interface Comparing {
  segments: readonly Segment[]
  port: number
  queries: readonly string[]
  fts: Fts
}

/** The same queries here and there, one after another. */
export async function compareQueries({ segments, port, queries, fts }: Comparing): Promise<Figure[]> {
  const scratch = newScratch()
  const asked = { mode: null, exact: null, now: 0, limit: 26, after: null, statistics: null }
  const wire = await openWire(port)
  const inProcess = newTimes()
  const http = newTimes()
  const words = newTimes()
  const prefixes = newTimes()
  const excerpts = newTimes()
  for (const [place, query] of [...queries.slice(0, WARM_UP), ...queries].entries()) {
    const isKept = place >= WARM_UP
    inProcess.take(isKept, () => rank(segments, { ...asked, query }, scratch))
    words.take(isKept, () => fts.rank(query))
    prefixes.take(isKept, () => fts.rank(asPrefixes(query)))
    excerpts.take(isKept, () => fts.excerpts(asPrefixes(query)))
    // A query that was sent in the warm-up has another form now: no answer is used again.
    const request = requestBytes(
      `GET /api/v1/search?q=${encodeURIComponent(isKept ? query : `${query} .`)}`,
      [],
    )
    await http.takeSlow(isKept, () => ask(wire, request))
  }
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

interface Times {
  readonly kept: number[]
  take(isKept: boolean, work: () => unknown): void
  takeSlow(isKept: boolean, work: () => Promise<unknown>): Promise<void>
}

function newTimes(): Times {
  const kept: number[] = []
  return {
    kept,
    take(isKept, work) {
      const start = performance.now()
      work()
      if (isKept) kept.push(performance.now() - start)
    },
    async takeSlow(isKept, work) {
      const start = performance.now()
      await work()
      if (isKept) kept.push(performance.now() - start)
    },
  }
}

/** The index as the press has stored it, in this process. */
export async function openSegments(folder: string, topicId: string): Promise<Segment[]> {
  const rows = await openRows(`sqlite:${join(folder, 'colophon.db')}`)
  const follower = createFollower({
    rows,
    readBytes: await createReadBytes(rows, 'database'),
    warn: (message) => console.error(message),
    remake: async () => false,
  })
  const segments = await follower.segmentsOf([topicId])
  await rows.close()
  return segments
}

function figure(what: string, ours: Times, theirs: Times, beside: string): Figure {
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
