import { type Agent, BUDGET, MATCHES, type Match, type SearchAnswer, SIP } from './ask.ts'
import type { CollectionDocument, JudgedQuestion } from './collections.ts'
import type { AnyWord } from './fts.ts'
import type { Judged } from './measures.ts'
import {
  isOneOf,
  type OutlinedHit,
  type PassagesRead,
  tokensOfPassages,
  tokensReadBySections,
  tokensReadWhole,
} from './reading.ts'

const LIMIT = 10
/** As much text as one page of the usual budget. */
const MOST_SIPS = BUDGET / SIP

/** What one way of asking found; tokens are null where the relevant text never came. */
export interface Ranked {
  judged: Judged
  whole: number | null
  /** Undefined where outlines are not offered. */
  sections: number | null | undefined
}

/** Everything that was measured of one question. */
export interface Measured {
  question: JudgedQuestion
  ranked: Partial<Record<Match, Ranked>>
  fts: Ranked
  /** Whether the suggestions of an empty answer lead to a relevant document; null where it was not empty. */
  suggestions: 'none' | 'relevant' | 'irrelevant' | null
  /** Null where passages are not offered. */
  passages: { isOnFirstPage: boolean; tokens: number | null } | null
}

export interface Measuring {
  agent: Agent
  fts: AnyWord
  documents: readonly CollectionDocument[]
}

/** Asks one question at a time, as an agent does. */
export async function measureSet(
  measuring: Measuring,
  questions: readonly JudgedQuestion[],
): Promise<Measured[]> {
  const ids = new Map(measuring.documents.map(({ id, path }) => [path, id]))
  const measured: Measured[] = []
  for (const question of questions) measured.push(await measureQuestion(measuring, ids, question))
  return measured
}

type Ids = ReadonlyMap<string, string>

async function measureQuestion(
  { agent, fts }: Measuring,
  ids: Ids,
  question: JudgedQuestion,
): Promise<Measured> {
  const ranked: Measured['ranked'] = {}
  let suggestions: Measured['suggestions'] = null
  for (const match of MATCHES) {
    if (match === 'most' && !agent.offers.most) continue
    const answer = await agent.search(question.text, match)
    ranked[match] = await rankedOf(agent, ids, question, answer)
    if (match === 'all' && answer.items.length === 0)
      suggestions = await worthOfSuggestions(agent, ids, question, answer.suggestions)
  }
  return {
    question,
    ranked,
    fts: rankedByFts(fts, question),
    suggestions,
    passages: agent.offers.passages ? await passagesOf(agent, ids, question) : null,
  }
}

function answersOf(ids: Ids, question: JudgedQuestion, path: string): readonly string[] | undefined {
  return question.answers.get(ids.get(path) ?? '')
}

async function rankedOf(
  agent: Agent,
  ids: Ids,
  question: JudgedQuestion,
  { items, bytes }: SearchAnswer,
): Promise<Ranked> {
  const judged = items.map(({ path }) => answersOf(ids, question, path) !== undefined)
  const read = judged.includes(true) ? items.slice(0, judged.indexOf(true) + 1) : []
  const hits: OutlinedHit[] = []
  for (const { path, content_hash } of read) {
    const outline = agent.offers.sections ? await agent.outline(content_hash) : { items: [], bytes: 0 }
    const answering = answersOf(ids, question, path)
    hits.push({
      isRelevant: answering !== undefined,
      answering: answering ?? [],
      bytes: await agent.object(content_hash),
      outline: outline.items,
      outlineBytes: outline.bytes,
    })
  }
  return {
    judged,
    whole: tokensReadWhole(bytes, hits),
    sections: agent.offers.sections ? tokensReadBySections(question.text, bytes, hits) : undefined,
  }
}

/** Its list costs nothing: only texts are counted. */
function rankedByFts(fts: AnyWord, { text, answers }: JudgedQuestion): Ranked {
  const hits = fts.best(text, LIMIT).map(({ id, body }) => ({
    isRelevant: answers.has(id),
    bytes: Buffer.from(body),
  }))
  const judged = hits.map(({ isRelevant }) => isRelevant)
  return { judged, whole: tokensReadWhole(0, hits), sections: undefined }
}

async function worthOfSuggestions(
  agent: Agent,
  ids: Ids,
  question: JudgedQuestion,
  suggestions: readonly string[],
): Promise<Measured['suggestions']> {
  for (const suggestion of suggestions) {
    const { items } = await agent.search(suggestion, 'all')
    if (items.some(({ path }) => answersOf(ids, question, path) !== undefined)) return 'relevant'
  }
  return suggestions.length === 0 ? 'none' : 'irrelevant'
}

/** A passage answers when it is of a document that does, and under a heading that does where one is named. */
async function passagesOf(agent: Agent, ids: Ids, question: JudgedQuestion): Promise<Measured['passages']> {
  const isRelevant = (path: string, headings: readonly string[]) => {
    const answering = answersOf(ids, question, path)
    if (answering === undefined) return false
    return answering.length === 0 || headings.some((heading) => isOneOf(heading, answering))
  }
  const readPages = async (budget: number, most: number) => {
    const pages: PassagesRead[] = []
    let cursor: string | null = null
    do {
      const { items, bytes, next_cursor } = await agent.passages(question.text, { budget, cursor })
      const passages = items.map(({ path, headings }) => ({ isRelevant: isRelevant(path, headings) }))
      pages.push({ bytes, passages })
      cursor = next_cursor
    } while (cursor !== null && tokensOfPassages(pages) === null && pages.length < most)
    return tokensOfPassages(pages)
  }
  return {
    isOnFirstPage: (await readPages(BUDGET, 1)) !== null,
    tokens: await readPages(SIP, MOST_SIPS),
  }
}
