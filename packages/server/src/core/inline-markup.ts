/** A run of emphasis marks; what is left of it once pairs are taken out is text. */
interface Marks {
  readonly mark: string
  count: number
}

interface Opener {
  /** Where its `[` or `![` stands among the pieces, and in the source. */
  piece: number
  at: number
}

interface Scan {
  readonly source: string
  readonly isLabel: (label: string) => boolean
  readonly pieces: (string | Marks)[]
  readonly openers: Opener[]
  readonly marks: Map<string, Marks[]>
  /** Positions of runs of backticks by length, ascending; those behind the scan are taken off. */
  readonly ticks: Map<number, number[]>
}

const SPECIAL = /[\\`<&![\]*_~]/g
const HAS_SPECIAL = new RegExp(SPECIAL, '')
const PUNCTUATION = /[!-/:-@[-`{-~\p{P}\p{S}]/u
const AUTOLINK = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>/iy
const TAG = /<\/?([a-z][\w:-]*)(?:[\s/][^<>]*)?>/iy
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,31}));/iy
const LABEL = /\[([^[\]]{0,999})\]/y
const BREAKS = /^(?:br|p|div|t[dhr]|li|[uod]l|d[td]|h[1-6r]|table|pre|details|summary|blockquote|section)$/i

const ENTITIES: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ' },
  ...{ le: '≤', ge: '≥', ne: '≠', times: '×', divide: '÷', minus: '−', plusmn: '±', middot: '·', bull: '•' },
  ...{
    ndash: '–',
    mdash: '—',
    hellip: '…',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
  },
  ...{
    larr: '←',
    uarr: '↑',
    rarr: '→',
    darr: '↓',
    harr: '↔',
    rArr: '⇒',
    lArr: '⇐',
    shy: '',
    zwj: '',
    zwnj: '',
  },
  ...{ copy: '©', reg: '®', trade: '™', deg: '°', euro: '€', pound: '£', sect: '§', para: '¶', micro: 'µ' },
  ...{
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    eacute: 'é',
    egrave: 'è',
  },
  ...{ agrave: 'à', ccedil: 'ç', ntilde: 'ñ', oslash: 'ø', aring: 'å', aelig: 'æ' },
}

/**
 * The text of one block of Markdown: links and images by their text, code as it stands, tags and emphasis
 * gone, entities decoded. Near to CommonMark, and linear: no scan from one mark goes past the next of its
 * kind, and what was found missing once is not looked for again.
 */
export function withoutInlineMarkup(source: string, isLabel: (label: string) => boolean): string {
  if (!HAS_SPECIAL.test(source)) return source
  const scan: Scan = { source, isLabel, pieces: [], openers: [], marks: new Map(), ticks: ticksOf(source) }
  let at = 0
  for (let next = nextSpecial(source, at); next >= 0; next = nextSpecial(source, at)) {
    if (next > at) scan.pieces.push(source.slice(at, next))
    at = takeSpecial(scan, next)
  }
  scan.pieces.push(source.slice(at))
  return scan.pieces
    .map((piece) => (typeof piece === 'string' ? piece : piece.mark.repeat(piece.count)))
    .join('')
}

/** Where the next special character stands; -1 without one. */
function nextSpecial(source: string, from: number): number {
  SPECIAL.lastIndex = from
  return SPECIAL.test(source) ? SPECIAL.lastIndex - 1 : -1
}

/** Takes what begins with a special character, and answers where the rest begins. */
function takeSpecial(scan: Scan, at: number): number {
  switch (scan.source.charAt(at)) {
    case '\\':
      return takeEscape(scan, at)
    case '`':
      return takeCode(scan, at)
    case '<':
      return takeAngle(scan, at)
    case '&':
      return takeEntity(scan, at)
    case '!':
      return scan.source.charAt(at + 1) === '[' ? openBracket(scan, at, '![') : literal(scan, at, 1)
    case '[':
      return openBracket(scan, at, '[')
    case ']':
      return closeBracket(scan, at)
    default:
      return takeMarks(scan, at)
  }
}

function literal(scan: Scan, at: number, length: number): number {
  scan.pieces.push(scan.source.slice(at, at + length))
  return at + length
}

function takeEscape(scan: Scan, at: number): number {
  const next = scan.source.charAt(at + 1)
  const isEscaped = next !== '' && next <= '~' && PUNCTUATION.test(next)
  return isEscaped ? literal(scan, at + 1, 1) : literal(scan, at, 1)
}

function ticksOf(source: string): Map<number, number[]> {
  const ticks = new Map<number, number[]>()
  if (!source.includes('`')) return ticks
  for (const run of source.matchAll(/`+/g)) {
    const places = ticks.get(run[0].length)
    if (places === undefined) ticks.set(run[0].length, [run.index])
    else places.push(run.index)
  }
  // Reversed, so that those behind the scan come off the end.
  for (const places of ticks.values()) places.reverse()
  return ticks
}

function takeCode(scan: Scan, at: number): number {
  let end = at
  while (scan.source.charAt(end) === '`') end += 1
  const places = scan.ticks.get(end - at) ?? []
  while (places.length > 0 && (places.at(-1) ?? 0) < end) places.pop()
  const close = places.pop()
  if (close === undefined) return literal(scan, at, end - at)
  scan.pieces.push(scan.source.slice(end, close))
  return close + end - at
}

function takeAngle(scan: Scan, at: number): number {
  if (scan.source.startsWith('<!--', at)) return takeComment(scan, at)
  const link = matchAt(AUTOLINK, scan.source, at)
  if (link !== null) {
    scan.pieces.push(link[1] ?? '')
    return at + link[0].length
  }
  const tag = matchAt(TAG, scan.source, at)
  if (tag === null || isTypeArgument(scan.source, at)) return literal(scan, at, 1)
  scan.pieces.push(BREAKS.test(tag[1] ?? '') ? ' ' : '')
  return at + tag[0].length
}

/** `Vec<T>` is a tag to CommonMark, and a word to whoever looks for it. */
function isTypeArgument(source: string, at: number): boolean {
  return /[\w:]/.test(source.charAt(at - 1)) && /[A-Z]/.test(source.charAt(at + 1))
}

/** A comment that is never closed is closed by the end of the block. */
function takeComment(scan: Scan, at: number): number {
  const end = scan.source.indexOf('-->', at + 2)
  return end < 0 ? scan.source.length : end + 3
}

function takeEntity(scan: Scan, at: number): number {
  const match = matchAt(ENTITY, scan.source, at)
  const text = match === null ? null : decodeEntity(match)
  if (match === null || text === null) return literal(scan, at, 1)
  scan.pieces.push(text)
  return at + match[0].length
}

function decodeEntity(match: RegExpExecArray): string | null {
  const [, decimal, hexadecimal, name = ''] = match
  if (decimal !== undefined) return decodeNumber(Number.parseInt(decimal, 10))
  if (hexadecimal !== undefined) return decodeNumber(Number.parseInt(hexadecimal, 16))
  return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? null) : null
}

/** Entities must not bring in what a body may not hold: controls, separators, noncharacters, surrogates. */
function decodeNumber(code: number): string {
  const text = code <= 0x10ffff ? String.fromCodePoint(code) : ''
  return /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]$/u.test(text) ? text : ' '
}

function openBracket(scan: Scan, at: number, text: string): number {
  scan.openers.push({ piece: scan.pieces.length, at: at + text.length })
  return literal(scan, at, text.length)
}

function closeBracket(scan: Scan, at: number): number {
  const opener = scan.openers.pop()
  if (opener === undefined) return literal(scan, at, 1)
  const inside = scan.source.slice(opener.at, at)
  if (inside.startsWith('^') && scan.isLabel(inside)) return dropFootnote(scan, opener, at)
  const end = linkEnd(scan.source, at + 1) ?? referenceEnd(scan, inside, at + 1)
  if (end === null) return literal(scan, at, 1)
  scan.pieces[opener.piece] = ''
  return end
}

function dropFootnote(scan: Scan, opener: Opener, at: number): number {
  scan.pieces.length = opener.piece
  return at + 1
}

/** The end of `(destination "title")`. It gives up at a bracket, so that no two scans overlap. */
function linkEnd(source: string, at: number): number | null {
  if (source.charAt(at) !== '(') return null
  let quote = ''
  let depth = 0
  for (let i = at; i < source.length; i += 1) {
    const char = source.charAt(i)
    if (char === '[' || char === ']') return null
    if (char === '\\') i += 1
    else if (quote !== '') quote = char === quote ? '' : quote
    else if ((char === '"' || char === "'") && /\s/.test(source.charAt(i - 1))) quote = char
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    if (depth === 0) return i + 1
  }
  return null
}

/** The end of `[text][label]`, `[label][]` or `[label]`, where the label is defined. */
function referenceEnd(scan: Scan, inside: string, at: number): number | null {
  const match = matchAt(LABEL, scan.source, at)
  const label = match?.[1] || inside
  if (label.length > 999 || !scan.isLabel(label)) return null
  return at + (match?.[0].length ?? 0)
}

function takeMarks(scan: Scan, at: number): number {
  const mark = scan.source.charAt(at)
  let end = at
  while (scan.source.charAt(end) === mark) end += 1
  if (mark === '~' && end - at !== 2) return literal(scan, at, end - at)
  const run: Marks = { mark, count: end - at }
  const { opens, closes } = sidesOf(mark, scan.source.charAt(at - 1), scan.source.charAt(end))
  const waiting = scan.marks.get(mark) ?? []
  if (closes) takePairs(waiting, run)
  if (opens && run.count > 0) waiting.push(run)
  scan.marks.set(mark, waiting)
  scan.pieces.push(run)
  return end
}

function takePairs(waiting: Marks[], run: Marks): void {
  for (let open = waiting.at(-1); open !== undefined && run.count > 0; open = waiting.at(-1)) {
    const pairs = Math.min(open.count, run.count)
    open.count -= pairs
    run.count -= pairs
    if (open.count === 0) waiting.pop()
  }
}

/** CommonMark's flanking rules: what may open and close emphasis; `_` never inside a word. */
function sidesOf(mark: string, before: string, after: string): { opens: boolean; closes: boolean } {
  const spaceBefore = before.trim() === ''
  const spaceAfter = after.trim() === ''
  const pointBefore = PUNCTUATION.test(before)
  const pointAfter = PUNCTUATION.test(after)
  const left = !spaceAfter && (!pointAfter || spaceBefore || pointBefore)
  const right = !spaceBefore && (!pointBefore || spaceAfter || pointAfter)
  if (mark !== '_') return { opens: left, closes: right }
  return { opens: left && (!right || pointBefore), closes: right && (!left || pointAfter) }
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}
