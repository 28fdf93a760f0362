import { foldWord } from './fold-word.ts'

/** Letters of scripts without spaces. By script, not by extension: that would take in Latin accents. */
const UNSPACED =
  /([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc\uff70\u3099\u309a\uff9e\uff9f]+)/v
/** A kana with its voicing mark, or any one letter. */
const VOICED = /.[\u3099\u309a\uff9e\uff9f]?/gsv

/** Whether a written word has letters of a script without spaces. */
export function isUnspaced(written: string): boolean {
  return UNSPACED.test(written)
}

/** Its words: what `take` makes of the letters of each stretch of such a script, and the folded rest. */
export function splitUnspaced(written: string, take: (letters: string[]) => string[]): string[] {
  const pieces = written.split(UNSPACED)
  const words = pieces.flatMap((piece, i) => (i % 2 === 1 ? take(lettersOf(piece)) : [foldWord(piece)]))
  return words.filter((word) => word !== '')
}

/** A written word cut where a script without spaces begins or ends, which every other piece is of; null without one. */
export function unspacedPieces(written: string): string[] | null {
  return isUnspaced(written) ? written.split(UNSPACED) : null
}

function lettersOf(unspaced: string): string[] {
  return [...unspaced.replace(VOICED, (letter) => letter.normalize('NFKC'))]
}

/** A letter alone, else each with its neighbour. */
export function pairsOf(letters: string[]): string[] {
  const [first] = letters
  if (letters.length < 2) return first === undefined ? [] : [first]
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
}
