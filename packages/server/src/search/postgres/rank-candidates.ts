import { analyseQuery } from '../analyse/terms.ts'
import type { Scratch } from '../index/match.ts'
import { questionOf } from '../index/question.ts'
import { rank } from '../index/rank.ts'
import { rankMost } from '../index/rank-most.ts'
import { suggestQueries } from '../index/suggest.ts'
import type { Ranked } from '../indexer/messages.ts'
import type { PlainTexts } from '../pages/plain-texts.ts'
import { textsOf } from '../pages/ranked.ts'
import type { SearchScope } from './candidates.ts'
import type { DocumentRow } from './document-rows.ts'
import { findWhole, findWithAll, findWithMost, isSampleWhole, withNamed } from './find-candidates.ts'
import { SEARCH_INDEX_LIMITS } from './index-limits.ts'
import { type Looking, type RankRequest, segmentsOf } from './looking.ts'
import { measuresFor, statisticsFor, termsOf } from './rarity.ts'

interface Sources {
  readonly plainTexts: PlainTexts
  readonly scratch: Scratch
  readSample(scope: SearchScope): Promise<readonly DocumentRow[]>
}

/**
 * Ranks documents that the database finds by the code that ranks an index in memory: the newest ones that match, as a segment
 * of the words that the question asks for. Where all documents that have any of the words are among them, scores are those
 * of an index in memory; else how rare a word is comes from a sample.
 */
export async function rankCandidates(
  scope: SearchScope,
  sources: Sources,
  asked: RankRequest,
): Promise<Ranked> {
  const looking = await look(scope, sources, asked)
  return asked.most ? rankedByAny(looking, asked.most.pins) : rankedByAll(looking)
}

async function look(scope: SearchScope, sources: Sources, asked: RankRequest): Promise<Looking> {
  const { topics, rows } = scope
  const isFirst = asked.after === null
  const languages = topics.reduce((all, one) => all | one.languages, 0)
  const sample = await sources.readSample(scope)
  const terms = asked.most ? termsOf(questionOf(asked.query)) : analyseQuery(asked.query).terms
  return {
    scope,
    asked,
    sources: {
      scratch: sources.scratch,
      readTexts: textsOf({ rows, plainTexts: sources.plainTexts }, asked.topics),
    },
    languages,
    documents: topics.reduce((sum, one) => sum + one.documents, 0),
    sample,
    sampled: segmentsOf({ languages }, sample, terms),
    limit: SEARCH_INDEX_LIMITS.candidates * (isFirst ? 1 : SEARCH_INDEX_LIMITS.growth),
  }
}

async function rankedByAll(looking: Looking): Promise<Ranked> {
  const { asked, sources } = looking
  const { terms } = analyseQuery(asked.query)
  const whole = await findWhole(looking, terms)
  const rows = whole ?? (await findWithAll(looking, terms))
  const segments = segmentsOf(looking, await withNamed(looking, rows), terms)
  const statistics =
    asked.statistics ?? (await statisticsFor(looking, terms, whole === null ? null : segments))
  const ranking = rank(segments, { ...asked, statistics }, sources.scratch)
  const isEmpty = asked.suggest && ranking.hits.length === 0
  return {
    ...ranking,
    hits: ranking.hits.map((hit) => ({ ...hit, missing: [] })),
    pins: null,
    suggestions: isEmpty ? await suggest(looking, rows) : [],
  }
}

async function rankedByAny(
  looking: Looking,
  pins: NonNullable<RankRequest['most']>['pins'],
): Promise<Ranked> {
  const { asked, sources } = looking
  const question = questionOf(asked.query)
  const terms = termsOf(question)
  const whole = await findWhole(looking, terms)
  const known = pins?.measures ?? (whole === null ? await measuresFor(looking, question, null) : null)
  const rows = whole ?? (await findWithMost(looking, question, known?.statistics.frequencies ?? []))
  // Of the few documents of a small press all words are read: those that the best of them share count, too.
  const named = await withNamed(looking, rows)
  const segments = segmentsOf(looking, named, isSampleWhole(looking) ? null : terms)
  const measures = known ?? (await measuresFor(looking, question, segments))
  const ranking = await rankMost(segments, { ...asked, pins, measures }, sources)
  const { hits, since } = ranking
  return { hits, since, pins: ranking.pins, statistics: measures.statistics, suggestions: [] }
}

/** Spellings are those of the documents that have any of the words, and of the newest. */
async function suggest(looking: Looking, found: readonly DocumentRow[]): Promise<string[]> {
  const { asked, sources, sample } = looking
  const rows = new Map([...found, ...sample].map((row) => [row.entry_id, row]))
  return suggestQueries(segmentsOf(looking, [...rows.values()], null), asked, sources)
}
