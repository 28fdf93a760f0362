import { LOOK_ALIKES } from './look-alikes.ts'

/** A text in small letters of ASCII, as it looks to somebody who reads them. */
export interface FoldedText {
  readonly text: string
  /** Where a place of the folded text is in the source; within letters of other scripts, where these begin. */
  sourceOf(at: number): number
}

const ONLY_ASCII = /^[\0-\x7f]*$/
const OTHERS = /[^\0-\x7f]+/g
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{M}]$/v
/** Stands for whatever looks like nothing in ASCII. */
const OTHER = '\u00a4'
const MOST_KNOWN = 4096

const known = new Map<string, string>()

/**
 * Takes away what would hide a word from a search for it: case, accents, width, styles of mathematics, letters that
 * look alike, characters that nobody sees. Linear: characters are folded one by one, because `normalize` puts marks in
 * order by insertion, which takes a megabyte of them minutes.
 */
export function foldLetters(source: string): FoldedText {
  if (ONLY_ASCII.test(source)) return { text: source.toLowerCase(), sourceOf: (at) => at }
  const pieces: string[] = []
  /** Where runs of others, and what stands between them, begin: in the folded text, and in the source. */
  const begins: number[] = [0]
  const sources: number[] = [0]
  let length = 0
  let taken = 0
  const take = (piece: string, next: number) => {
    pieces.push(piece)
    length += piece.length
    taken = next
    begins.push(length)
    sources.push(next)
  }
  for (const { 0: run, index } of source.matchAll(OTHERS)) {
    take(source.slice(taken, index).toLowerCase(), index)
    take(foldRun(run), index + run.length)
  }
  pieces.push(source.slice(taken).toLowerCase())
  return { text: pieces.join(''), sourceOf: (at) => sourceOf(at, begins, sources) }
}

function foldRun(run: string): string {
  let folded = ''
  for (const character of run) folded += known.get(character) ?? learn(character)
  return folded
}

function learn(character: string): string {
  if (known.size >= MOST_KNOWN) known.clear()
  const folded = foldCharacter(character)
  known.set(character, folded)
  return folded
}

function foldCharacter(character: string): string {
  const alike = LOOK_ALIKES.get(character)
  if (alike !== undefined) return alike
  const letters = Array.from(character.normalize('NFKD'), (part) => {
    if (part <= '\x7f') return part.toLowerCase()
    return UNSEEN.test(part) ? '' : (LOOK_ALIKES.get(part) ?? OTHER)
  }).join('')
  return letters.replace(/\u00a4+/, OTHER)
}

/** The last place that is known to begin at or before it; an odd one begins a run of others. */
function sourceOf(at: number, begins: readonly number[], sources: readonly number[]): number {
  let [low, high] = [0, begins.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((begins[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  const within = low % 2 === 1 ? 0 : at - (begins[low] ?? 0)
  return (sources[low] ?? 0) + within
}
