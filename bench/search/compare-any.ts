import { join } from 'node:path'
import { newScratch } from '../../packages/server/src/search/index/match.ts'
import { type MostSources, rankMost } from '../../packages/server/src/search/index/rank-most.ts'
import type { Segment } from '../../packages/server/src/search/index/segment.ts'
import { createGarbage } from '../../packages/server/src/search/indexer/garbage.ts'
import { openRows } from '../../packages/server/src/search/indexer/open-rows.ts'
import { createReadBytes } from '../../packages/server/src/search/indexer/read-bytes.ts'
import { createPlainTexts } from '../../packages/server/src/search/pages/plain-texts.ts'
import { textsOf } from '../../packages/server/src/search/pages/ranked.ts'
import { anyOf } from '../agent/fts.ts'
import type { Figure } from '../figures.ts'
import { BLOCK, figure, inOtherCompany, newTimes, take } from './compare.ts'
import type { Fts } from './fts.ts'

const WARM_UP = 60

/** Any of many words, as the search thread ranks them with texts and all, beside FTS5 with `OR`. */
export async function compareAnyWord(asked: {
  folder: string
  topicId: string
  segments: readonly Segment[]
  queries: readonly string[]
  fts: Fts
}): Promise<Figure> {
  const { segments, queries, fts } = asked
  const sources = await openSources(asked)
  const plain = { mode: null, exact: null, now: 0, limit: 26, after: null, pins: null }
  const ours = newTimes((query) => rankMost(segments, { ...plain, query }, sources))
  const theirs = newTimes((query) => fts.rank(anyOf(query)))
  for (const query of inOtherCompany(queries, WARM_UP)) await ours.work(query)
  for (let first = 0; first < queries.length; first += BLOCK)
    for (const times of first % (2 * BLOCK) === 0 ? [ours, theirs] : [theirs, ours])
      await take(times, queries.slice(first, first + BLOCK))
  const terms = (queries[0] ?? '').split(' ').length
  const name = `Any of ${terms} common terms, the search alone`
  return { ...figure(name, ours, theirs, 'FTS5, `OR` of exact words'), target: '<= 0.5 / 0.7' }
}

async function openSources({ folder, topicId }: { folder: string; topicId: string }): Promise<MostSources> {
  const rows = await openRows(`sqlite:${join(folder, 'colophon.db')}`)
  const plainTexts = createPlainTexts(await createReadBytes(rows, 'database', () => {}), createGarbage())
  return { scratch: newScratch(), readTexts: textsOf({ rows, plainTexts }, [topicId]) }
}
