import type { IncomingMessage } from 'node:http'

/** A part of a representation, in bytes; the end is exclusive. */
interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What is offered in parts: its strong tag and its length. */
interface Offered {
  readonly tag: string
  readonly size: number
}

const UNIT = /^bytes=(.*)$/is
const RANGE = /^(?:(\d+)-(\d*)|-(\d+))$/

/**
 * The one range that a GET asks for (RFC 9110, section 14). `whole` for no range, several, a malformed one, another unit or
 * another representation; `outside` where nothing of the range is there.
 */
export function rangeOf(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  offered: Offered,
): ByteRange | 'whole' | 'outside' {
  if (method !== 'GET' || headers.range === undefined) return 'whole'
  const condition = headers['if-range']
  // A weak tag names no exact bytes, and no object has a date of its own: neither lets a range through.
  if (condition !== undefined && String(condition).trim() !== offered.tag) return 'whole'
  return readRange(headers.range, offered.size)
}

/** Empty elements of a list count for nothing (RFC 9110, section 5.6.1). */
function readRange(header: string, size: number): ByteRange | 'whole' | 'outside' {
  const set = UNIT.exec(header.trim())?.[1]
  const ranges = set?.split(',').flatMap((element) => element.replace(/^[ \t]+|[ \t]+$/g, '') || []) ?? []
  const [, first, last, suffix] = (ranges.length === 1 && RANGE.exec(ranges[0] ?? '')) || []
  if (suffix !== undefined) return within({ start: size - Math.min(size, Number(suffix)), end: size })
  if (first === undefined || last === undefined) return 'whole'
  if (last === '') return within({ start: Number(first), end: size })
  if (BigInt(last) < BigInt(first)) return 'whole'
  return within({ start: Number(first), end: Math.min(size, Number(last) + 1) })
}

function within(range: ByteRange): ByteRange | 'outside' {
  return range.start < range.end ? range : 'outside'
}
