import { createRequire } from 'node:module'
import { foldWord, LONGEST_WORD } from './fold-word.ts'
import { LANGUAGES, type Language } from './languages.ts'

type Stemmer = (word: string) => string

/** Loaded with the first word of its language: most sites need none or one of them. */
const load = createRequire(import.meta.url)
const stemmers = new Map<Language, Stemmer>()

function stemmerOf(language: Language): Stemmer {
  const known = stemmers.get(language)
  if (known !== undefined) return known
  const { stemmer } = load(`@orama/stemmers/${language}`) as { stemmer: Stemmer }
  stemmers.set(language, stemmer)
  return stemmer
}

const SHORTEST = 3
const STEMMABLE = /^\p{L}+(?:['\u2019]\p{L}+)?$/v
/** `l'eau` is the water: what stands before the apostrophe is a word of its own. */
const ELIDED = /^\p{L}{1,6}['\u2019]/v

/** The stem of a written word in the language at a place of `LANGUAGES`, folded; null for what is no plain word. */
function foreignStem(place: number, written: string): string | null {
  const language = LANGUAGES[place]
  if (language === undefined || written.length < SHORTEST || written.length > LONGEST_WORD) return null
  const whole = written.normalize('NFC')
  if (!STEMMABLE.test(whole)) return null
  return foldWord(stemmerOf(language)(whole.replace(ELIDED, '').toLowerCase()))
}

interface ForeignStem {
  readonly language: number
  readonly stem: string
}

/** A question is asked of every segment with the same words. */
const REMEMBERED = 1000
const remembered = new Map<string, readonly ForeignStem[]>()

/** The stems of a word of a query, which is asked for again and again. */
export function foreignStemsOfQuery(languages: number, written: string): readonly ForeignStem[] {
  if (languages === 0) return []
  const key = `${languages}:${written}`
  const known = remembered.get(key) ?? foreignStems(languages, written)
  if (remembered.size >= REMEMBERED) remembered.clear()
  remembered.set(key, known)
  return known
}

/** By the languages of a set: each stem of a written word with its language. */
export function foreignStems(languages: number, written: string): ForeignStem[] {
  const stems: ForeignStem[] = []
  for (let place = 0; languages >> place !== 0; place += 1) {
    if ((languages & (1 << place)) === 0) continue
    const stem = foreignStem(place, written)
    if (stem !== null && stem !== '') stems.push({ language: 1 << place, stem })
  }
  return stems
}
