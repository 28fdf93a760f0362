import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '../../app.ts'
import { chooseEncoding } from './encoding.ts'
import { matchesTag } from './entity-tag.ts'

/** Bytes of whole answers kept in memory. */
const KEPT_BYTES = 16 * 1024 * 1024
const LARGEST_ANSWER = 256 * 1024
/** What a kept answer takes beside its bytes: headers and a place in the table. */
const OVERHEAD_BYTES = 1024

/** A whole anonymous answer, as the road made it. */
export interface KeptAnswer {
  readonly tag: string
  /** Name, value, name, value ...; those of a 304 are the first `shared` of them. */
  readonly headers: readonly string[]
  readonly shared: number
  readonly bytes: Uint8Array
  /** It holds the time of asking, and is used again within the same second only. */
  readonly isTimed: boolean
}

/** What the database looked like before the road read it. */
interface Moment {
  readonly stamp: number
  readonly second: string
}

interface Kept extends Pick<KeptAnswer, 'tag' | 'bytes' | 'isTimed'>, Moment {
  /** As metrics name it. */
  readonly operation: string
  /** Of a 200 and of a 304, each with the place of the request's id: a list made anew for each answer is felt. */
  readonly headers: { readonly whole: string[]; readonly known: string[] }
}

/** The request that an answer was made for. */
interface Origin {
  readonly message: IncomingMessage
  readonly operation: string
}

export interface ExpressLane {
  /** Null where the engine cannot tell cheaply that nothing was committed. */
  moment(): Moment | null
  /** Answers a request that came before, while nothing was committed since; false sends it down the road. */
  answer(message: IncomingMessage, response: ServerResponse): boolean
  keep(origin: Origin, moment: Moment | null, answer: KeptAnswer): void
}

/**
 * Anonymous answers under the stamp at which they were made. Every commit, of any process, ends them all:
 * what became invited, retired or locked a moment ago is never answered from here.
 */
export function createExpressLane(app: App): ExpressLane {
  const kept = new Map<string, Kept>()
  let size = 0
  const forgetAll = () => {
    kept.clear()
    size = 0
  }
  return {
    moment() {
      const stamp = app.storage.stamp()
      return stamp === null ? null : { stamp, second: app.now().slice(0, 19) }
    },
    answer(message, response) {
      if (message.method !== 'GET' || kept.size === 0) return false
      const asked = readHeaders(message)
      if (asked === null) return false
      const start = performance.now()
      const found = kept.get(keyOf(message, asked.encodings))
      if (found === undefined) return false
      if (found.stamp !== app.storage.stamp()) {
        forgetAll()
        return false
      }
      if (found.isTimed && found.second !== app.now().slice(0, 19)) return false
      write(response, found, { requestId: app.newId(), isKnown: matchesTag(asked.ifNoneMatch, found.tag) })
      app.metrics.answered(found.operation, response.statusCode, performance.now() - start)
      return true
    },
    keep({ message, operation }, moment, answer) {
      const asked = readHeaders(message)
      if (moment === null || asked === null || message.method !== 'GET') return
      if (answer.bytes.length > LARGEST_ANSWER) return
      if (size > KEPT_BYTES) forgetAll()
      const key = keyOf(message, asked.encodings)
      // The address counts: there are as many searches as there are words.
      size += answer.bytes.length + key.length + OVERHEAD_BYTES
      const { tag, bytes, isTimed } = answer
      kept.set(key, { tag, bytes, isTimed, ...moment, operation, headers: headersOf(answer) })
    },
  }
}

function headersOf({ headers, shared }: KeptAnswer): Kept['headers'] {
  const own = ['X-Request-Id', '']
  return { whole: [...own, ...headers], known: [...own, ...headers.slice(0, shared)] }
}

function write(response: ServerResponse, found: Kept, asked: { requestId: string; isKnown: boolean }): void {
  const headers = asked.isKnown ? found.headers.known : found.headers.whole
  // Node has made its text of them before another request can come.
  headers[1] = asked.requestId
  response.writeHead(asked.isKnown ? 304 : 200, headers)
  response.end(asked.isKnown ? undefined : found.bytes)
}

/** An answer is the same for clients that accept the same encodings. */
function keyOf(message: IncomingMessage, encodings: string | undefined): string {
  const chosen = encodings === undefined ? null : chooseEncoding(encodings, Number.POSITIVE_INFINITY)
  return chosen === null ? String(message.url) : `${message.url} ${chosen}`
}

interface Asked {
  ifNoneMatch: string | undefined
  encodings: string | undefined
}

/**
 * One pass over the headers as sent; null for a request that is not plainly anonymous, or has not exactly one
 * Host. Node builds its table of headers only when it is asked for, which costs more than this.
 */
function readHeaders(message: IncomingMessage): Asked | null {
  const { rawHeaders } = message
  const asked: Asked = { ifNoneMatch: undefined, encodings: undefined }
  let hosts = 0
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] ?? ''
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host') hosts += 1
        break
      case 6:
        if (name.toLowerCase() === 'cookie') return null
        break
      case 13:
        if (name.toLowerCase() === 'authorization') return null
        if (name.toLowerCase() === 'if-none-match')
          asked.ifNoneMatch = once(asked.ifNoneMatch, rawHeaders[place + 1])
        break
      case 15:
        if (name.toLowerCase() === 'accept-encoding')
          asked.encodings = once(asked.encodings, rawHeaders[place + 1])
        break
    }
  }
  return hosts === 1 ? asked : null
}

function once(before: string | undefined, value: string | undefined): string | undefined {
  return before === undefined ? value : `${before}, ${value}`
}
