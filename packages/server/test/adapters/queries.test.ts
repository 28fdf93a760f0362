import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClosedLists } from '@colophon/contract'
import { sql } from 'kysely'
import { isUniqueViolation, preparedQuery } from '../../src/storage/portable.ts'
import type { ObjectRow } from '../../src/storage/rows/editorial.ts'
import type { SiteRow } from '../../src/storage/rows/site.ts'
import { describeEngines } from '../support/engines.ts'
import { add, addFact, factOf, findFact, putFact, setFact } from './site-facts.ts'

type Name = { name: string }

describeEngines((engine) => {
  test('a duplicate key is known as such and other failures are not', async (t) => {
    const storage = await engine.open(t)
    await add(storage, 'a')
    const duplicate = await add(storage, 'a').catch((error: unknown) => error)
    assert.equal(isUniqueViolation(duplicate), true)
    const position = {
      topic_id: 't',
      position: 1,
      changed_at: '',
      changed_by: '',
      from_visibility: 'invited' as const,
      to_visibility: 'public' as const,
      reason: '',
    }
    const change = (change_id: string) =>
      storage.write((tx) =>
        tx
          .insertInto('visibility_changes')
          .values({ change_id, ...position })
          .execute(),
      )
    await change('one')
    assert.equal(isUniqueViolation(await change('two').catch((error: unknown) => error)), true)
    const missing = await storage
      .write((tx) => sql`select * from nowhere`.execute(tx))
      .catch((error: unknown) => error)
    assert.ok(missing instanceof Error)
    assert.equal(isUniqueViolation(missing), false)
    assert.equal(isUniqueViolation(null), false)
  })

  test('compiled queries give typed rows, nulls, numbers and counts', async (t) => {
    const storage = await engine.open(t)
    const insert = preparedQuery<ObjectRow>()((db, p) =>
      db.insertInto('objects').values({
        sha256: p('sha256'),
        kind: p('kind'),
        topic_id: p('topic_id'),
        entry_id: p('entry_id'),
        owner_id: null,
        size: p('size'),
        created_at: p('created_at'),
      }),
    )
    const list = preparedQuery<{ topic: string | null; least: number; limit: number }>()((db, p) =>
      db
        .selectFrom('objects')
        .selectAll()
        .where('topic_id', 'is not distinct from', p('topic'))
        .where('size', '>=', p('least'))
        .orderBy('sha256')
        .limit(p('limit')),
    )
    const row: ObjectRow = {
      sha256: 'a',
      kind: 'review',
      topic_id: null,
      entry_id: 'e',
      owner_id: null,
      size: 2 ** 40,
      created_at: 'now',
    }
    await storage.write(async (tx) => {
      await insert.run(tx, row)
      await insert.run(tx, { ...row, sha256: 'b', topic_id: 't', size: 0 })
    })
    const found: ObjectRow[] = await list.all(storage.read, { topic: null, least: 1, limit: 10 })
    assert.deepEqual(found, [row])
    assert.deepEqual(await list.all(storage.read, { topic: 't', least: 0, limit: 10 }), [
      { ...row, sha256: 'b', topic_id: 't', size: 0 },
    ])
    const totals = preparedQuery<{ kind: ClosedLists['objectKind'] }>()((db, p) =>
      db
        .selectFrom('objects')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('size').as('bytes')])
        .where('kind', '=', p('kind')),
    )
    assert.deepEqual(await totals.first(storage.read, { kind: 'review' }), { count: 2, bytes: 2 ** 40 })
    assert.equal(await findFact.first(storage.read, { name: 'nobody' }), null)
  })

  test('compiled queries return what they wrote and count what they changed', async (t) => {
    const storage = await engine.open(t)
    await storage.write(async (tx) => {
      const first: SiteRow | null = await putFact.first(tx, { name: 'a', value: '1' })
      assert.deepEqual(first, { name: 'a', value: '1' })
      assert.deepEqual(await putFact.all(tx, { name: 'a', value: '2' }), [{ name: 'a', value: '2' }])
      assert.equal(await setFact.run(tx, { name: 'a', value: '3' }), 1)
      assert.equal(await setFact.run(tx, { name: 'b', value: '3' }), 0)
      assert.equal(await factOf(storage, 'a'), null, 'not visible before the commit')
    })
    assert.equal(await factOf(storage, 'a'), '3')
  })

  test('bytes come back as they went in', async (t) => {
    const storage = await engine.open(t)
    const insert = preparedQuery<{ sha256: string; bytes: Uint8Array }>()((db, p) =>
      db.insertInto('blobs').values({ sha256: p('sha256'), bytes: p('bytes') }),
    )
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) & 255)
    await storage.write(async (tx) => {
      await insert.run(tx, { sha256: 'a', bytes })
      await insert.run(tx, { sha256: 'b', bytes: new Uint8Array() })
    })
    const rows = await storage.read.selectFrom('blobs').select('bytes').orderBy('sha256').execute()
    assert.deepEqual(rows, [{ bytes }, { bytes: new Uint8Array() }])
  })

  test('a parameter that is lost or missing throws', async (t) => {
    const storage = await engine.open(t)
    const lost = preparedQuery<Name>()((db, p) =>
      db
        .selectFrom('site')
        .selectAll()
        .where('name', '=', JSON.stringify([p('name')])),
    )
    await assert.rejects(lost.first(storage.read, { name: 'a' }), /lost its parameters: name/)
    const missing = {} as Name
    await assert.rejects(findFact.first(storage.read, missing), /without its parameter "name"/)
  })

  test('text is ordered by its bytes', async (t) => {
    const storage = await engine.open(t)
    const names = ['a', 'Z', 'é', 'z', '_', 'A', 'a-b', 'ab', 'a b', '\u{1f600}', '\u{ffee}', '10', '9']
    await storage.write(async (tx) => {
      for (const name of names) await addFact.run(tx, { name, value: '' })
    })
    const rows = await storage.read.selectFrom('site').select('name').orderBy('name').execute()
    const bytewise = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    assert.deepEqual(
      rows.map((row) => row.name),
      bytewise,
    )
    const above = storage.read
      .selectFrom('site')
      .select('name')
      .where('name', '>', 'Z')
      .where('name', '<', 'b')
    assert.deepEqual(
      new Set((await above.execute()).map((row) => row.name)),
      new Set(['_', 'a', 'a b', 'a-b', 'ab']),
    )
  })
})
