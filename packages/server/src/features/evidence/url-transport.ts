import { createHash } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import {
  type IncomingMessage,
  Agent as PlainAgent,
  request as plainRequest,
  type RequestOptions,
} from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { URL_TRANSPORT_LIMITS } from '@colophon/contract'
import { LocatorRefused, parseLocator, type Reach } from './locator.ts'
import { isPublicAddress } from './public-address.ts'

type TransportFailure =
  | 'dns_failed'
  | 'connection_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_response'

/** What was found at a locator; null where the transport did not come so far. */
export interface TransportResult {
  status: number | null
  final_url: string | null
  content_type: string | null
  content_sha256: string | null
  size: number | null
  failure: TransportFailure | null
}

/** Of a row that nothing was fetched for, and of a fetch that has not begun. */
export const NOT_TRANSPORTED: TransportResult = {
  status: null,
  final_url: null,
  content_type: null,
  content_sha256: null,
  size: null,
  failure: null,
}

export interface Transport {
  readonly reach: Reach
  readonly resolve?: (host: string) => Promise<LookupAddress[]>
  readonly limits?: { milliseconds: number; bytes: number; redirects: number }
  /** Is given the body as it comes, of the last answer. */
  readonly take?: (chunk: Buffer) => void
}

/** Ends a transport with a failure that is stored. */
class Failed extends Error {
  readonly failure: TransportFailure
  constructor(failure: TransportFailure, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

/**
 * Fetches a locator without following anybody anywhere it should not go: the addresses that are checked are
 * those that are connected to, and every redirect is checked anew. Throws LocatorRefused for what is not
 * allowed; whatever else goes wrong is a failure in the answer.
 */
export async function transport(locator: string, given: Transport): Promise<TransportResult> {
  const { resolve = resolveAll, limits = URL_TRANSPORT_LIMITS } = given
  const signal = AbortSignal.timeout(limits.milliseconds)
  const walk: Walk = {
    reach: given.reach,
    resolve,
    limits,
    signal,
    take: given.take,
    found: { ...NOT_TRANSPORTED },
  }
  try {
    await follow(walk, parseLocator(locator, given.reach))
  } catch (error) {
    if (error instanceof LocatorRefused) throw error
    walk.found.failure = failureOf(error, signal)
  }
  return walk.found
}

interface Walk extends Required<Omit<Transport, 'take'>> {
  readonly take: Transport['take']
  readonly signal: AbortSignal
  readonly found: TransportResult
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

async function follow(walk: Walk, first: URL): Promise<void> {
  let url = first
  for (let redirects = 0; ; redirects += 1) {
    const addresses = await checkedAddresses(walk, url)
    if (redirects > walk.limits.redirects) throw new Failed('too_many_redirects')
    const { response, end } = await open(walk, url, addresses)
    try {
      const { location } = response.headers
      if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined)
        return await receive(walk, url, response)
      url = parseLocator(location, walk.reach, url)
    } finally {
      end()
    }
  }
}

/** One look-up for each hop; a host with any address that is not public is not gone to at all. */
async function checkedAddresses(walk: Walk, url: URL): Promise<LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family === 0 ? await resolved(walk, host) : [{ address: host, family }]
  if (walk.reach === 'public' && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new LocatorRefused('leads to an address that is not public')
  return addresses
}

async function resolved({ resolve, signal }: Walk, host: string): Promise<LookupAddress[]> {
  signal.throwIfAborted()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    const addresses = await Promise.race([resolve(host), late])
    if (addresses.length > 0) return addresses
  } catch (error) {
    throw new Failed('dns_failed', error)
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
  throw new Failed('dns_failed')
}

function resolveAll(host: string): Promise<LookupAddress[]> {
  return lookup(host, { all: true, order: 'verbatim' })
}

interface OpenResponse {
  response: IncomingMessage
  end(): void
}

/** A connection of its own, to the checked addresses whatever the name resolves to by now. */
function open(walk: Walk, url: URL, addresses: LookupAddress[]): Promise<OpenResponse> {
  const isSecure = url.protocol === 'https:'
  const agent = isSecure ? new SecureAgent({ keepAlive: false }) : new PlainAgent({ keepAlive: false })
  const options: RequestOptions = {
    method: 'GET',
    agent,
    signal: walk.signal,
    maxHeaderSize: URL_TRANSPORT_LIMITS.headerBytes,
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Colophon url-transport-v1' },
    lookup: (_host, wanted, answer) => {
      const [one] = addresses
      if (wanted.all) answer(null, addresses)
      else if (one) answer(null, one.address, one.family)
    },
  }
  return new Promise((resolve, reject) => {
    const request = isSecure ? secureRequest(url, options) : plainRequest(url, options)
    const end = () => {
      request.destroy()
      agent.destroy()
    }
    // The listener stays: a connection that breaks after its answer must not be an error of the process.
    request.on('error', (error) => {
      agent.destroy()
      reject(error)
    })
    // Neither an answer nor an error: without these the promise would wait for ever.
    request.once('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Failed('bad_response'))
    })
    request.once('close', () => reject(new Failed('connection_failed')))
    request.once('response', (response) => resolve({ response, end }))
    request.end()
  })
}

/** The bytes as they were sent, hashed while they pass. */
async function receive({ found, limits, take }: Walk, url: URL, response: IncomingMessage): Promise<void> {
  found.status = response.statusCode ?? null
  found.final_url = url.href
  found.content_type = printable(response.headers['content-type'])
  if (Number(response.headers['content-length'] ?? 0) > limits.bytes) throw new Failed('too_large')
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limits.bytes) throw new Failed('too_large')
    hash.update(chunk)
    take?.(chunk)
  }
  found.content_sha256 = hash.digest('hex')
  found.size = size
}

function printable(header: string | undefined): string | null {
  return header === undefined || !/^[ -~]{1,200}$/.test(header) ? null : header
}

function failureOf(error: unknown, signal: AbortSignal): TransportFailure {
  if (signal.aborted) return 'timed_out'
  if (error instanceof Failed) return error.failure
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^HPE_|^ERR_HTTP/.test(code)) return 'bad_response'
  if (/^ERR_(SSL|TLS)|CERT|^DEPTH_|VERIFY|SELF_SIGNED|^EPROTO$/.test(code)) return 'tls_failed'
  return 'connection_failed'
}
