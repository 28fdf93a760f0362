/** A text has so many tokens, or lines, that they would take the memory of whoever reads it. */
export class TooManyTokens extends Error {}

let most = Number.POSITIVE_INFINITY
/** How many the text that is read now may still have: reading does not pause. */
let left = most
/** Lines of the quotes that are open, each counted for each of them. */
let held = 0
const LINES_HELD_FOR_A_TOKEN = 3

/** From now on a text with more tokens, or more lines, is read as it is written, in this thread: for one whose heap has a bound. */
export function limitTokens(tokens: number): void {
  most = tokens
}

/** A text begins. Most lines are a token or two, and the parser keeps five numbers of each before it makes the first one. */
export function beginCount(source: string): void {
  left = most
  held = 0
  if (most !== Number.POSITIVE_INFINITY && hasMoreLines(source, most)) throw new TooManyTokens()
}

function hasMoreLines(source: string, lines: number): boolean {
  let at = -1
  for (let line = 0; line < lines; line += 1) {
    at = source.indexOf('\n', at + 1)
    if (at === -1) return false
  }
  return true
}

/** Throws `TooManyTokens` where the text has more than it may. */
export function spendTokens(made: number): void {
  left -= made
  if (left < 0) throw new TooManyTokens()
}

/** Reads the lines of a quote: for as long the parser keeps four numbers of each, and again for each quote within. */
export function holdLines(lines: number, read: () => void): void {
  held += lines
  if (held > most * LINES_HELD_FOR_A_TOKEN) throw new TooManyTokens()
  read()
  held -= lines
}
