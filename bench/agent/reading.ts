import { tokensOf } from './measures.ts'

/** A section as an outline lists it: bytes of the object, end exclusive. */
export interface OutlineSection {
  level: number
  heading: string
  start: number
  end: number
}

/** A document that a search found, and what reading it costs. */
export interface Hit {
  isRelevant: boolean
  bytes: Buffer
  /** The headings of the sections that answer; none where the whole document does. */
  answering: readonly string[]
}

/** A hit with its outline, and the bytes of the answer that held it. */
export interface OutlinedHit extends Hit {
  outline: readonly OutlineSection[]
  outlineBytes: number
}

export interface FoundPassage {
  isRelevant: boolean
}

/** A page of passages and the bytes of the answer that held it. */
export interface PassagesRead {
  bytes: number
  passages: readonly FoundPassage[]
}

/** Tokens of the page and of every document down to the first relevant one, read whole; null without one. */
export function tokensReadWhole(pageBytes: number, hits: readonly Pick<Hit, 'isRelevant' | 'bytes'>[]) {
  let tokens = tokensOf(pageBytes)
  for (const { isRelevant, bytes } of hits) {
    tokens += tokensOf(bytes.length)
    if (isRelevant) return tokens
  }
  return null
}

/**
 * Tokens of the page, of the outlines, and of sections: of a document that does not answer the one whose heading
 * promises most, of one that does in the order of what the headings promise, down to the section that answers.
 */
export function tokensReadBySections(
  question: string,
  pageBytes: number,
  hits: readonly OutlinedHit[],
): number | null {
  let tokens = tokensOf(pageBytes)
  for (const hit of hits) {
    tokens += tokensOf(hit.outlineBytes)
    const order = inReadingOrder(question, hit.outline)
    const answering = hit.isRelevant ? answeringSections(question, hit) : new Set<OutlineSection>()
    for (const section of hit.isRelevant ? order : order.slice(0, 1)) {
      tokens += tokensOf(section.end - section.start)
      if (answering.has(section)) return tokens
    }
  }
  return null
}

/** Tokens of all pages of passages up to the one that holds a relevant passage. */
export function tokensOfPassages(pages: readonly PassagesRead[]): number | null {
  let tokens = 0
  for (const { bytes, passages } of pages) {
    tokens += tokensOf(bytes)
    if (passages.some(({ isRelevant }) => isRelevant)) return tokens
  }
  return null
}

/** Most words of the question in the heading first; what has no heading last, the longest of it first. */
export function inReadingOrder(question: string, outline: readonly OutlineSection[]): OutlineSection[] {
  const promised = ({ level, heading }: OutlineSection) => (level === 0 ? -1 : wordsHeld(question, heading))
  const unheaded = ({ level, start, end }: OutlineSection) => (level === 0 ? start - end : 0)
  return outline.toSorted((a, b) => promised(b) - promised(a) || unheaded(a) - unheaded(b))
}

/** Those under a heading that answers; where nobody named one, the section that holds most words of the question. */
export function answeringSections(question: string, hit: OutlinedHit): Set<OutlineSection> {
  const named = new Set<OutlineSection>()
  let under = Number.POSITIVE_INFINITY
  for (const section of hit.outline) {
    if (section.level <= under) under = Number.POSITIVE_INFINITY
    if (section.level > 0 && isOneOf(section.heading, hit.answering)) under = Math.min(under, section.level)
    if (section.level >= under) named.add(section)
  }
  if (named.size > 0) return named
  const held = ({ start, end }: OutlineSection) =>
    wordsHeld(question, hit.bytes.subarray(start, end).toString())
  const [first, ...others] = hit.outline
  if (first === undefined) return named
  return new Set([others.reduce((best, section) => (held(section) > held(best) ? section : best), first)])
}

/** Headings are compared without marks of code and emphasis, and whatever their quotes look like. */
export function isOneOf(heading: string, headings: readonly string[]): boolean {
  return headings.some((other) => plainHeading(other) === plainHeading(heading))
}

function plainHeading(heading: string): string {
  return heading
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

function wordsHeld(question: string, text: string): number {
  const held = text.toLowerCase()
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))
  return [...words].filter((word) => held.includes(word)).length
}
