import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { cachedQuery, KEPT_ROWS } from '../../src/storage/cached-query.ts'
import { directExecutorOf } from '../../src/storage/direct-executor.ts'
import { openStorage } from '../../src/storage/open-storage.ts'
import { preparedQuery } from '../../src/storage/portable.ts'
import type { Db } from '../../src/storage/storage.ts'
import { describeEngines } from '../support/engines.ts'
import { add, addFact, findFact, setFact } from './site-facts.ts'

const cachedFact = cachedQuery(findFact)
/** Whether a blob is there, beside the fact: the row of two tables. */
const cachedPair = cachedQuery(
  preparedQuery<{ name: string }>()((db, p) =>
    db
      .selectFrom('site')
      .select((eb) => ['value', eb.selectFrom('blobs').select('sha256').limit(1).as('blob')])
      .where('name', '=', p('name')),
  ),
)

const factNow = async (db: Db) => (await cachedFact(db, { name: 'a' }))?.value ?? null

async function readAt(moment: number, db: Db, name: string): Promise<void> {
  for (let waited = 0; waited < moment; waited += 1) await null
  await cachedFact(db, { name })
}

describeEngines((engine) => {
  test('a row is never older than the last commit of this process', async (t) => {
    const storage = await engine.open(t)
    assert.equal(await factNow(storage.read), null)
    await add(storage, 'a', '1')
    assert.equal(await factNow(storage.read), '1')
    for (const value of ['2', '3']) {
      await storage.write((tx) => setFact.run(tx, { name: 'a', value }))
      assert.equal(await factNow(storage.read), value)
      assert.equal(await storage.write(factNow), value)
    }
    await storage.write((tx) => sql`delete from site where name = 'a'`.execute(tx))
    assert.equal(await factNow(storage.read), null)
    assert.equal(await storage.write(factNow), null)
  })

  test('a transaction sees its own change, and nobody else does before the commit', async (t) => {
    const storage = await engine.open(t)
    await add(storage, 'a', '1')
    assert.equal(await factNow(storage.read), '1')
    await storage.write(async (tx) => {
      assert.equal(await factNow(tx), '1')
      await setFact.run(tx, { name: 'a', value: '2' })
      assert.equal(await factNow(tx), '2')
      assert.equal(await factNow(storage.read), '1')
    })
    assert.equal(await factNow(storage.read), '2')
  })

  test('what a work took back is not remembered', async (t) => {
    const storage = await engine.open(t)
    await add(storage, 'a', '1')
    const refused = storage.write(async (tx) => {
      await setFact.run(tx, { name: 'a', value: '2' })
      assert.equal(await factNow(tx), '2')
      throw new Error('refused')
    })
    const after = storage.write(factNow)
    await assert.rejects(refused, /refused/)
    assert.equal(await after, '1')
    assert.equal(await factNow(storage.read), '1')
  })

  test('a commit of another storage ends what was kept, for reads and for transactions', async (t) => {
    const url = await engine.freshUrl(t)
    const [one, two] = await Promise.all([openStorage(url), openStorage(url)])
    await add(one, 'a', '0')
    for (const value of ['1', '2', '3', '4']) {
      assert.equal(await factNow(two.read), String(Number(value) - 1))
      await one.write((tx) => setFact.run(tx, { name: 'a', value }))
      // A transaction asks when it has begun; a read in the next turn of the event loop.
      if (Number(value) % 2 === 0) assert.equal(await two.write(factNow), value)
      await new Promise(setImmediate)
      assert.equal(await factNow(two.read), value)
    }
    await Promise.all([one.close(), two.close()])
  })

  test('a read that a commit overtakes leaves nothing old behind', async (t) => {
    const storage = await engine.open(t)
    for (let moment = 0; moment < 30; moment += 1) {
      const name = `fact ${moment}`
      await add(storage, name, 'old')
      // What is asked for again is kept.
      await cachedFact(storage.read, { name })
      const reading: Promise<void>[] = []
      // A first read of the row at some moment from the end of the work to after its commit; others all the time.
      await storage.write(async (tx) => {
        await setFact.run(tx, { name, value: 'new' })
        reading.push(readAt(moment, storage.read, name))
        for (let other = 0; other < 40; other += 1) reading.push(readAt(other, storage.read, 'fact 0'))
      })
      await Promise.all(reading)
      assert.equal((await cachedFact(storage.read, { name }))?.value, 'new')
    }
  })

  if (engine.name === 'sqlite') {
    test('a row stays while other tables change, and goes with each table that it was read from', async (t) => {
      const storage = await engine.open(t)
      await add(storage, 'a', '1')
      const addBlob = (sha256: string) =>
        storage.write((tx) => tx.insertInto('blobs').values({ sha256, bytes: new Uint8Array() }).execute())
      await cachedFact(storage.read, { name: 'a' })
      const row = await cachedFact(storage.read, { name: 'a' })
      await cachedPair(storage.read, { name: 'a' })
      assert.deepEqual(await cachedPair(storage.read, { name: 'a' }), { value: '1', blob: null })
      await addBlob('x')
      assert.equal(await cachedFact(storage.read, { name: 'a' }), row)
      assert.deepEqual(await cachedPair(storage.read, { name: 'a' }), { value: '1', blob: 'x' })
      await storage.write(async (tx) => {
        assert.equal(await cachedFact(tx, { name: 'a' }), row)
        await addFact.run(tx, { name: 'b', value: '1' })
        assert.notEqual(await cachedFact(tx, { name: 'a' }), row)
      })
      assert.notEqual(await cachedFact(storage.read, { name: 'a' }), row)
    })

    test('that there is no row is remembered as a row is, and a flood pushes out neither while in use', async (t) => {
      const storage = await engine.open(t)
      await add(storage, 'a', '1')
      const direct = directExecutorOf(storage.read)
      assert.ok(direct)
      const asked = t.mock.method(direct, 'first').mock
      const askBoth = async () => [await factNow(storage.read), await cachedFact(storage.read, { name: 'b' })]
      for (let time = 0; time < 4; time += 1) assert.deepEqual(await askBoth(), ['1', null])
      assert.equal(asked.callCount(), 4)
      for (let name = 0; name < KEPT_ROWS * 2; name += 1) {
        await cachedFact(storage.read, { name: `none ${name}` })
        await cachedFact(storage.read, { name: `none ${name}` })
        if (name % 1000 === 0) await askBoth()
      }
      assert.deepEqual(await askBoth(), ['1', null])
      assert.equal(asked.callCount(), 4 + KEPT_ROWS * 4)
      await cachedFact(storage.read, { name: `none ${KEPT_ROWS * 2 - 1}` })
      assert.equal(asked.callCount(), 4 + KEPT_ROWS * 4)
      await cachedFact(storage.read, { name: 'none 0' })
      assert.equal(asked.callCount(), 5 + KEPT_ROWS * 4)
    })

    test('who asks for each name once leaves nothing behind', async (t) => {
      const storage = await engine.open(t)
      const direct = directExecutorOf(storage.read)
      for (let name = 0; name < 50; name += 1) await cachedFact(storage.read, { name: `once ${name}` })
      assert.equal(direct?.kept.get(findFact)?.rows.size, 0)
    })

    test('a table that takes the name of another is read anew', async (t) => {
      const storage = await engine.open(t)
      await add(storage, 'a', 'old')
      assert.equal(await factNow(storage.read), 'old')
      await storage.write(async (tx) => {
        await sql`create table other (name text primary key, value text)`.execute(tx)
        await sql`insert into other values ('a', 'new')`.execute(tx)
        assert.equal(await factNow(tx), 'old')
        await sql`drop table site`.execute(tx)
        await sql`alter table other rename to site`.execute(tx)
        assert.equal(await factNow(tx), 'new')
      })
      assert.equal(await factNow(storage.read), 'new')
    })
  }
})
