import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { createAskedBefore } from '../core/asked-before.ts'
import { type IsStill, noteReads } from '../storage/noted-reads.ts'
import { chooseEncoding, matchesTag, prefersMarkdown } from './encoding.ts'
import { isOwnHost } from './hosts.ts'

/** Bytes of whole answers kept in memory. */
const KEPT_BYTES = 16 * 1024 * 1024
const LARGEST_ANSWER = 256 * 1024
/** What a kept answer takes beside its bytes: headers, what it was made of, and a place in the table. */
const OVERHEAD_BYTES = 2048

/** Of which it is known whether they were asked for before; more than there can be answers. */
const REMEMBERED_ADDRESSES = 16_384

/** How exactly an answer says when it was asked for: one for programs to the second, one for people less so. */
type Timed = keyof typeof SAME_CHARACTERS
/** Of a time as `2026-11-23T16:03:10`. */
const SAME_CHARACTERS = { second: 19, tenSeconds: 18 } as const

/** A whole anonymous answer, as the pipeline made it. */
export interface CachedResponse {
  readonly tag: string
  /** Name, value, name, value ...; those of a 304 are the first `shared` of them. */
  readonly headers: readonly string[]
  readonly shared: number
  readonly bytes: Uint8Array
  /** It holds the time of asking, and is used again within the same one only. */
  readonly timed: Timed | null
}

/** The state of the database before the pipeline read it. */
interface ResponseVersion {
  readonly dataVersion: number
  readonly time: string
}

interface CacheEntry extends Pick<CachedResponse, 'tag' | 'bytes' | 'timed'> {
  /** The newest at which it was found to be good. */
  dataVersion: number
  readonly time: string
  readonly isStill: IsStill | null
  readonly size: number
  /** As metrics name it. */
  readonly operation: string
  /** Of a 200 and of a 304, each with the place of the request's id: a list made anew for each answer is felt. */
  readonly headers: { readonly whole: string[]; readonly known: string[] }
}

/** An answer, and how long it is good. */
interface Offer {
  readonly answer: CachedResponse
  readonly version: ResponseVersion
  readonly isStill: IsStill | null
}

const keepNothing: Keep = () => {}

/** What a request wants that may be answered from here. */
interface RepeatedRequest {
  readonly key: string
  readonly ifNoneMatch: string | undefined
  readonly start: number
}

/** Offers an anonymous answer to the cache. */
export type Keep = (answer: CachedResponse) => void

/** The request that an answer is made for. */
interface Origin {
  readonly exchange: { readonly message: IncomingMessage; readonly operation: string }
  /**
   * Its answer is made of rows, of bytes by hash, and of the time: a commit that changes none of them does not end it. What
   * else answers with the state of a process, or from an index, which nobody notes.
   */
  readonly isMadeOfRows: boolean
}

export interface ResponseCache {
  /**
   * Runs what makes an answer and may offer it: kept when it is asked for again, under the version of the data that was taken
   * before the work reads, so that a commit in between ends it. What the work reads may come from a replica that has all of
   * that version.
   */
  make(origin: Origin, work: (keep: Keep) => Promise<void>): Promise<void>
  /** Answers a request that came before, if it would be answered the same again; false sends it through the pipeline. */
  answer(message: IncomingMessage, response: ServerResponse): boolean | Promise<boolean>
}

/**
 * Anonymous answers under the data version at which they were made. After every commit, of any process, each is good only
 * once all rows that it was made of, those that decide who may read it among them, were read again and are the same;
 * an answer of which that is not known is ended. What became invited, retired or locked a moment ago is never answered from
 * here.
 */
export function createResponseCache(app: App): ResponseCache {
  const kept = keepEntries()
  const { storage, ambient, telemetry } = app
  const { moments } = storage
  const versionOf = (dataVersion: number): ResponseVersion => ({
    dataVersion,
    time: ambient.now(),
  })

  /** Writes the kept answer, if it is good at this version of the data. */
  function repeat(asked: RepeatedRequest, response: ServerResponse, dataVersion: number | null): boolean {
    const found = kept.find(asked.key)
    if (found === null) return false
    if (!isGood(found, dataVersion)) {
      kept.forget(asked.key)
      return false
    }
    if (!isOfNow(found, ambient.now())) return false
    write(response, found, {
      requestId: ambient.newId(),
      isKnown: matchesTag(asked.ifNoneMatch, found.tag),
    })
    telemetry.metrics.answered(found.operation, response.statusCode, performance.now() - asked.start)
    return true
  }

  const keeper = (origin: Origin, made: Pick<Offer, 'version' | 'isStill'>): Keep => {
    return (answer) => keep(kept, origin, { answer, ...made })
  }

  return {
    async make(origin, work) {
      const { message } = origin.exchange
      if (message.method !== 'GET') return work(keepNothing)
      if (moments === null) {
        const dataVersion = storage.dataVersion()
        if (dataVersion === null) return work(keepNothing)
        const version = versionOf(dataVersion)
        if (!origin.isMadeOfRows) return work(keeper(origin, { version, isStill: null }))
        return noteReads((isStill) => work(keeper(origin, { version, isStill })))
      }
      // Where reads are waited for, asking all of them again would take as long as making the answer.
      const isKept = readHeaders(message) !== null
      if (!isKept && !moments.hasReplica) return work(keepNothing)
      const moment = await moments.now().catch(() => null)
      if (moment === null) return work(keepNothing)
      const version = versionOf(moment.version)
      return moments.reading(moment, () =>
        work(isKept ? keeper(origin, { version, isStill: null }) : keepNothing),
      )
    },
    answer(message, response) {
      if (message.method !== 'GET' || kept.isEmpty()) return false
      const headers = readHeaders(message)
      if (headers === null || !isOwnHost(app.settings, headers.host)) return false
      const { ifNoneMatch } = headers
      const asked = { key: keyOf(message, headers), ifNoneMatch, start: performance.now() }
      if (kept.find(asked.key) === null) return false
      if (moments === null) return repeat(asked, response, storage.dataVersion())
      return moments.now().then(
        ({ version }) => repeat(asked, response, version),
        () => false,
      )
    },
  }
}

type KeptEntries = ReturnType<typeof keepEntries>

function keep(
  kept: KeptEntries,
  { exchange: { message, operation } }: Origin,
  { answer, version, isStill }: Offer,
): void {
  const asked = readHeaders(message)
  if (asked === null || answer.bytes.length > LARGEST_ANSWER) return
  const key = keyOf(message, asked)
  if (!kept.isAskedAgain(key)) return
  const { tag, bytes, timed } = answer
  // The address counts: there are as many searches as there are words.
  const size = bytes.length + key.length + OVERHEAD_BYTES
  kept.set(key, { tag, bytes, timed, ...version, operation, headers: headersOf(answer), isStill, size })
}

/** Answers by their keys, the oldest forgotten first; bounded in bytes. */
function keepEntries() {
  const kept = new Map<string, CacheEntry>()
  let size = 0
  const forget = (key: string) => {
    size -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  return {
    isEmpty: () => kept.size === 0,
    isAskedAgain: createAskedBefore(REMEMBERED_ADDRESSES),
    find: (key: string) => kept.get(key) ?? null,
    forget,
    set(key: string, entry: CacheEntry) {
      forget(key)
      kept.set(key, entry)
      size += entry.size
      for (const oldest of kept.keys()) {
        if (size <= KEPT_BYTES) break
        forget(oldest)
      }
    },
  }
}

function isGood(found: CacheEntry, dataVersion: number | null): boolean {
  if (found.dataVersion === dataVersion) return true
  if (dataVersion === null || found.isStill === null || !holds(found.isStill)) return false
  found.dataVersion = dataVersion
  return true
}

function isOfNow({ timed, time }: CacheEntry, now: string): boolean {
  return timed === null || now.startsWith(time.slice(0, SAME_CHARACTERS[timed]))
}

/** A database that cannot be asked is told of by the pipeline. */
function holds(isStill: IsStill): boolean {
  try {
    return isStill()
  } catch {
    return false
  }
}

function headersOf({ headers, shared }: CachedResponse): CacheEntry['headers'] {
  const own = ['X-Request-Id', '']
  return { whole: [...own, ...headers], known: [...own, ...headers.slice(0, shared)] }
}

function write(
  response: ServerResponse,
  found: CacheEntry,
  asked: { requestId: string; isKnown: boolean },
): void {
  const headers = asked.isKnown ? found.headers.known : found.headers.whole
  // Node has made its text of them before another request can come.
  headers[1] = asked.requestId
  response.writeHead(asked.isKnown ? 304 : 200, headers)
  response.end(asked.isKnown ? undefined : found.bytes)
}

/** An answer is the same for clients that accept the same encodings, and that prefer Markdown or do not. */
function keyOf(message: IncomingMessage, { encodings, accept }: CacheHeaders): string {
  const chosen = encodings === undefined ? null : chooseEncoding(encodings, Number.POSITIVE_INFINITY)
  const key = chosen === null ? String(message.url) : `${message.url} ${chosen}`
  return prefersMarkdown(accept) ? `${key} markdown` : key
}

interface CacheHeaders {
  host: string
  ifNoneMatch: string | undefined
  encodings: string | undefined
  accept: string | undefined
}

/**
 * One pass over the headers as sent; null for a request that is not plainly anonymous, asks for a part, or has not exactly
 * one Host. Node builds its table of headers only when it is asked for, which costs more than this.
 */
function readHeaders(message: IncomingMessage): CacheHeaders | null {
  const { rawHeaders } = message
  const asked: CacheHeaders = {
    host: '',
    ifNoneMatch: undefined,
    encodings: undefined,
    accept: undefined,
  }
  let hosts = 0
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] ?? ''
    switch (name.length) {
      case 4:
        if (name.toLowerCase() !== 'host') break
        hosts += 1
        asked.host = rawHeaders[place + 1] ?? ''
        break
      case 5:
        if (name.toLowerCase() === 'range') return null
        break
      case 6:
        if (name.toLowerCase() === 'cookie') return null
        if (name.toLowerCase() === 'accept') asked.accept = once(asked.accept, rawHeaders[place + 1])
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
