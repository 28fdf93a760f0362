import { DOCUMENT_VERSION, OPERATIONS, type Operation } from '@colophon/contract'
import { readAnswer } from './answer.ts'
import {
  type CallOperation,
  type CallRequest,
  type ItemOf,
  type LooseCall,
  type LooseRequest,
  type PagedOperationId,
  typedCall,
} from './call.ts'
import { eachItem } from './pages.ts'
import { ColophonProblem, EdgeDenied, ObjectAltered, Unreachable } from './problem.ts'
import { PATIENCE, type Patience, withPatience } from './retry.ts'
import { sha256Of } from './sha256.ts'

const LIBRARY = `colophon-client/${DOCUMENT_VERSION}`
const TIMEOUT_MILLISECONDS = 60_000

export interface ClientOptions {
  /** The base URL of the server. */
  readonly url: string
  /** A bearer; public knowledge needs none. */
  readonly token?: string | null
  readonly fetch?: typeof globalThis.fetch
  /** Put before the library's own name. */
  readonly userAgent?: string
  readonly patience?: Partial<Patience>
  /** How long one try may take. */
  readonly timeoutMilliseconds?: number
}

export interface Client {
  /**
   * Calls an operation of the contract by its id. What passes (a lost connection, an overloaded service) is
   * tried again with the same Idempotency-Key, so that the act still happens once.
   */
  readonly call: CallOperation
  /** Every item of a list. */
  pages<I extends PagedOperationId>(
    id: I,
    request: Omit<CallRequest<I>, 'idempotencyKey'>,
  ): AsyncGenerator<ItemOf<I>, void, undefined>
  /** The exact bytes of an object; throws ObjectAltered unless their SHA-256 is the hash. */
  readObject(sha256: string): Promise<Uint8Array>
  /** The exact bytes of a part of an object; throws ObjectAltered unless their SHA-256 is that of the part. */
  readPart(sha256: string, part: ObjectPart): Promise<Uint8Array>
}

/** A part of an object, as a section and a passage name it. */
export interface ObjectPart {
  /** The first byte. */
  readonly start: number
  /** The byte behind the last. */
  readonly end: number
  readonly sha256: string
}

/** A client of one press. It needs nothing but `fetch` and Web Crypto. */
export function createClient(options: ClientOptions): Client {
  const send = openCall(options)
  const call = typedCall(send)
  return {
    call,
    pages: (id, request) => eachItem(call, id, request),
    async readObject(sha256) {
      const bytes = await call('readObject', { params: { sha256 } })
      const found = await sha256Of(bytes)
      if (found !== sha256) throw new ObjectAltered(sha256, found)
      return bytes
    },
    readPart: (sha256, part) => readPart(send, sha256, part),
  }
}

async function readPart(send: LooseCall, sha256: string, part: ObjectPart): Promise<Uint8Array> {
  const { start, end } = part
  const answered = await send('readObject', { params: { sha256 }, range: { start, end } })
  const bytes = answered instanceof Uint8Array ? answered : new Uint8Array()
  // Whatever stands before the server may answer the whole object.
  const own = bytes.length === end - start ? bytes : bytes.subarray(start, end)
  const found = await sha256Of(own)
  if (found !== part.sha256) throw new ObjectAltered(part.sha256, found)
  return own
}

function openCall(options: ClientOptions): LooseCall {
  const patience = { ...PATIENCE, ...options.patience }
  let denied: EdgeDenied | null = null
  return async (id, request = {}) => {
    const send = prepare(options, OPERATIONS[id], request)
    return await withPatience(patience, async () => {
      if (denied !== null) throw denied
      try {
        return await send()
      } catch (error) {
        if (error instanceof EdgeDenied) denied = error
        throw error
      }
    })
  }
}

/** Builds the request once: every try of it is the same. */
function prepare(
  options: ClientOptions,
  operation: Operation,
  request: LooseRequest,
): () => Promise<unknown> {
  const path = pathOf(operation, request.params ?? {})
  const url = new URL(`${path}${searchOf(request.query ?? {})}`, options.url)
  const headers = headersOf(options, operation, request)
  const body = operation.method === 'POST' ? bodyOf(request.body) : null
  const fetch = options.fetch ?? globalThis.fetch
  return async () => {
    const { signal, letGo } = timeOut(options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS)
    try {
      // The server never redirects: whoever does stands before it.
      const response = await fetch(url, {
        method: operation.method,
        headers,
        body,
        signal,
        redirect: 'manual',
      })
      return await readAnswer(response, { operation, path, library: LIBRARY })
    } catch (error) {
      if (error instanceof ColophonProblem || error instanceof EdgeDenied || error instanceof Unreachable)
        throw error
      throw new Unreachable(`${operation.method} ${path}: no answer from ${url.origin}`, error)
    } finally {
      letGo()
    }
  }
}

/** `AbortSignal.timeout` would be kept until its time is over, long after the answer, and there may be thousands. */
function timeOut(milliseconds: number): { signal: AbortSignal; letGo(): void } {
  const controller = new AbortController()
  const giveUp = () =>
    controller.abort(new DOMException(`no answer within ${milliseconds} ms`, 'TimeoutError'))
  const timer = setTimeout(giveUp, milliseconds)
  return { signal: controller.signal, letGo: () => clearTimeout(timer) }
}

function pathOf(operation: Operation, params: Readonly<Record<string, string>>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`${operation.id} needs the parameter ${name}`)
    return operation.hasTail ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
}

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== null && one !== undefined) search.append(name, String(one))
  return search.size === 0 ? '' : `?${search}`
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

function headersOf(options: ClientOptions, operation: Operation, request: LooseRequest): Headers {
  const headers = new Headers({
    accept: 'application/json',
    'user-agent': options.userAgent ? `${options.userAgent} ${LIBRARY}` : LIBRARY,
  })
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)
  // Between two programs of one machine a shorter answer saves nothing, and takes time on both sides.
  if (LOOPBACK.test(new URL(options.url).hostname)) headers.set('accept-encoding', 'identity')
  if (request.range) headers.set('range', `bytes=${request.range.start}-${request.range.end - 1}`)
  if (operation.method === 'GET') return headers
  headers.set('content-type', operation.rawBody ?? 'application/json')
  headers.set('idempotency-key', request.idempotencyKey ?? crypto.randomUUID())
  return headers
}

/** Bytes are sent as they are. */
function bodyOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array ? Uint8Array.from(body) : JSON.stringify(body ?? {})
}
