import type { CheckedText } from './finding.ts'
import { type Folded, foldLetters } from './fold-letters.ts'
import { withoutCode } from './without-code.ts'

/** Most texts are never asked for more than themselves. */
export function checkedText(text: string, origin: string): CheckedText {
  let prose: string | null = null
  let folded: Folded | null = null
  return {
    text,
    origin,
    get prose() {
      prose ??= withoutCode(text)
      return prose
    },
    get folded() {
      folded ??= foldLetters(text)
      return folded
    },
  }
}
