import { stemOf } from '../analyse/fold-word.ts'
import { foreignStemsOfQuery } from '../analyse/foreign-stems.ts'
import type { QueryTerm } from '../analyse/terms.ts'
import { foreignNumber, type IndexedDocument } from '../index/document.ts'

type Words = Pick<IndexedDocument, 'words' | 'foreign'>

/**
 * The words of a document as the database keeps them, a line for each: the word, its occurrence in two hexadecimal digits,
 * `=` and its stem where that is another word, `~` and the number of each of its stems in another language. None of these
 * signs is in a word. The lines are between two line feeds.
 */
export function writeWords({ words, foreign }: Words): string {
  const lines = Array.from(words, ([word, occurrence]) => {
    const stem = stemOf(word)
    const numbers = (foreign.get(word) ?? []).map((number) => `~${numberText(number)}`)
    const own = stem === word ? '' : `=${stem}`
    return `${word} ${occurrence.toString(16).padStart(2, '0')}${own}${numbers.join('')}`
  })
  return `\n${lines.join('\n')}\n`
}

/** What a line of a word that a question asks for has in it. */
export type WordMarks = readonly string[]

/** What to look for in the words of documents in some languages: every word that one of the terms, or of their parts, means. */
export function marksOf(terms: readonly QueryTerm[], languages: number): WordMarks {
  const marks = terms.flatMap((term): WordMarks => {
    const numbers = foreignNumbersOf(term, languages).map((number) => `~${numberText(number)}`)
    return [
      ...(term.prefix === null ? [] : [`\n${term.prefix}`]),
      `\n${term.stem} `,
      ...[`=${term.stem}`, ...numbers].flatMap((mark) => [`${mark}\n`, `${mark}~`]),
      ...marksOf(term.parts, languages),
    ]
  })
  return [...new Set(marks)]
}

/** Reads the lines that have one of the marks; all of them without marks. */
export function readWords(text: string, marks: WordMarks | null): Words {
  const read = { words: new Map<string, number>(), foreign: new Map<string, readonly number[]>() }
  for (const mark of marks ?? ['\n']) {
    for (let at = text.indexOf(mark); at >= 0 && at < text.length - 1; ) {
      const start = text.lastIndexOf('\n', at) + 1
      const end = text.indexOf('\n', start)
      readLine(text.slice(start, end), read)
      at = text.indexOf(mark, end)
    }
  }
  return read
}

function readLine(
  line: string,
  { words, foreign }: { words: Map<string, number>; foreign: Map<string, readonly number[]> },
): void {
  const space = line.indexOf(' ')
  const word = line.slice(0, space)
  words.set(word, Number.parseInt(line.slice(space + 1, space + 3), 16))
  const [, ...numbers] = line.slice(space).split('~')
  if (numbers.length > 0)
    foreign.set(
      word,
      numbers.map((number) => Number.parseInt(number, 36)),
    )
}

/** The numbers of a term's stems in some languages. */
export function foreignNumbersOf({ written }: QueryTerm, languages: number): number[] {
  return foreignStemsOfQuery(languages, written).map(({ language, stem }) => foreignNumber(language, stem))
}

function numberText(number: number): string {
  return number.toString(36)
}
