import { BYTE_LIMITS, LEGACY_LIMITS } from '@colophon/contract'
import { escapePointer } from './problem.ts'

/** What is wrong with it; `depth` and `members` mean that it was not even parsed. */
export type JsonRefusal = 'invalid' | 'depth' | 'members' | 'duplicate' | 'encoding' | 'surrogate' | 'number'

/** As whoever sent it is told. */
const SAID: Readonly<Record<JsonRefusal, string>> = {
  invalid: 'it is not one JSON value',
  depth: 'it is nested too deep',
  members: 'it has too many members or values',
  duplicate: 'a member comes twice in one object',
  encoding: 'it is not plain UTF-8: a byte order mark or broken bytes',
  surrogate: 'a text in it has half a surrogate pair',
  number: 'a number in it loses digits when it is read',
}

export class JsonRefused extends Error {
  override name = 'JsonRefused'
  readonly reason: JsonRefusal
  /** Of the text with half a surrogate pair, or of what has it as a name. JSON allows it; its place can be told. */
  readonly pointer: string

  constructor(reason: JsonRefusal, options: ErrorOptions & { pointer?: string } = {}) {
    super(SAID[reason], options)
    this.reason = reason
    this.pointer = options.pointer ?? ''
  }
}

interface JsonLimits {
  depth: number
  members: number
  /** Commas and opening brackets: never fewer than the values, and what a scan can count. */
  values: number
}

/** For requests. Within them the worst body parses in a few milliseconds; a legacy restore needs more. */
const REQUEST_JSON: JsonLimits = { depth: 64, members: 20_000, values: 100_000 }

/** For a legacy restore, which only an unrestricted administrator sends: its worst body takes about a second. */
const LEGACY_JSON: JsonLimits = {
  depth: REQUEST_JSON.depth,
  members: LEGACY_LIMITS.members,
  values: LEGACY_LIMITS.values,
}

/** How deep and wide JSON of a body of at most so many bytes may be: only a legacy snapshot is larger than a submission. */
export function jsonLimitsFor(bytes: number) {
  return bytes > BYTE_LIMITS.submissionRequest ? LEGACY_JSON : REQUEST_JSON
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * JSON that means the same to every reader: UTF-8, no member twice, no number that loses a digit, no
 * lone surrogate; bounded before it is parsed. A member named `__proto__` is an ordinary own key.
 */
export function parseStrictJson(bytes: Uint8Array, limits: JsonLimits = REQUEST_JSON): unknown {
  const steps = parseInSteps(bytes, limits)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same in steps, between which whoever reads a large text lets others be answered. Returns the value. */
export function* parseInSteps(bytes: Uint8Array, limits: JsonLimits): Generator<void, unknown> {
  const seen = yield* scan(bytes, limits)
  yield
  const text = decode(bytes)
  yield
  const value = parse(text)
  yield
  // In valid JSON each colon outside a string makes one member: fewer own keys than colons means that
  // two members had one name.
  if (countMembers(value) !== seen.members) throw new JsonRefused('duplicate')
  if (seen.surrogates) requireWellFormed(value, '')
  return value
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new JsonRefused('encoding', { cause })
  }
}

function parse(text: string): unknown {
  if (text.startsWith('\ufeff')) throw new JsonRefused('encoding')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new JsonRefused('invalid', { cause })
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const COLON = 0x3a
const BACKSLASH = 0x5c
const SMALL_U = 0x75
/** Of an escape with four digits. */
const ESCAPE_LENGTH = 6

/** Bytes that are looked at in a step. */
const SCANNED_AT_ONCE = 2 * 1024 * 1024

interface Scan {
  /** The next byte, and whether it stands in a string. */
  at: number
  isInString: boolean
  depth: number
  members: number
  values: number
  /** Some escape may be a surrogate: only then can a string of the result be ill-formed. */
  surrogates: boolean
}

/** One pass over the bytes, because the parser takes most of a second for 4 MiB of brackets. */
function* scan(bytes: Uint8Array, limits: JsonLimits): Generator<void, Scan> {
  const seen: Scan = { at: 0, isInString: false, depth: 0, members: 0, values: 0, surrogates: false }
  for (;;) {
    scanSome(bytes, limits, seen)
    if (seen.at >= bytes.length) return seen
    yield
  }
}

function scanSome(bytes: Uint8Array, limits: JsonLimits, seen: Scan): void {
  const until = Math.min(bytes.length, seen.at + SCANNED_AT_ONCE)
  let i = seen.isInString ? afterString(bytes, seen, { from: seen.at, until }) : seen.at
  while (i < until) {
    const byte = bytes[i] ?? 0
    i += 1
    if (byte === QUOTE) i = afterString(bytes, seen, { from: i, until })
    else if (isDigit(byte) || byte === MINUS) i = afterNumber(bytes, i - 1)
    else if (byte === COLON) seen.members += 1
    else if (byte === COMMA) seen.values += 1
    else if (isOpening(byte)) {
      seen.values += 1
      seen.depth += 1
    } else if (isClosing(byte)) seen.depth -= 1
    if (seen.depth > limits.depth) throw new JsonRefused('depth')
    if (seen.members > limits.members || seen.values > limits.values) throw new JsonRefused('members')
  }
  seen.at = i
}

function isOpening(byte: number): boolean {
  return byte === 0x5b || byte === 0x7b
}

function isClosing(byte: number): boolean {
  return byte === 0x5d || byte === 0x7d
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

/**
 * The place behind the closing quote, or where the step ends before it. Bytes of longer UTF-8 sequences never look like a
 * quote or backslash.
 */
function afterString(
  bytes: Uint8Array,
  seen: Scan,
  { from, until }: { from: number; until: number },
): number {
  let i = from
  while (i < until) {
    const byte = bytes[i]
    if (byte === BACKSLASH) {
      if (isSurrogateEscape(bytes, i)) seen.surrogates = true
      // Where four digits do not follow, the parser refuses the text at this place.
      i += bytes[i + 1] === SMALL_U ? ESCAPE_LENGTH : 2
      continue
    }
    i += 1
    if (byte !== QUOTE) continue
    seen.isInString = false
    return i
  }
  seen.isInString = true
  return i
}

/** `\ud8` to `\udf`, in either case. */
function isSurrogateEscape(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 1] === SMALL_U && ((bytes[at + 2] ?? 0) | 0x20) === 0x64 && (bytes[at + 3] ?? 0) >= 0x38
}

/** A double holds every number of 15 digits; an exponent of two characters keeps it far from the ends. */
const SAFE_CHARACTERS = 15
const SAFE_EXPONENT_CHARACTERS = 'e99'.length
/** The longest number that somebody means; the shortest form of a double has at most 25 characters. */
const LONGEST_NUMBER = 100

/** The place behind the number, which is looked at more closely only where it may not fit into a double. */
function afterNumber(bytes: Uint8Array, start: number): number {
  let end = start + 1
  let exponent = 0
  for (let byte = bytes[end] ?? 0; isNumberByte(byte); byte = bytes[end] ?? 0) {
    if (end - start > LONGEST_NUMBER) break
    if (isExponent(byte)) exponent = end
    end += 1
  }
  const isSafe =
    end - start <= SAFE_CHARACTERS && (exponent === 0 || end - exponent <= SAFE_EXPONENT_CHARACTERS)
  if (!isSafe) requireExact(bytes.subarray(start, end))
  return end
}

/** A digit, `.`, `+`, `-`, `e` or `E`. */
function isNumberByte(byte: number): boolean {
  return isDigit(byte) || byte === 0x2e || byte === 0x2b || byte === MINUS || isExponent(byte)
}

function isExponent(byte: number): boolean {
  return (byte | 0x20) === 0x65
}

/** The double that is read must be the number that was written. What is no number is left to the parser. */
function requireExact(bytes: Uint8Array): void {
  if (bytes.length > LONGEST_NUMBER) throw new JsonRefused('number')
  const source = String.fromCharCode(...bytes)
  const value = Number(source)
  if (Number.isNaN(value) || String(value) === source) return
  if (!Number.isFinite(value) || decimal(source) !== decimal(String(value))) throw new JsonRefused('number')
}

/** One spelling for each decimal number: its digits without zeros at the ends, and their power of ten. */
function decimal(source: string): string {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().replace(/^-/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMembers(item), 0)
  const parts = Object.values(value)
  return parts.reduce<number>((sum, part) => sum + countMembers(part), parts.length)
}

function requireWellFormed(value: unknown, pointer: string): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw new JsonRefused('surrogate', { pointer })
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (!name.isWellFormed()) throw new JsonRefused('surrogate', { pointer })
    requireWellFormed(part, `${pointer}/${escapePointer(name)}`)
  }
}
