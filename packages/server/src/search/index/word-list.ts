/** Words in ascending order (of UTF-16 units, as JavaScript compares), one after another in one piece of bytes. */
export interface WordList {
  /** UTF-8. */
  readonly text: Buffer
  /** Where each word begins, and where the last one ends. */
  readonly starts: Uint32Array
}

export function wordCount(words: WordList): number {
  return words.starts.length - 1
}

export function wordAt(words: WordList, place: number): string {
  return words.text.toString('utf8', words.starts[place], words.starts[place + 1])
}

/** The place of the first word that is not before this one. */
export function wordPosition(words: WordList, word: string): number {
  return firstPlace(wordCount(words), (place) => wordAt(words, place) >= word)
}

/** The first of `count` places from which on something holds. */
export function firstPlace(count: number, holds: (place: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The words are given in order. */
export function packWords(words: readonly string[]): WordList {
  const text = Buffer.from(words.join(''))
  const starts = new Uint32Array(words.length + 1)
  let end = 0
  for (const [place, word] of words.entries()) {
    end += Buffer.byteLength(word)
    starts[place + 1] = end
  }
  return { text, starts }
}
