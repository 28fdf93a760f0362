import { type MarkdownPiece, piecesIn, withoutCode } from '@colophon/cli/markdown'
import type { CheckLevel } from '@colophon/contract'
import { type FoldedText, foldLetters } from './fold-letters.ts'

/** What a rule found. */
export interface Finding {
  /** Where it begins in the text, in UTF-16 units. */
  readonly at: number
  readonly level: CheckLevel
  /** What completes a sentence that begins with its place: "This line ...". Never a word of the text. */
  readonly says: string
}

/** One text as the rules see it; what is more than the text itself is made when it is asked for. */
export interface CheckedText {
  readonly text: string
  /** In small letters of ASCII, as it looks. */
  readonly folded: FoldedText
  /** Of the same length, with a space for each character of code. */
  readonly prose: string
  /** Its code and its links, in their order. */
  readonly pieces: readonly MarkdownPiece[]
  /** The server's own: what lies there is not remote. */
  readonly origin: string
}

/** What finds it, in the order of the text. */
export type Find = (checked: CheckedText) => Iterable<Finding>

/** Most texts have nothing that a rule looks for; to say so must cost no more than one look. */
export const NOTHING: Iterable<Finding> = []

/** Most texts are never asked for more than themselves. */
export function checkedText(text: string, origin: string): CheckedText {
  let prose: string | null = null
  let folded: FoldedText | null = null
  let pieces: readonly MarkdownPiece[] | null = null
  return {
    text,
    origin,
    get prose() {
      prose ??= withoutCode(text)
      return prose
    },
    get pieces() {
      pieces ??= piecesIn(text)
      return pieces
    },
    get folded() {
      folded ??= foldLetters(text)
      return folded
    },
  }
}
