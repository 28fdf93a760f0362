import { FORM_LIMITS } from '@colophon/contract'
import { problem } from '../core/problem.ts'

const NO_UTF8 = 'it is not percent-encoded UTF-8'
const AMPERSAND = 0x26
const EQUALS = 0x3d
const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** What a form holds: every value of every name, in the order of the page. */
export interface PostedForm {
  first(name: string): string | null
  all(name: string): readonly string[]
  names(): readonly string[]
}

/**
 * Reads `application/x-www-form-urlencoded`. What is no UTF-8 is refused and not mended, so that nobody sends
 * something else than what was typed. Browsers send a line's end as CR LF: here it is LF again.
 */
export function parseForm(bytes: Uint8Array): PostedForm {
  const values = new Map<string, string[]>()
  let pairs = 0
  for (let start = 0; start < bytes.length; ) {
    if (++pairs > FORM_LIMITS.fields) throw refused(`it has more than ${FORM_LIMITS.fields} fields`)
    const end = endOf(bytes, AMPERSAND, start)
    const [name, value] = splitPair(bytes.subarray(start, end))
    start = end + 1
    const before = values.get(name)
    if (before === undefined) values.set(name, [value])
    else before.push(value)
  }
  return formOf(values)
}

function formOf(values: ReadonlyMap<string, readonly string[]>): PostedForm {
  return {
    first: (name) => values.get(name)?.[0] ?? null,
    all: (name) => values.get(name) ?? [],
    names: () => [...values.keys()],
  }
}

function splitPair(pair: Uint8Array): [string, string] {
  const place = endOf(pair, EQUALS, 0)
  return [decode(pair.subarray(0, place)), decode(pair.subarray(place + 1)).replaceAll('\r\n', '\n')]
}

function endOf(bytes: Uint8Array, mark: number, start: number): number {
  const place = bytes.indexOf(mark, start)
  return place < 0 ? bytes.length : place
}

/** Byte by byte: as texts, the steps of a large value would be in memory one beside the other. */
function decode(written: Uint8Array): string {
  const plain = Buffer.allocUnsafe(written.length)
  let length = 0
  for (let at = 0; at < written.length; at += 1) {
    let byte = written[at] ?? 0
    if (byte === PERCENT) {
      byte = escaped(written[at + 1], written[at + 2])
      at += 2
    } else if (byte === PLUS) byte = SPACE
    plain[length] = byte
    length += 1
  }
  try {
    return utf8.decode(plain.subarray(0, length))
  } catch (error) {
    throw refused(NO_UTF8, error)
  }
}

function escaped(high: number | undefined, low: number | undefined): number {
  const byte = (digitOf(high) << 4) | digitOf(low)
  if (byte < 0) throw refused(NO_UTF8)
  return byte
}

/** The value of a hexadecimal digit; -1 for everything else. */
function digitOf(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1
}

function refused(reason: string, cause?: unknown) {
  return problem('invalid_request', `The form cannot be read: ${reason}.`, {}, cause)
}

/** The fields whose names begin with the prefix, under the rest of their names. */
export function withPrefix(form: PostedForm, prefix: string): PostedForm {
  const names = form.names().filter((name) => name.startsWith(prefix))
  return formOf(new Map(names.map((name) => [name.slice(prefix.length), form.all(name)])))
}

/** The names of the values that are too long to be written into a page again. */
export function tooLongToShow(form: PostedForm): string[] {
  return form
    .names()
    .filter((name) => form.all(name).some((value) => value.length > FORM_LIMITS.charactersShownAgain))
}

/** The form with other values under some names. */
export function withValues(
  form: PostedForm,
  values: Readonly<Record<string, readonly string[]>>,
): PostedForm {
  const before = form.names().map((name): [string, readonly string[]] => [name, form.all(name)])
  return formOf(new Map([...before, ...Object.entries(values)]))
}
