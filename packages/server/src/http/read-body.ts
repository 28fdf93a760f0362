import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalidField, type Problem, problem } from '../core/problem.ts'
import { JsonRefused, jsonLimitsFor, parseInSteps } from '../core/strict-json.ts'

/** A body over its limit is still read to its end, up to here, so that the client sees the answer. */
const DRAINED_BYTES = 64 * 1024 * 1024

/**
 * Node reads on after an answer that came before the body did. A connection that were closed instead would break while
 * the client still writes, and the answer would be lost with it.
 */
export function isTooMuchToDrain(message: IncomingMessage): boolean {
  if (message.complete || message.readableEnded) return false
  return message.destroyed || announcedBytes(message) > DRAINED_BYTES
}

function announcedBytes(message: IncomingMessage): number {
  return Number(message.headers['content-length'] ?? 0)
}

/** Refuses a body that says itself that it is too long, before any of it is read. */
export function refuseAnnounced(message: IncomingMessage, limit: number): void {
  if (announcedBytes(message) > limit) throw tooLarge(limit)
}

/** The client closed its connection before its body had come: nobody is left to answer. */
export class ClientLeft extends Error {
  constructor(cause?: unknown) {
    super('the client left before its body had come', { cause })
  }
}

/** Reads a JSON body of at most `limit` bytes. */
export async function readJson(message: IncomingMessage, limit: number): Promise<unknown> {
  requireMediaType(message, 'application/json')
  const bytes = await readRequestBytes(message, limit)
  // To join the pieces of a large one took its time.
  if (bytes.length > AT_ONCE) await nextTurn()
  try {
    return await parseInTurns(bytes, jsonLimitsFor(limit))
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error
    if (error.reason === 'surrogate') throw invalidField(error.pointer, 'has half a surrogate pair')
    throw problem('invalid_json', `The body is not acceptable JSON: ${error.message}.`, {}, error)
  }
}

/** Bytes of JSON that are read in some milliseconds. */
const AT_ONCE = 4 * 1024 * 1024

async function parseInTurns(bytes: Uint8Array, limits: ReturnType<typeof jsonLimitsFor>): Promise<unknown> {
  const steps = parseInSteps(bytes, limits)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (bytes.length > AT_ONCE) await nextTurn()
  }
}

/** Reads a body that is taken as it is. */
export function readRaw(
  message: IncomingMessage,
  wanted: { media: string; limit: number },
): Promise<Uint8Array> {
  requireMediaType(message, wanted.media)
  return readRequestBytes(message, wanted.limit)
}

function requireMediaType(message: IncomingMessage, wanted: string): void {
  const [type = '', ...parameters] = (message.headers['content-type'] ?? '').split(';')
  const charset = parameters
    .map((text) => text.trim().toLowerCase())
    .find((text) => text.startsWith('charset='))
  const encoding = message.headers['content-encoding']?.toLowerCase()
  const isPlain = encoding === undefined || encoding === 'identity'
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset)
  if (type.trim().toLowerCase() !== wanted || !isPlain || !isUtf8)
    throw problem(
      'unsupported_media_type',
      `Send Content-Type: ${wanted}${wanted === 'application/json' ? ', in UTF-8' : ''} and without Content-Encoding.`,
    )
}

async function readRequestBytes(message: IncomingMessage, limit: number): Promise<Uint8Array> {
  // Node calls a request that announced no body ended and destroyed.
  if (message.readableEnded) return new Uint8Array()
  if (announcedBytes(message) > Math.max(limit, DRAINED_BYTES)) throw tooLarge(limit)
  const { chunks, size } = isWhole(message) ? taken(message) : await listen(message, limit)
  if (size > limit) throw tooLarge(limit)
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** The chunks are those within the limit, the size that of everything. */
interface Body {
  readonly chunks: readonly Buffer[]
  readonly size: number
}

/** Most bodies come with their headers, and node holds all of them by the time the pipeline asks. */
function isWhole(message: IncomingMessage): boolean {
  return message.complete && !message.destroyed
}

/** To listen for what is there costs more than the rest of the reading. */
function taken(message: IncomingMessage): Body {
  const bytes: Buffer | null = message.read()
  return bytes === null ? { chunks: [], size: 0 } : { chunks: [bytes], size: bytes.length }
}

/**
 * Listens instead of iterating, which costs more than the rest of the reading. A client that went away, also before
 * this, is an error.
 */
function listen(message: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const gone = (cause?: unknown) => reject(new ClientLeft(cause))
    if (message.destroyed) return gone()
    message
      .on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= limit) chunks.push(chunk)
        if (size <= Math.max(limit, DRAINED_BYTES)) return
        message.destroy()
        resolve({ chunks, size })
      })
      .once('end', () => resolve({ chunks, size }))
      .once('error', gone)
      // Every request ends with a close, and an error costs a trace of the stack.
      .once('close', () => message.readableEnded || gone())
  })
}

export function tooLarge(limit: number): Problem {
  return problem('payload_too_large', `The body exceeds ${limit} bytes.`)
}
