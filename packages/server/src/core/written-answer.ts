import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnswerOf, OPERATIONS, type OperationId, type Operations } from '@colophon/contract'
import { weakTag } from './entity-tag.ts'
import { trimAnswer } from './trim.ts'

/**
 * An answer as it leaves the house: trimmed to the schema of its operation, written down, tagged. Only `writeAnswer`
 * makes one, in whatever thread, so that the main thread need not go through it again.
 */
export interface WrittenAnswer {
  readonly operation: OperationId
  /** JSON in UTF-8. */
  readonly bytes: Uint8Array
  /** Weak, as `ETag` has it. */
  readonly tag: string
  /** The answer's own, where it is a page of a list; null for the last one. */
  readonly nextCursor: string | null
}

export function writeAnswer<Id extends OperationId>(
  operation: Id,
  answer: AnswerOf<Operations[Id]>,
): WrittenAnswer {
  const text = JSON.stringify(trimAnswer(OPERATIONS[operation], answer))
  return {
    operation,
    bytes: new TextEncoder().encode(text),
    tag: weakTag(text),
    nextCursor: cursorOfAnswer(answer),
  }
}

/** The body of any reply as a value, wherever it was written down. */
export function bodyValue(body: unknown): unknown {
  return isWritten(body) ? JSON.parse(new TextDecoder().decode(body.bytes)) : body
}

/** Bytes of an answer that takes milliseconds to read. */
const LONG = 256 * 1024

/** The same; one that takes long to read is read in a turn of its own. */
export async function bodyValueInTurns(body: unknown): Promise<unknown> {
  if (!isWritten(body) || body.bytes.length < LONG) return bodyValue(body)
  await nextTurn()
  const value = bodyValue(body)
  await nextTurn()
  return value
}

/** The body of any reply as JSON, or as the text that it is, with its tag. */
export function writtenBody(body: unknown): Pick<WrittenAnswer, 'bytes' | 'tag' | 'nextCursor'> {
  if (isWritten(body)) return body
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { bytes: Buffer.from(text), tag: weakTag(text), nextCursor: cursorOfAnswer(body) }
}

/** No other answer has bytes in it: those are JSON. */
export function isWritten(body: unknown): body is WrittenAnswer {
  return typeof body === 'object' && body !== null && 'bytes' in body && body.bytes instanceof Uint8Array
}

/** The cursor of an answer that is a page of a list; null where there is none. */
function cursorOfAnswer(answer: unknown): string | null {
  const cursor = (answer as { next_cursor?: unknown }).next_cursor
  return typeof cursor === 'string' ? cursor : null
}
