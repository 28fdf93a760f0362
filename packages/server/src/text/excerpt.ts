import { endianness } from 'node:os'
import type { Matcher } from '../search/analyse/matcher.ts'

/** What of a long text is looked at: a page of 25 excerpts must not take as long as the search. */
const MOST_SCANNED = 32 * 1024
/** A text that is cut behind so many characters has the excerpts of the whole one. */
export const MOST_EXCERPTED = MOST_SCANNED + 2 * 1024
/** How far an end moves to fall between words, or between characters as a reader sees them. */
const FARTHEST_EDGE = 32
/** Scripts without spaces are looked at in pieces of this length, no less than a word that is matched whole. */
const LONGEST_PIECE = 64
const MARK = '…'
/** Whatever is not one space already. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g

interface Hit {
  start: number
  end: number
  word: string
}

/** What a character is to a word: nothing, a letter that may follow the first of a plain one, a capital, other. */
const NONE = 0
const SMALL = 1
const CAPITAL = 2
const OTHER = 3
const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code)
  return /[a-z0-9]/.test(letter) ? SMALL : /[A-Z]/.test(letter) ? CAPITAL : NONE
})
const WORD = /[\p{L}\p{N}\p{M}]/u
const EXTENDS = /^(?:[\p{M}\p{Emoji_Modifier}]|\u200d)/u

/**
 * At most `max` characters of a plain text around the densest cluster of words that match, and its beginning
 * where none does. UTF-16 units are counted, so that it is never more in code points.
 */
export function excerpt(plain: string, matcher: Matcher, max = 320): string {
  if (plain.length <= max) return plain.replace(UNEVEN_SPACE, ' ').trim()
  const space = Math.max(0, max - 2 * MARK.length)
  const cluster = bestCluster(hitsIn(plain.slice(0, MOST_SCANNED), matcher), space)
  const start = startOf(plain, cluster, space)
  const end = endOf(plain, start, Math.min(plain.length, start + space))
  const text = plain.slice(start, end).replace(UNEVEN_SPACE, ' ').trim()
  return `${start > 0 ? MARK : ''}${text}${end < plain.length ? MARK : ''}`.slice(0, max)
}

/** The text that is looked at, as numbers: a string that is asked for one character after another is much slower. */
const CODES = new Uint16Array(MOST_SCANNED)
const CODE_BYTES = Buffer.from(CODES.buffer)
const IS_BIG_ENDIAN = endianness() === 'BE'

/** Goes through every character of a page of texts: most words are passed over by their first two letters. */
export function hitsIn(text: string, matcher: Matcher): Hit[] {
  const hits: Hit[] = []
  const length = readCodes(text)
  for (let at = 0; at < length; ) {
    const start = at
    const first = kindAt(text, at)
    at += 1
    if (first === NONE) continue
    let isPlain = first !== OTHER
    const limit = Math.min(length, start + LONGEST_PIECE)
    for (; at < limit; at += 1) {
      const code = CODES[at] ?? 0
      const kind = code < 128 ? ASCII_KINDS[code] : kindAt(text, at)
      if (kind === SMALL) continue
      if (kind === NONE) break
      isPlain = false
    }
    if (!isPlain || matcher.mayBegin(CODES[start] ?? 0, at - start > 1 ? (CODES[start + 1] ?? 0) : 0))
      addHit(hits, text, { start, end: at }, matcher)
  }
  return hits
}

/** Answers how many there are. */
function readCodes(text: string): number {
  const size = CODE_BYTES.write(text, 'utf16le')
  if (IS_BIG_ENDIAN) CODE_BYTES.subarray(0, size).swap16()
  return size / 2
}

function addHit(
  hits: Hit[],
  text: string,
  { start, end }: { start: number; end: number },
  matcher: Matcher,
): void {
  const word = text.slice(start, end)
  if (matcher.matches(word)) hits.push({ start, end, word: word.toLowerCase() })
}

/** Surrogates belong to words: what they spell is decided by the matcher. */
function kindAt(text: string, at: number): number {
  const code = CODES[at] ?? 0
  if (code < 128) return ASCII_KINDS[code] ?? NONE
  return (code & 0xf800) === 0xd800 || WORD.test(text.charAt(at)) ? OTHER : NONE
}

/** The stretch of `room` with the most different words, then the most words, then the earliest. */
function bestCluster(hits: readonly Hit[], space: number): { start: number; end: number } {
  let best = { start: 0, end: 0, score: 0 }
  const inside = new Map<string, number>()
  let count = 0
  for (const [i, first] of hits.entries()) {
    for (let next = hits[i + count]; next && next.end - first.start <= space; next = hits[i + count]) {
      inside.set(next.word, (inside.get(next.word) ?? 0) + 1)
      count += 1
    }
    const score = inside.size * space + count
    if (score > best.score) best = { start: first.start, end: hits[i + count - 1]?.end ?? first.end, score }
    if (count > 0) forget(inside, first.word)
    count = Math.max(0, count - 1)
  }
  return best
}

function forget(inside: Map<string, number>, word: string): void {
  const left = (inside.get(word) ?? 0) - 1
  if (left > 0) inside.set(word, left)
  else inside.delete(word)
}

/** A third of what is to spare goes before the cluster; the beginning and the end of the text waste none. */
function startOf(plain: string, cluster: { start: number; end: number }, space: number): number {
  const before = Math.floor(Math.max(0, space - (cluster.end - cluster.start)) / 3)
  const start = Math.min(cluster.start - before, plain.length - space)
  if (start <= 0) return 0
  const limit = Math.min(cluster.start, start + FARTHEST_EDGE)
  for (let at = start; at < limit; at += 1) {
    if (/\s/.test(plain.charAt(at - 1))) return at
  }
  return nextEdge(plain, start, 1)
}

function endOf(plain: string, start: number, end: number): number {
  if (end === plain.length) return end
  for (let at = end; at > Math.max(start, end - FARTHEST_EDGE); at -= 1) {
    if (/\s/.test(plain.charAt(at))) return at
  }
  return nextEdge(plain, end, -1)
}

/** The nearest place where a character ends as a reader sees it; in a text of marks alone, as it is stored. */
function nextEdge(plain: string, from: number, step: 1 | -1): number {
  for (let moved = 0; moved < FARTHEST_EDGE; moved += 1) {
    const at = from + moved * step
    // Both ends of a text are edges, whatever it begins with.
    if (at <= 0 || at >= plain.length) return Math.max(0, Math.min(at, plain.length))
    if (!splitsPair(plain, at) && !joins(plain, at)) return at
  }
  return splitsPair(plain, from) ? from + step : from
}

function splitsPair(plain: string, at: number): boolean {
  return (plain.charCodeAt(at) & 0xfc00) === 0xdc00 && (plain.charCodeAt(at - 1) & 0xfc00) === 0xd800
}

function joins(plain: string, at: number): boolean {
  return EXTENDS.test(plain.slice(at, at + 2)) || plain.charAt(at - 1) === '\u200d'
}
