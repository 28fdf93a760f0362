/**
 * The languages whose words are stemmed beside English, and which of them a text is in. A set of languages is a number, a bit
 * for each in this order: segments keep it for each document, so that the order is never changed, only extended.
 */
export const LANGUAGES = [
  'spanish',
  'german',
  'french',
  'portuguese',
  'italian',
  'dutch',
  'swedish',
  'russian',
  'danish',
  'norwegian',
  'finnish',
  'romanian',
  'hungarian',
  'turkish',
  'greek',
] as const
export type Language = (typeof LANGUAGES)[number]

/** Words that hardly a sentence does without. One that several languages have counts for each of them in part. */
const FUNCTION_WORDS: Readonly<Record<Exclude<Language, 'russian' | 'greek'> | 'english', string>> = {
  english: `the of and to in is that for it with as on are this by be from at which or an not can how what when if you
    your will has have was but all use used into its does a do we they so then than there each other only
    more about also any both could down first had he her his just like may most my new no now one our out over should some
    their them these through up very were where while who would`,
  spanish: `el la los las de del y en que un una se por con para es no al su lo como más o este esta son cuando si ha fue
    pero sus le ya entre desde hasta cómo qué también muy hay`,
  portuguese: `o a os as de do da dos das e em que um uma se por com para é não ao no na nos nas seu sua como mais ou são
    quando foi mas pelo pela também já está à isso este esta muito`,
  french: `le la les de des du et en un une est que qui dans pour par sur avec ce cette ces il elle sont pas ne plus au aux
    se son sa ou à où comme quand l d qu n s comment être`,
  italian: `il lo la i gli le di del della dei delle e è in che un una uno per con non si da al alla nel nella sono come più
    o se ma anche questo questa quando dal dalla sul l d dell nell ad ed`,
  german: `der die das den dem des und in ist ein eine einer einem einen zu mit von für auf im nicht sich auch als an es wie
    bei oder aus nach werden wird sind wenn kann man zum zur`,
  dutch: `de het een en van in is op dat die te voor met niet zijn aan er om ook als bij of door naar uit worden wordt hoe wat
    kan maar deze dit wordt`,
  swedish: `och i att det som en ett är på av för med den till inte om har de vid kan eller så från när hur man ska blir detta
    där var sin`,
  danish: `og i at det som en et er på af for med den til ikke om har de ved kan eller så fra når hvordan man skal bliver
    dette der var sin`,
  norwegian: `og i å det som en et er på av for med den til ikke om har de ved kan eller så fra når hvordan man skal blir
    dette der var sin`,
  finnish: 'ja on ei se että kun tai joka ovat myös niin kuin mutta hän tämä voi jos vain sekä olla',
  romanian: 'și de în la cu pe care este un o nu se din pentru sau sunt ce mai prin al ale când cum dar',
  hungarian: 'a az és hogy nem is egy ez de van vagy meg csak ha mint el azt lehet minden mert',
  turkish: 've bir bu da de için ile çok olarak olan daha gibi veya ne her mi sonra kadar değil',
}
/** Letters that few of the languages have. */
const LETTERS: Readonly<Record<string, readonly Language[]>> = {
  ñ: ['spanish'],
  ß: ['german'],
  ã: ['portuguese'],
  õ: ['portuguese'],
  ç: ['french', 'portuguese', 'turkish'],
  å: ['swedish', 'danish', 'norwegian'],
  ø: ['danish', 'norwegian'],
  æ: ['danish', 'norwegian'],
  ä: ['german', 'swedish', 'finnish'],
  ö: ['german', 'swedish', 'finnish', 'hungarian', 'turkish'],
  ü: ['german', 'hungarian', 'turkish'],
  ó: ['spanish', 'hungarian', 'portuguese'],
  á: ['spanish', 'hungarian', 'portuguese'],
  í: ['spanish', 'hungarian', 'portuguese'],
  ê: ['french', 'portuguese'],
  é: ['french', 'spanish', 'portuguese', 'hungarian'],
  è: ['french', 'italian'],
  à: ['french', 'italian', 'portuguese'],
  ò: ['italian'],
  ù: ['italian', 'french'],
  ì: ['italian'],
  œ: ['french'],
  ă: ['romanian'],
  ț: ['romanian'],
  ș: ['romanian'],
  ő: ['hungarian'],
  ű: ['hungarian'],
  ğ: ['turkish'],
  ş: ['turkish'],
  ı: ['turkish'],
}
/** Cyrillic that is not Russian has its own letters. */
const NOT_RUSSIAN = /[іїєґўјљњћђџѓќ]/u
const PLAIN_WORD = /^[^\p{L}\p{N}]*(\p{L}+(?:['\u2019]\p{L}+)*)[^\p{L}\p{N}]*$/u
const LATIN_LETTER = /\p{Script=Latin}/u
const ASCII = /^[a-z]+$/
/** Most of a language shows in a paragraph. */
const CHARACTERS = 1000
/** A language that shows this much of the strongest one may be it as well. */
const NEARLY = 0.6
/** A longer text with a sign of English, too, is in another language only where that shows more than once. */
const LEAST_SIGNS = 2
/** Words without any sign of a language: in a title they may be of any, in a longer text they are names and code. */
const FEW_WORDS = 8

const ENGLISH = LANGUAGES.length
const PLACES = new Map<string, number>(LANGUAGES.map((language, place) => [language, place]))
const SIGNS = signsOf()
/** What a few words without any sign may be in. */
const LIKELY = maskOf(['spanish', 'german', 'french', 'portuguese', 'italian', 'dutch', 'swedish'])

/**
 * A bit for every language that an article may be in; 0 for English, and for what has no stems here. The first of its
 * texts that shows any language decides: a body, before a summary that others may have written.
 */
export function languagesOf(...texts: readonly string[]): number {
  let count = 0
  for (const text of texts) {
    const words = wordsOf(text)
    const shown = languagesIn(words)
    if (shown !== null) return shown
    count += words.length
  }
  return count > 0 && count <= FEW_WORDS ? LIKELY : 0
}

/** Null where the words show none. */
function languagesIn(words: readonly string[]): number | null {
  const latin = words.filter((word) => LATIN_LETTER.test(word))
  if (latin.length * 2 < words.length) return languageOfScript(words)
  const shown = new Float64Array(LANGUAGES.length + 1)
  const signs = new Set(latin.flatMap((word) => (ASCII.test(word) ? [word] : [word, ...lettersOf(word)])))
  for (const sign of signs) addSign(shown, SIGNS.get(sign))
  const strongest = Math.max(...shown)
  if (strongest === 0) return null
  const isDoubtful = latin.length > FEW_WORDS && strongest < LEAST_SIGNS && (shown[ENGLISH] ?? 0) > 0
  if (shown[ENGLISH] === strongest || isDoubtful) return 0
  return LANGUAGES.reduce(
    (mask, _, place) => ((shown[place] ?? 0) >= strongest * NEARLY ? mask | (1 << place) : mask),
    0,
  )
}

/** What stands between spaces and is a word and nothing else: neither an address nor code. */
function wordsOf(text: string): string[] {
  const pieces = text.slice(0, CHARACTERS).toLowerCase().normalize('NFC').split(/\s+/)
  return pieces.flatMap((piece) => PLAIN_WORD.exec(piece)?.[1]?.split(/['\u2019]/) ?? [])
}

function lettersOf(word: string): string[] {
  return [...word].map((letter) => `letter ${letter}`)
}

function languageOfScript(words: readonly string[]): number {
  const text = words.join(' ')
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0
  const greek = text.match(/\p{Script=Greek}/gu)?.length ?? 0
  if (cyrillic > 0 && cyrillic >= greek) return NOT_RUSSIAN.test(text) ? 0 : maskOf(['russian'])
  return greek > 0 ? maskOf(['greek']) : 0
}

function maskOf(languages: readonly Language[]): number {
  return languages.reduce((mask, language) => mask | (1 << LANGUAGES.indexOf(language)), 0)
}

function addSign(shown: Float64Array, places: readonly number[] = []): void {
  for (const place of places) shown[place] = (shown[place] ?? 0) + 1 / places.length
}

/** By word, and by letter: the places of the languages that it is a sign of. */
function signsOf(): Map<string, number[]> {
  const signs = new Map<string, number[]>()
  const add = (sign: string, place: number) => signs.set(sign, [...(signs.get(sign) ?? []), place])
  for (const [language, words] of Object.entries(FUNCTION_WORDS))
    for (const word of new Set(words.split(/\s+/))) add(word, PLACES.get(language) ?? ENGLISH)
  for (const [letter, languages] of Object.entries(LETTERS))
    for (const language of languages) add(`letter ${letter}`, LANGUAGES.indexOf(language))
  return signs
}
