/** A text has so many tokens that they would take the memory of whoever reads it. */
export class TooManyTokens extends Error {}

let most = Number.POSITIVE_INFINITY
/** How many the text that is read now may still have: reading does not pause. */
let left = most

/** From now on a text with more tokens is read as it is written, in this thread: for one whose heap has a bound. */
export function limitTokens(tokens: number): void {
  most = tokens
}

/** A text begins. */
export function beginCount(): void {
  left = most
}

/** Throws `TooManyTokens` where the text has more than it may. */
export function spendTokens(made: number): void {
  left -= made
  if (left < 0) throw new TooManyTokens()
}
