import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { utcDay } from '../packages/server/src/core/utc-day.ts'
import { addEvent, addReport, applyDeltas } from '../packages/server/src/features/signals/store.ts'
import { openStorage } from '../packages/server/src/storage/open-storage.ts'
import type { Storage, Tx } from '../packages/server/src/storage/storage.ts'
import { startPress } from './children.ts'
import { median, report } from './figures.ts'
import { inFolder } from './folder.ts'
import { issueToken, makeTopic, publish, type Receipt, register } from './site.ts'
import { ask, bodyOf, openWire, requestBytes, type Wire } from './wire.ts'

const FEW = 100
const MANY = 1_000_000
const BATCH = 5000
const DAYS = 30
const ROUNDS = 9
const REQUESTS = 300

/** The summary of an entry with many events beside that of one with few. */
await inFolder(async (folder) => {
  const press = await startPress({ folder })
  try {
    const site = { port: press.port, token: issueToken(folder) }
    await makeTopic(site, 'bench')
    const few = await publish(site, '/bench/few', '# Few\n')
    const many = await publish(site, '/bench/many', '# Many\n')
    const token = await register(site)
    const storage = await openStorage(`sqlite:${join(folder, 'colophon.db')}`)
    await fill(storage, few, FEW)
    await fill(storage, many, MANY)
    await storage.close()
    const wire = await openWire(press.port)
    const rounds: { few: number; many: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ few: await cost(wire, few, token), many: await cost(wire, many, token) })
    wire.close()
    const of = (value: (round: { few: number; many: number }) => number) => median(rounds.map(value))
    report('signal-summary', [
      {
        what: `Summary of an entry with ${MANY.toLocaleString('en')} events, p50`,
        measured: `${of((round) => round.many).toFixed(3)} ms`,
        beside: `with ${FEW} events ${of((round) => round.few).toFixed(3)} ms`,
        ratio: of(({ few: low, many: high }) => high / low).toFixed(2),
        target: '<= 5.00',
      },
    ])
  } finally {
    await press.stop()
  }
})

/** With a credential, so that every answer is computed anew. */
async function cost(wire: Wire, { content_hash }: Receipt, token: string): Promise<number> {
  const headers = [`Authorization: Bearer ${token}`]
  const request = requestBytes(`GET /api/v1/objects/${content_hash}/signals`, headers)
  const times: number[] = []
  for (let count = 0; count < REQUESTS; count += 1) {
    const before = performance.now()
    const answer = await ask(wire, request)
    times.push(performance.now() - before)
    if (answer.status !== 200) throw new Error(`a summary: ${answer.status} ${bodyOf(answer)}`)
  }
  return median(times)
}

/** Reports as the press itself writes them, each of another reader, spread over the longest window. */
async function fill(storage: Storage, { content_hash, entry_id }: Receipt, events: number): Promise<void> {
  const start = Date.now() - DAYS * 86_400_000
  for (let done = 0; done < events; done += BATCH)
    await storage.write(async (tx) => {
      for (let place = done; place < Math.min(done + BATCH, events); place += 1) {
        const at = new Date(start + Math.floor((place / events) * DAYS * 86_400_000)).toISOString()
        await addOne(tx, { hash: content_hash, entry: entry_id, at, isUp: place % 3 > 0 })
      }
    })
}

interface Filled {
  hash: string
  entry: string
  at: string
  isUp: boolean
}

async function addOne(tx: Tx, { hash, entry, at, isUp }: Filled): Promise<void> {
  const value = isUp ? 'up' : 'down'
  const shared = { report_id: randomUUID(), topic_id: 'bench', value, comment: null }
  const event = randomUUID()
  await addReport(tx, {
    ...shared,
    identity_id: randomUUID(),
    entry_id: entry,
    day: utcDay(at),
    target_hash: hash,
    received_at: at,
    updated_at: at,
    last_event_id: event,
  })
  await addEvent(tx, {
    ...shared,
    occurred_at: at,
    event_id: event,
    event: 'reported',
    previous_value: null,
    meaning: null,
  })
  const counts = { at, up: Number(isUp), down: Number(!isUp), participants: 1 }
  await applyDeltas(tx, [
    { scope: hash, ...counts },
    { scope: entry, ...counts },
  ])
}
