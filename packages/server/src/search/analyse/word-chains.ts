const RUN = /[[\p{L}\p{N}\p{M}\p{Cf}]--[\u200b]]+/gv
const LETTER = /^\p{L}$/v
const DIGIT = /^\d$/
/** What may stand between the parts of a compound. */
const JOINS = new Set([
  '-',
  '\u2010',
  '\u2011',
  '_',
  '.',
  ':',
  '/',
  '\\',
  '=',
  '@',
  '+',
  '&',
  '~',
  '#',
  '::',
  '->',
])

/** Words of a text as written, those that punctuation alone joins in one chain. */
export function chainsOf(text: string): string[][] {
  return [...eachChain(text)]
}

/** The same one by one: all those of the largest text take a hundred megabytes. */
export function* eachChain(text: string): Generator<string[], void> {
  let chain: string[] = []
  let word: Span | null = null
  for (let run = nextRun(text, 0); run !== null; run = nextRun(text, run.end)) {
    if (word !== null && bindsWord(text, word, run)) {
      word.end = run.end
      continue
    }
    if (word !== null) {
      word.end += suffixLength(text, word, run.start)
      chain.push(text.slice(word.start, word.end))
      if (!bindsChain(text, word, run)) {
        yield chain
        chain = []
      }
    }
    word = run
  }
  if (word !== null) chain.push(text.slice(word.start, word.end + suffixLength(text, word, text.length + 1)))
  if (chain.length > 0) yield chain
}

interface Span {
  start: number
  end: number
}

/** The next run of word characters; most are of ASCII alone, and found without the pattern. */
function nextRun(text: string, from: number): Span | null {
  const { length } = text
  let start = from
  while (start < length && kindAt(text, start) === GAP) start += 1
  if (start === length) return null
  let end = start
  while (end < length && kindAt(text, end) === IN_A_WORD) end += 1
  if (end === length || kindAt(text, end) === GAP) return { start, end }
  RUN.lastIndex = start
  const match = RUN.exec(text)
  return match === null ? null : { start: match.index, end: RUN.lastIndex }
}

/** What a character is to a run of words: none, a part, or for the pattern to tell. */
const GAP = 0
const IN_A_WORD = 1
const BEYOND_ASCII = 2
const KINDS = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? IN_A_WORD : GAP,
)

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? BEYOND_ASCII
}

/** Whether one character between a word and the next run makes them one word. */
function bindsWord(text: string, word: Span, run: Span): boolean {
  if (run.start - word.end !== 1) return false
  const before = text.charAt(word.end - 1)
  const after = text.charAt(run.start)
  switch (text.charAt(word.end)) {
    case "'":
    case '\u2019':
      return LETTER.test(before) && LETTER.test(after)
    case '.':
      return DIGIT.test(before) && DIGIT.test(after)
    case '[':
      return (
        run.end - run.start === 1 && text.charAt(run.end) === ']' && LETTER.test(text.charAt(run.end + 1))
      )
    case ']':
      return text.charAt(word.end - 2) === '[' && LETTER.test(before) && LETTER.test(after)
    default:
      return false
  }
}

/** The `++` of `C++` and the `#` of `C#`: after one letter that stands alone, and before no other word. */
function suffixLength(text: string, word: Span, next: number): number {
  if (word.end - word.start !== 1) return 0
  const length = text.startsWith('++', word.end) ? 2 : text.charAt(word.end) === '#' ? 1 : 0
  return next > word.end + length && LETTER.test(text.charAt(word.start)) ? length : 0
}

function bindsChain(text: string, word: Span, run: Span): boolean {
  return run.start - word.end <= 2 && JOINS.has(text.slice(word.end, run.start))
}
