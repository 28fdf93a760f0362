import { idNumbers, idText } from '../index/segment.ts'
import type { WordMeasure } from './score-chunks.ts'

/** An entry of a walk, as its first page found it. */
export interface WalkEntry {
  readonly entryId: string
  /** The beginning of the hash of its head: another head is another walk's. */
  readonly headMark: string
  /** What it scored, as a share of what the best one did. */
  readonly strength: number
}

/** What the first page of a walk decided. With the same a chunk has the same score on every page. */
export interface WalkPins {
  readonly words: readonly WordMeasure[]
  readonly entries: readonly WalkEntry[]
}

/** The last chunk of a page. */
export interface WalkPosition {
  readonly round: number
  readonly group: number
  readonly score: number
  readonly entry: number
  readonly chunk: number
}

/** Sealed in a cursor, which has no space for more than bytes. */
export type PassagePlace = [words: string, entries: string, position: readonly number[]]

const MARK_DIGITS = 8
const ENTRY_BYTES = 16 + MARK_DIGITS / 2 + 2
const FULL_STRENGTH = 0xffff
/** Worths in eighths; the highest bit says that words that only begin with it count. */
const WORTH_STEP = 8
const IS_BEGINNING = 0x80
/** A cursor has no space for more. */
const MOST_WORDS = 400

export function isPassagePlace(value: unknown): value is PassagePlace {
  if (!Array.isArray(value) || value.length !== 3) return false
  const [words, entries, position] = value
  return (
    typeof words === 'string' &&
    typeof entries === 'string' &&
    Array.isArray(position) &&
    position.length === 5 &&
    position.every((part) => typeof part === 'number')
  )
}

/** As a cursor keeps it: the first page ranks by these too. */
export function pinnedWords(words: readonly WordMeasure[]): WordMeasure[] {
  return words.slice(0, MOST_WORDS).map((word) => readWord(wordByte(word)))
}

export function pinnedStrength(strength: number): number {
  return Math.max(1, Math.round(Math.min(1, strength) * FULL_STRENGTH)) / FULL_STRENGTH
}

export function headMarkOf(contentHash: string): string {
  return contentHash.slice(0, MARK_DIGITS)
}

export function sealable({ words, entries }: WalkPins, at: WalkPosition): PassagePlace {
  const bytes = Buffer.alloc(entries.length * ENTRY_BYTES)
  for (const [place, { entryId, headMark, strength }] of entries.entries()) {
    const from = place * ENTRY_BYTES
    for (const [part, number] of idNumbers(entryId).entries()) bytes.writeUInt32BE(number, from + part * 4)
    bytes.write(headMark, from + 16, 'hex')
    bytes.writeUInt16BE(Math.round(strength * FULL_STRENGTH), from + ENTRY_BYTES - 2)
  }
  return [
    Buffer.from(words.map(wordByte)).toString('base64url'),
    bytes.toString('base64url'),
    [at.round, at.group, at.score, at.entry, at.chunk],
  ]
}

export function readPlace([words, entries, position]: PassagePlace): { pins: WalkPins; after: WalkPosition } {
  const bytes = Buffer.from(entries, 'base64url')
  const [round = 0, group = 0, score = 0, entry = 0, chunk = 0] = position
  return {
    pins: {
      words: [...Buffer.from(words, 'base64url')].map(readWord),
      entries: Array.from({ length: bytes.length / ENTRY_BYTES }, (_, place) =>
        readEntry(bytes.subarray(place * ENTRY_BYTES, (place + 1) * ENTRY_BYTES)),
      ),
    },
    after: { round, group, score, entry, chunk },
  }
}

function readEntry(bytes: Buffer): WalkEntry {
  const id = Uint32Array.from({ length: 4 }, (_, part) => bytes.readUInt32BE(part * 4))
  return {
    entryId: idText(id, 0),
    headMark: bytes.toString('hex', 16, 16 + MARK_DIGITS / 2),
    strength: bytes.readUInt16BE(ENTRY_BYTES - 2) / FULL_STRENGTH,
  }
}

function wordByte({ worth, isBeginning }: WordMeasure): number {
  const steps = Math.min(IS_BEGINNING - 1, Math.max(1, Math.round(worth * WORTH_STEP)))
  return steps + (isBeginning ? IS_BEGINNING : 0)
}

function readWord(byte: number): WordMeasure {
  return { worth: (byte & (IS_BEGINNING - 1)) / WORTH_STEP, isBeginning: (byte & IS_BEGINNING) !== 0 }
}
