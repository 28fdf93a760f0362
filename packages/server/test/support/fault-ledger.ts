import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from '../../src/storage/storage.ts'
import { type Draw, pick } from './fuzz-values.ts'
import type { Site } from './site.ts'

type Json = Readonly<Record<string, unknown>>

/** What a server answered for good: a success, or a refusal that no retry changes. */
export interface Acknowledged {
  readonly path: string
  readonly key: string
  readonly sent: Json
  readonly status: number
  readonly body: Json
}

/** Everything that was acknowledged, by what it was. */
export interface Ledger {
  readonly suggestions: Acknowledged[]
  readonly registrations: Acknowledged[]
  readonly submissions: Acknowledged[]
  readonly finalized: Acknowledged[]
  /** Of each client's own entry, which nobody else revises, in their order. */
  readonly own: Map<number, Acknowledged[]>
  /** Of the entry that all revise at once; some are refused. */
  readonly shared: Acknowledged[]
}

export function newLedger(): Ledger {
  return { suggestions: [], registrations: [], submissions: [], finalized: [], own: new Map(), shared: [] }
}

/** What is asked of a server when it is well, with an administrator's bearer. */
export interface AskedServer extends Pick<Site, 'admin'> {
  get(path: string): ReturnType<Site['get']>
}

export interface FaultyHouse {
  readonly sites: readonly [AskedServer, ...AskedServer[]]
  readonly client: StubbornClient
  /** The database as it is, past every fault. */
  readonly storage: Pick<Storage, 'read'>
  readonly ledger: Ledger
}

/** A client that sends each command with one key until it is answered for good, to any of the servers. */
export interface StubbornClient {
  send(path: string, sent: Json, token: string | null): Promise<Acknowledged>
  /** The same command again, as from a client that has lost the answer. */
  repeat(done: Acknowledged, token: string | null): Promise<Acknowledged>
}

const ATTEMPTS = 400
const PAUSE_MILLISECONDS = 40
/** Shorter than a server waits for its database: the next attempt meets the one before at work. */
const ANSWER_MILLISECONDS = 3000

export function stubbornClient(
  ports: readonly number[],
  { draw, count }: { draw: Draw; count(outcome: string): void },
): StubbornClient {
  async function attempt(path: string, request: { key: string; sent: Json; token: string | null }) {
    try {
      const response = await fetch(`http://127.0.0.1:${pick(draw, ports)}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': request.key,
          ...(request.token === null ? {} : { authorization: `Bearer ${request.token}` }),
        },
        body: JSON.stringify(request.sent),
        signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
      })
      const body = JSON.parse(await response.text()) as Json
      count(String(body.code ?? response.status))
      return { status: response.status, body }
    } catch {
      count('no answer')
      return null
    }
  }

  async function persist(path: string, request: { key: string; sent: Json; token: string | null }) {
    for (let tried = 0; tried < ATTEMPTS; tried += 1) {
      const answer = await attempt(path, request)
      if (answer !== null && answer.body.retryable !== true)
        return { path, key: request.key, sent: request.sent, ...answer }
      await sleep(PAUSE_MILLISECONDS + draw(PAUSE_MILLISECONDS))
    }
    return assert.fail(`POST ${path} was not answered in ${ATTEMPTS} attempts`)
  }

  return {
    send: (path, sent, token) => persist(path, { key: randomUUID(), sent, token }),
    repeat: ({ path, key, sent }, token) => persist(path, { key, sent, token }),
  }
}
