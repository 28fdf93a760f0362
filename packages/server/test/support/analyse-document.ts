import { stemOf } from '../../src/search/analyse/fold-word.ts'
import { visitWords } from '../../src/search/analyse/terms.ts'

export interface Token {
  stem: string
  word: string
  position: number
}

/** Every word of a document with its stem, as an index has it. */
export function analyseDocument(text: string): Token[] {
  const tokens: Token[] = []
  visitWords(text, (word, position) => tokens.push({ stem: stemOf(word), word, position }))
  return tokens
}
