import type { AnswerOf, Operations } from '@colophon/contract'
import { closePage } from '../../core/close-page.ts'
import type { SearchPlace } from '../../core/search/place.ts'
import { type WrittenAnswer, writeAnswer } from '../../core/written-answer.ts'
import { indexView } from '../listed-row.ts'
import type { FoundPage } from './find-page.ts'
import type { Asked } from './messages.ts'

type SearchView = AnswerOf<Operations['search']>

/** What was found as the answer to the caller, closed with the cursor key of the press. */
export function writePage(
  key: Uint8Array,
  asked: Asked & { kind: 'search' },
  found: FoundPage,
): WrittenAnswer {
  const { page, query } = asked
  const { documents, lengths, frequencies } = found.statistics
  const { items, next_cursor } = closePage(
    { key, ...page },
    found.items,
    ({ hit }): SearchPlace => [hit.score, hit.entryId, found.since, documents, lengths, frequencies],
  )
  return writeAnswer('search', {
    query,
    excerpt_format: 'plain_text',
    items: items.map(itemOf),
    next_cursor,
    suggestions: found.suggestions,
  })
}

function itemOf({ hit, row, excerpt }: FoundPage['items'][number]): SearchView['items'][number] {
  return { ...indexView(row), excerpt, score: hit.score, ranking_adjustments: hit.adjustments }
}
