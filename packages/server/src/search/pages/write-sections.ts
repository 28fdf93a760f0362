import { type AnswerOf, type Operations, SECTION_LIMITS } from '@colophon/contract'
import { closePage } from '../../core/close-page.ts'
import { sha256Hex } from '../../core/hash.ts'
import { type WrittenAnswer, writeAnswer } from '../../core/written-answer.ts'
import { approxTokens, type Outline, type Place } from '../../text/outline.ts'
import type { ThreadRequest } from '../indexer/messages.ts'

type SectionView = AnswerOf<Operations['listSections']>['items'][number]
type BytesView = Pick<SectionView, 'start' | 'end' | 'sha256' | 'approx_tokens'>

/** A page of the outline, closed with the cursor key of the server. */
export function writeSectionPage(
  key: Uint8Array,
  { first, binding }: ThreadRequest & { kind: 'sections' },
  { text, sections }: Outline,
): WrittenAnswer {
  const limit = SECTION_LIMITS.onPage
  const numbered = sections
    .slice(first, first + limit + 1)
    .map((section, place) => ({ section, index: first + place }))
  const { items, next_cursor } = closePage({ key, binding, limit }, numbered, ({ index }) => index + 1)
  return writeAnswer('listSections', {
    items: items.map(({ section, index }) => ({
      index,
      level: section.level,
      heading: section.heading,
      ...bytesView(text, section),
    })),
    next_cursor,
  })
}

/** Where bytes stand in an object, and what they are. */
export function bytesView(text: string, { start, end, textStart, textEnd }: Place): BytesView {
  return {
    start,
    end,
    sha256: sha256Hex(text.slice(textStart, textEnd)),
    approx_tokens: approxTokens(end - start),
  }
}
