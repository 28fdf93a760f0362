import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Operation, RESOURCE_FORMS } from '@colophon/contract'
import type { Answer } from '../support/answer.ts'
import {
  createDraw,
  HOSTILE,
  nearlyValid,
  pick,
  type Vocabulary,
  validValue,
} from '../support/fuzz-values.ts'
import { liveASite } from '../support/lived.ts'
import { anySites, type Site } from '../support/site.ts'
import { everyOperation } from '../support/walk.ts'

/** More by `COLOPHON_FUZZ_REQUESTS=50000`; another run by `COLOPHON_FUZZ_SEED`. */
const REQUESTS = Number(process.env.COLOPHON_FUZZ_REQUESTS ?? 5000)
const SEED = Number(process.env.COLOPHON_FUZZ_SEED ?? 1)
const AT_ONCE = 8
/** Requests after which there are new tokens. */
const RENEWAL = 25 * AT_ONCE
/** Of this process, which has the site and the test in it. */
const MOST_GROWTH_BYTES = 250 * 1024 ** 2
/** A recovery would hold the lock over everything after it, and has tests of its own. */
const LEFT_OUT = new Set(['startRecovery', 'continueRecovery'])
/** What an answer names: hashes, ids, paths and slugs. */
const NAME = /"([0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}|\/[a-z]+\/[a-z]+|[a-z]{4,12})"/g
const MOST_NAMES = 400

test('whatever is sent to an operation, the answer is one that the document describes', async (t) => {
  const lines: string[] = []
  const write = (line: string) => {
    if (line.includes('"level":"error"')) lines.push(line)
  }
  const { site, tokens } = await liveASite(t, anySites, { write })
  const draw = createDraw(SEED)
  const words = { draw, names: ['tools', 'kitchen', randomUUID()], origin: site.url }
  const operations = everyOperation().filter(({ id }) => !LEFT_OUT.has(id))
  const bearers = [...Object.values(tokens), null]
  let warm = 0
  const statuses = new Map<number, number>()
  const faults: string[] = []
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    // What each process needs once is there by then.
    if (sent <= REQUESTS / 4) warm = process.memoryUsage.rss()
    // The requests revoke tokens too.
    if (sent % RENEWAL === 0) bearers.push(await site.token(), await site.token({ preset: 'contributor' }))
    const asked = Array.from({ length: AT_ONCE }, () =>
      makeRequest(pick(draw, operations), { words, bearers }),
    )
    const answers = await Promise.all(asked.map((request) => send(site, request, faults)))
    for (const answer of answers) {
      if (answer === null) continue
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      learn(words.names, answer, draw)
    }
  }
  const grown = process.memoryUsage.rss() - warm
  t.diagnostic(
    `seed ${SEED}: ${JSON.stringify(Object.fromEntries(statuses))}, ${Math.round(grown / 1024 ** 2)} MiB more than after a quarter of them`,
  )
  assert.deepEqual(faults.slice(0, 10), [], lines.slice(0, 3).join(''))
  assert.ok(grown < MOST_GROWTH_BYTES)
  assert.ok((statuses.get(200) ?? 0) > REQUESTS / 50, 'some are good enough to be answered')
  assert.equal((await site.get('/readyz')).status, 200)
})

interface Request {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

function makeRequest(
  operation: Operation,
  { words, bearers }: { words: Vocabulary & { origin: string }; bearers: readonly (string | null)[] },
): Request {
  const { draw } = words
  const bearer = pick(draw, draw(3) === 0 ? bearers : bearers.slice(-2))
  const body = bodyOf(operation, words)
  return {
    method: operation.method,
    path: pathOf(operation, words) + queryOf(operation, words),
    headers: {
      ...(bearer === null
        ? {}
        : { authorization: `Bearer ${draw(40) === 0 ? bearer.slice(0, -4) : bearer}` }),
      ...(operation.method === 'POST' && draw(20) > 0 ? { 'idempotency-key': keyOf(draw) } : {}),
      ...(body === undefined ? {} : { 'content-type': mediaOf(operation, draw) }),
      ...(operation.needsOrigin ? { origin: words.origin } : {}),
      ...(draw(10) === 0
        ? { range: pick(draw, ['bytes=0-9', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-3', 'x']) }
        : {}),
      ...(draw(10) === 0 ? { 'if-none-match': pick(draw, ['*', '""', 'W/"a"', 'x']) } : {}),
    },
    body,
  }
}

/** A UUIDv4 of the generator's own, so that a seed gives the same requests again. */
function keyOf(draw: Vocabulary['draw']): string {
  const hex = (digits: number) => Array.from({ length: digits }, () => draw(16).toString(16)).join('')
  return draw(20) === 0 ? 'not a key' : `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}

function mediaOf(operation: Operation, draw: Vocabulary['draw']): string {
  return draw(30) === 0 ? 'text/plain' : (operation.rawBody ?? 'application/json')
}

function pathOf(operation: Operation, words: Vocabulary): string {
  const { draw } = words
  return operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const resource = operation.params?.[name]
    const value =
      resource === undefined || draw(12) === 0
        ? asText(pick(draw, HOSTILE))
        : asText(validValue(RESOURCE_FORMS[resource], words))
    return encodeURIComponent(value) || 'a'
  })
}

/** As much of it as a path or a query may hold. */
function asText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.slice(0, 500).toWellFormed()
}

function queryOf({ query }: Operation, words: Vocabulary): string {
  if (query === undefined || words.draw(5) === 0) return ''
  const valid = validValue(query, words)
  const made = words.draw(2) === 0 ? valid : nearlyValid(valid, words.draw)
  if (typeof made !== 'object' || made === null) return `?${encodeURIComponent(asText(made))}`
  const pairs = Object.entries(made).filter(([, value]) => value !== null)
  return `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(asText(value))}`).join('&')}`
}

function bodyOf({ method, body, rawBody }: Operation, words: Vocabulary): Request['body'] {
  const { draw } = words
  if (method !== 'POST') return undefined
  if (rawBody !== undefined) return Uint8Array.from({ length: draw(200) }, () => draw(256))
  const valid = body === undefined ? {} : validValue(body, words)
  const json = JSON.stringify(draw(3) === 0 ? nearlyValid(valid, draw) : valid) ?? ''
  return draw(40) === 0 ? json.slice(0, draw(json.length + 1)) : json
}

/** Null, and a fault noted, where the answer is not in the document, or is the server's own failure. */
async function send(site: Site, request: Request, faults: string[]): Promise<Answer | null> {
  const shown = `${request.method} ${request.path} ${String(request.body).slice(0, 600)}`
  const { method, path, headers, body } = request
  try {
    const answer = await site.send(method, path, { headers, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 500) faults.push(`${answer.status} ${shown} ${answer.text}`)
    return answer
  } catch (error) {
    faults.push(`${shown} ${error}`)
    return null
  }
}

/** Later requests name what earlier answers named. */
function learn(names: string[], answer: Answer, draw: Vocabulary['draw']): void {
  if (answer.status >= 300) return
  const found = [...answer.text.matchAll(NAME)].map(([, name = '']) => name)
  for (const name of found.slice(0, 5)) {
    if (names.length < MOST_NAMES) names.push(name)
    else names[draw(MOST_NAMES)] = name
  }
}
