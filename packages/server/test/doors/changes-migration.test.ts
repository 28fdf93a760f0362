import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { appendChange, nextMoment } from '../../src/catalog/changes.ts'
import { actsAfter } from '../../src/features/recovery/changes-replay-store.ts'
import { openStorage } from '../../src/storage/open-storage.ts'
import type { Tx } from '../../src/storage/storage.ts'
import { type Cleanup, describeEngines, type TestEngine } from '../support/engines.ts'
import { changesOf } from '../support/projections.ts'

/** A database as the version before the thirteenth migration left it. */
async function openFormer(engine: TestEngine, t: Cleanup): Promise<string> {
  const url = await engine.freshUrl(t)
  const storage = await openStorage(url)
  await storage.write(async (tx) => {
    for (const later of ['changes', 'log_entries', 'log_tiles']) await tx.schema.dropTable(later).execute()
    await tx.schema.alterTable('topics').addColumn('last_published_at', 'text').execute()
    await sql`delete from kysely_migration where name >= '0013'`.execute(tx)
    await addActs(tx)
  })
  await storage.close()
  return url
}

type Row = Readonly<Record<string, string | number | null>>

async function add(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  for (const row of rows)
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(tx)
}

/** Acts of two topics, some in the same millisecond, and times that a clock has set back. */
async function addActs(tx: Tx): Promise<void> {
  const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`
  const published = (topic_id: string, hash: string, second: number): Row => ({
    publication_hash: hash,
    content_hash: hash,
    entry_id: 'entry',
    topic_id,
    mode: 'direct',
    published_at: at(second),
    published_by: 'curator',
  })
  const retired = (topic_id: string, hash: string, second: number): Row => ({
    retirement_hash: hash,
    content_hash: hash,
    entry_id: 'entry',
    topic_id,
    position: 1,
    state: 'retired',
    reason: 'over',
    replacement_hashes: '[]',
    decided_by: 'curator',
    decided_label: 'curator',
    decided_at: at(second),
  })
  const changed = (topic_id: string, position: number, second: number): Row => ({
    change_id: `${topic_id} ${9 - position}`,
    topic_id,
    position,
    changed_at: at(second),
    changed_by: 'curator',
    from_visibility: position % 2 === 1 ? 'invited' : 'public',
    to_visibility: position % 2 === 1 ? 'public' : 'invited',
    reason: 'why not',
  })
  await add(tx, 'publications', [
    published('tools', 'f', 1),
    published('tools', 'b', 2),
    published('toys', 'a', 2),
    published('tools', 'c', 3),
    published('tools', 'd', 5),
    published('toys', 'e', 6),
  ])
  await add(tx, 'retirements', [retired('tools', 'g', 3), retired('toys', 'h', 4)])
  await add(tx, 'visibility_changes', [
    changed('tools', 1, 2),
    changed('toys', 1, 3),
    changed('toys', 2, 3),
    changed('toys', 3, 3),
    changed('tools', 2, 4),
  ])
}

async function replayChanges(tx: Tx): Promise<void> {
  await tx.deleteFrom('changes').execute()
  for (let after: readonly string[] = []; ; ) {
    // One at a time, so that every place of the replay is one at which it may go on.
    const [act] = await actsAfter(tx, after, 1)
    if (act === undefined) return
    await appendChange(tx, await nextMoment(tx, act.topic_id, act.at), act)
    after = [act.at, String(act.position), act.record]
  }
}

describeEngines((engine) => {
  test('the streams of an older database are its records by their times, as a replay makes them', async (t) => {
    const storage = await openStorage(await openFormer(engine, t))
    t.after(() => storage.close())
    const rows = await changesOf(storage.read)
    const told = (topic: string) =>
      rows
        .filter(({ topic_id }) => topic_id === topic)
        .map(({ seq, public_seq, kind, record }) => `${seq} ${public_seq ?? '-'} ${kind} ${record}`)
    assert.deepEqual(told('tools'), [
      '1 - publication f',
      '2 - publication b',
      '3 1 visibility tools 8',
      '4 2 publication c',
      '5 3 retirement g',
      '6 8 visibility tools 7',
      '7 - publication d',
    ])
    assert.deepEqual(told('toys'), [
      '1 - publication a',
      '2 4 visibility toys 8',
      '3 5 visibility toys 7',
      '4 6 visibility toys 6',
      '5 7 retirement h',
      '6 9 publication e',
    ])
    await storage.write(replayChanges)
    assert.deepEqual(await changesOf(storage.read), rows)
  })
})
