import { join } from 'node:path'
import { sql } from 'kysely'
import { bucketsOf } from '../packages/server/src/catalog/time-buckets.ts'
import { openStorage } from '../packages/server/src/storage/open-storage.ts'
import type { Storage, Tx } from '../packages/server/src/storage/storage.ts'
import { startServer } from './children.ts'
import { median, report } from './figures.ts'
import { inFolder } from './folder.ts'
import { issueToken, makeTopic, publish, type Receipt, register } from './site.ts'
import { ask, bodyOf, openWire, requestBytes, type Wire } from './wire.ts'

const FEW = 100
const MANY = 1_000_000
const BATCH = 50_000
const DAYS = 30
const ROUNDS = 9
const REQUESTS = 300

/** The summary of an entry with many events beside that of one with few. */
await inFolder(async (folder) => {
  const server = await startServer({ folder })
  try {
    const site = { port: server.port, token: issueToken(folder) }
    await makeTopic(site, 'bench')
    const few = await publish(site, '/bench/few', '# Few\n')
    const many = await publish(site, '/bench/many', '# Many\n')
    const token = await register(site)
    const storage = await openStorage(`sqlite:${join(folder, 'colophon.db')}`)
    await fill(storage, few, FEW)
    await fill(storage, many, MANY)
    await storage.close()
    const wire = await openWire(server.port)
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
    await server.stop()
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

/**
 * Reports, each of another reader, spread over the longest window, with the counts that the server would have
 * made of them. Written in bulk: one by one they take a quarter of an hour.
 */
async function fill(storage: Storage, { content_hash, entry_id }: Receipt, events: number): Promise<void> {
  const step = Math.floor((DAYS * 86_400_000) / events)
  const start = Date.now() - step * events
  for (let done = 0; done < events; done += BATCH) {
    const count = Math.min(BATCH, events - done)
    await storage.write(async (tx) => {
      await makeRows(tx, { start: start + done * step, step, count })
      await addReports(tx, content_hash, entry_id)
      await addMoments(tx, content_hash, entry_id)
      for (const scope of [content_hash, entry_id]) await addBuckets(tx, entry_id, scope)
      await sql`drop table made`.execute(tx)
    })
  }
}

async function makeRows(tx: Tx, { start, step, count }: { start: number; step: number; count: number }) {
  await sql`create temp table made as
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n + 1 < ${count})
    select cast(${start} + n * ${step} as integer) as at, hex(randomblob(16)) as id, n % 3 > 0 as up,
      strftime('%Y-%m-%dT%H:%M:%fZ', (${start} + n * ${step}) / 1000.0, 'unixepoch') as time
    from numbers`.execute(tx)
}

async function addReports(tx: Tx, hash: string, entry: string): Promise<void> {
  await sql`insert into signal_reports (identity_id, entry_id, day, target_hash, report_id, topic_id, value, comment,
      received_at, updated_at, last_event_id)
    select id, ${entry}, substr(time, 1, 10), ${hash}, id, 'bench', iif(up, 'up', 'down'), null, time, time, id
    from made`.execute(tx)
  await sql`insert into signal_events (occurred_at, event_id, report_id, topic_id, event, value, previous_value,
      meaning, comment)
    select time, id, id, 'bench', 'reported', iif(up, 'up', 'down'), null, null, null from made`.execute(tx)
}

async function addMoments(tx: Tx, hash: string, entry: string): Promise<void> {
  await sql`insert into signal_moments (at, target_hash, entry_id, up, down, participants, entry_participants)
    select at, ${hash}, ${entry}, up, 1 - up, 1, 1 from made`.execute(tx)
}

async function addBuckets(tx: Tx, entry: string, scope: string): Promise<void> {
  for (const { level, bucket: size } of bucketSizes())
    await sql`insert into signal_buckets (entry_id, scope, level, bucket, up, down, participants)
      select ${entry}, ${scope}, ${level}, at / cast(${size} as integer), sum(up), sum(1 - up), count(*) from made where true group by at / cast(${size} as integer)
      on conflict (entry_id, scope, level, bucket) do update set up = up + excluded.up, down = down + excluded.down,
        participants = participants + excluded.participants`.execute(tx)
}

/** The milliseconds of a bucket of each level, found by asking where time goes. */
function bucketSizes() {
  const far = 2 ** 44
  return bucketsOf(far).map((bucket, level) => ({ level, bucket: far / bucket }))
}
