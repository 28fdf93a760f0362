import type { Scratch } from '../index/match.ts'
import { rank } from '../index/rank.ts'
import { type MostRanking, type MostSources, type ReadTexts, rankMost } from '../index/rank-most.ts'
import type { Segment } from '../index/segment.ts'
import { suggestQueries } from '../index/suggest.ts'
import type { Ranked, ThreadRequest } from '../indexer/messages.ts'
import type { Rows } from '../indexer/rows.ts'
import { readListed } from './listed-rows.ts'
import type { PlainTexts } from './plain-texts.ts'

type RankRequest = ThreadRequest & { kind: 'rank' }

interface Sources {
  readonly rows: Rows
  readonly plainTexts: PlainTexts
  readonly scratch: Scratch
  segmentsOf(topics: readonly string[]): Promise<Segment[]>
}

/** Ranks in either way of matching, over everything of the topics that was committed before. */
export async function rankedFor(sources: Sources, asked: RankRequest): Promise<Ranked> {
  const segments = await sources.segmentsOf(asked.topics)
  if (asked.most) return rankedByAny(sources, segments, { asked, pins: asked.most.pins })
  const ranking = rank(segments, asked, sources.scratch)
  const isEmpty = asked.suggest && ranking.hits.length === 0
  return {
    ...ranking,
    hits: ranking.hits.map((hit) => ({ ...hit, missing: [] })),
    pins: null,
    suggestions: isEmpty ? await suggestQueries(segments, asked, mostSources(sources, asked)) : [],
  }
}

async function rankedByAny(
  sources: Sources,
  segments: readonly Segment[],
  { asked, pins }: { asked: RankRequest; pins: MostRanking['pins'] | null },
): Promise<Ranked> {
  const ranking = await rankMost(segments, { ...asked, pins }, mostSources(sources, asked))
  const { hits, since } = ranking
  return { hits, since, pins: ranking.pins, statistics: ranking.pins.measures.statistics, suggestions: [] }
}

function mostSources(sources: Sources, { topics }: RankRequest): MostSources {
  return { scratch: sources.scratch, readTexts: textsOf(sources, topics) }
}

/** Texts of entries that are listed in the topics now. */
export function textsOf(
  { rows, plainTexts }: Pick<Sources, 'rows' | 'plainTexts'>,
  topics: readonly string[],
): ReadTexts {
  return async (entryIds) => {
    const listed = [...(await readListed(rows, { entryIds, topics })).values()]
    const texts = await plainTexts(listed.map(({ content_hash }) => content_hash))
    return new Map(
      listed.map(({ entry_id, title }, place) => [entry_id, { title, text: texts[place] ?? '' }]),
    )
  }
}
