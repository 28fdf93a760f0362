import type { AnswerOf, Operations } from '@colophon/contract'
import { closePage } from '../../core/close-page.ts'
import type { Standing } from '../../core/freshness.ts'
import { type WrittenAnswer, writeAnswer } from '../../core/written-answer.ts'
import { indexView } from '../../storage/listed-row.ts'
import { placeAfter } from '../index/place.ts'
import type { ThreadRequest } from '../indexer/messages.ts'
import type { ResultPage } from './find-page.ts'

type SearchView = AnswerOf<Operations['search']>

/** What was found as the answer to the caller, closed with the cursor key of the server. */
export function writeResultPage(
  key: Uint8Array,
  asked: ThreadRequest & { kind: 'search' },
  found: ResultPage,
  standings: ReadonlyMap<string, Standing>,
): WrittenAnswer {
  const { page, query } = asked
  const now = new Date(asked.now).toISOString()
  const { items, next_cursor } = closePage({ key, ...page }, found.items, ({ hit }) => placeAfter(hit, found))
  return writeAnswer('search', {
    query,
    match: found.pins === null ? 'all' : 'most',
    excerpt_format: 'plain_text',
    items: items.map((item) => itemOf(item, now, standings.get(item.row.content_hash))),
    next_cursor,
    suggestions: found.suggestions,
  })
}

function itemOf(
  { hit, row, excerpt }: ResultPage['items'][number],
  now: string,
  standing: Standing | undefined,
): SearchView['items'][number] {
  return {
    ...indexView(row, now, standing),
    excerpt,
    score: hit.score,
    ranking_adjustments: hit.adjustments,
    missing_terms: hit.missing,
  }
}
