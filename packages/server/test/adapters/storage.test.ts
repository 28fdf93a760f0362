import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { MIGRATIONS } from '../../src/storage/migrate.ts'
import { openStorage } from '../../src/storage/open-storage.ts'
import { isUniqueViolation } from '../../src/storage/portable.ts'
import type { Tx } from '../../src/storage/storage.ts'
import { describeEngines } from '../support/engines.ts'
import { add, addFact, factOf, findFact, increment } from './site-facts.ts'

/** Runs a module in a process of its own, with `storage` open on the URL; its output arrives line by line. */
function startChild(url: string, body: string) {
  const file = new URL('../../src/storage/open-storage.ts', import.meta.url).href
  const script = `import { openStorage } from '${file}'
    const storage = await openStorage(process.argv[1])
    ${body}
    await storage.close()`
  return spawn(process.execPath, ['--input-type=module', '--eval', script, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

describeEngines((engine) => {
  test('a commit is visible to the next read', async (t) => {
    const storage = await engine.open(t)
    assert.equal(await factOf(storage, 'a'), null)
    assert.equal(await add(storage, 'a', '1'), 1)
    assert.equal(await factOf(storage, 'a'), '1')
    assert.equal(storage.engine, engine.name)
    assert.ok((await storage.size()) > 0)
    await storage.ping()
  })

  test('a work that throws takes back its own rows and nobody else’s', async (t) => {
    const storage = await engine.open(t)
    const outcomes = await Promise.allSettled(
      [0, 1, 2, 3, 4].map((number) =>
        storage.write(async (tx) => {
          await addFact.run(tx, { name: `n${number}`, value: 'x' })
          if (number % 2 === 1) throw new Error(`refused ${number}`)
          return number
        }),
      ),
    )
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
      [0, 'refused 1', 2, 'refused 3', 4],
    )
    const rows = await storage.read.selectFrom('site').select('name').orderBy('name').execute()
    assert.deepEqual(
      rows.map((row) => row.name),
      ['n0', 'n2', 'n4'],
    )
  })

  test('a hundred increments at once lose nothing', async (t) => {
    const storage = await engine.open(t)
    await add(storage, 'count')
    await Promise.all(Array.from({ length: 100 }, () => storage.write((tx) => increment(tx, 'count'))))
    assert.equal(await factOf(storage, 'count'), '100')
  })

  test('a failed commit is told to its caller and leaves the storage in order', async (t) => {
    const storage = await engine.open(t)
    await storage.write(async (tx) => {
      await sql`create table parents (id integer primary key)`.execute(tx)
      await sql`create table children (parent integer references parents deferrable initially deferred)`.execute(
        tx,
      )
    })
    const orphan = storage.write(async (tx) => {
      await sql`insert into children values (1)`.execute(tx)
    })
    await assert.rejects(orphan, /foreign key/i)
    await storage.write(async (tx) => {
      await sql`insert into parents values (1)`.execute(tx)
      await sql`insert into children values (1)`.execute(tx)
    })
    const { rows } = await sql`select count(*) as total from children`.execute(storage.read)
    assert.deepEqual(rows, [{ total: 1 }])
  })

  test('a write inside a write is refused instead of waiting for ever', async (t) => {
    const storage = await engine.open(t)
    await assert.rejects(
      storage.write(() => add(storage, 'inner')),
      /write\(\) was called inside write\(\)/,
    )
    await add(storage, 'later')
  })

  test('a transaction that is over refuses further queries', async (t) => {
    const storage = await engine.open(t)
    const escaped = await storage.write(async (tx) => ({ tx }))
    await assert.rejects(findFact.first(escaped.tx, { name: 'a' }), /over|committed/)
  })

  test('processes that write at the same time lose nothing', async (t) => {
    const url = await engine.freshUrl(t)
    const [one, two] = await Promise.all([openStorage(url), openStorage(url)])
    await add(one, 'count')
    const child = startChild(
      url,
      `const bump = async (tx) => {
        const row = await tx.selectFrom('site').select('value').where('name', '=', 'count').executeTakeFirst()
        await tx.updateTable('site').set({ value: String(Number(row.value) + 1) }).where('name', '=', 'count').execute()
      }
      console.log('open')
      for (let i = 0; i < 40; i++) await storage.write(bump)`,
    )
    await once(child.stdout, 'data')
    const bumps = [one, two].flatMap((storage) =>
      Array.from({ length: 40 }, () => storage.write((tx) => increment(tx, 'count'))),
    )
    await Promise.all([...bumps, once(child, 'exit')])
    assert.equal(await factOf(two, 'count'), '120')
    await Promise.all([one.close(), two.close()])
  })

  test('a killed process loses nothing that it acknowledged', async (t) => {
    const url = await engine.freshUrl(t)
    const child = startChild(
      url,
      `await Promise.all([0, 1, 2, 3].map(async (writer) => {
        for (let i = 0; ; i++) {
          const name = writer + '-' + i
          await storage.write((tx) => tx.insertInto('site').values({ name, value: 'x'.repeat(500) }).execute())
          console.log(name)
        }
      }))`,
    )
    let output = ''
    for await (const chunk of child.stdout) {
      output += chunk
      if (output.length > 5_000) child.kill('SIGKILL')
    }
    const acknowledged = output.slice(0, output.lastIndexOf('\n')).split('\n')
    const storage = await openStorage(url)
    const kept = new Set(
      (await storage.read.selectFrom('site').select('name').execute()).map((row) => row.name),
    )
    assert.deepEqual(
      acknowledged.filter((name) => !kept.has(name)),
      [],
    )
    assert.ok(acknowledged.length > 500)
    await add(storage, 'after')
    await storage.close()
  })

  test('processes that start at once migrate once', async (t) => {
    const url = await engine.bareUrl(t)
    const exits = [0, 1].map(() => once(startChild(url, ''), 'exit'))
    const storages = await Promise.all([openStorage(url), openStorage(url), openStorage(url)])
    for (const exit of exits) assert.equal((await exit)[0], 0)
    const [storage] = storages
    const { rows } = await sql`select name from kysely_migration`.execute(storage.read)
    assert.equal(rows.length, Object.keys(MIGRATIONS).length)
    await Promise.all(storages.map((opened) => opened.close()))
  })

  test('a database of a newer version is refused', async (t) => {
    const url = await engine.freshUrl(t)
    const storage = await openStorage(url)
    await storage.write((tx) => sql`insert into kysely_migration values ('9999-future', '2999')`.execute(tx))
    await storage.close()
    await assert.rejects(openStorage(url), /newer Colophon.*9999-future/)
  })

  test('a closed storage answers nothing', async (t) => {
    const storage = await openStorage(await engine.freshUrl(t))
    const pending = add(storage, 'a')
    await pending
    await storage.close()
    await assert.rejects(add(storage, 'b'))
    await assert.rejects(storage.ping())
  })

  test('a batch runs again only where a work failed after it had changed something', async (t) => {
    const storage = await engine.open(t)
    const batch = async (name: string, fails: (tx: Tx) => Promise<void>) => {
      const runs = [0, 0, 0]
      const outcomes = await Promise.allSettled(
        runs.map((_run, place) =>
          storage.write(async (tx) => {
            runs[place] = (runs[place] ?? 0) + 1
            if (place === 1) await fails(tx)
            await addFact.run(tx, { name: `${name}${place}`, value: 'x' })
          }),
        ),
      )
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
      return runs
    }
    const refuse = async () => {
      throw new Error('refused')
    }
    assert.deepEqual(await batch('a', refuse), [1, 1, 1])
    const changeAndRefuse = async (tx: Tx) => {
      await addFact.run(tx, { name: 'half', value: 'x' })
      await refuse()
    }
    assert.deepEqual(await batch('b', changeAndRefuse), [2, 2, 1])
    assert.deepEqual(await batch('c', changeAndRefuse), [1, 1, 1], 'the next batches use savepoints')
    const rows = await storage.read.selectFrom('site').select('name').orderBy('name').execute()
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['a0', 'a2', 'b0', 'b2', 'c0', 'c2'],
    )
  })

  if (engine.name === 'sqlite') {
    test('the data version changes with each commit and only then', async (t) => {
      const storage = await engine.open(t)
      const before = storage.dataVersion()
      await factOf(storage, 'a')
      assert.equal(storage.dataVersion(), before)
      await add(storage, 'a')
      const after = storage.dataVersion()
      assert.notEqual(after, before)
      assert.equal(storage.dataVersion(), after)
    })

    test('commits are durable: FULL and WAL are in force on the writer', async (t) => {
      const storage = await engine.open(t)
      await storage.write(async (tx) => {
        assert.deepEqual((await sql`pragma synchronous`.execute(tx)).rows, [{ synchronous: 2 }])
        assert.deepEqual((await sql`pragma journal_mode`.execute(tx)).rows, [{ journal_mode: 'wal' }])
        assert.deepEqual((await sql`pragma foreign_keys`.execute(tx)).rows, [{ foreign_keys: 1 }])
      })
    })

    test('the reader cannot write and no write opens a transaction of its own', async (t) => {
      const storage = await engine.open(t)
      await assert.rejects(sql`delete from site`.execute(storage.read), /readonly/)
      await assert.rejects(
        storage.read.transaction().execute(async () => {}),
        /Storage.write only/,
      )
    })

    test('a lock held by another process does not stop the event loop', async (t) => {
      const url = await engine.freshUrl(t)
      const storage = await openStorage(url)
      const other = new DatabaseSync(url.slice('sqlite:'.length))
      other.exec('begin immediate')
      let ticks = 0
      const ticking = setInterval(() => ticks++, 2)
      const written = add(storage, 'a', '1')
      await sleep(100)
      assert.equal(await factOf(storage, 'a'), null)
      other.exec('commit')
      await written
      clearInterval(ticking)
      assert.ok(ticks > 10, `${ticks} ticks`)
      assert.equal(await factOf(storage, 'a'), '1')
      other.close()
      await storage.close()
    })
  }

  if (engine.name === 'postgres') {
    test('a work that meets a conflict runs again', async (t) => {
      const storage = await engine.open(t)
      await add(storage, 'count')
      let runs = 0
      const conflictOnce = async (tx: Tx) => {
        runs += 1
        await increment(tx, 'count')
        if (runs > 1) return
        await sql`do $$ begin raise exception 'conflict' using errcode = 'serialization_failure'; end $$`.execute(
          tx,
        )
      }
      await Promise.all([storage.write(conflictOnce), storage.write((tx) => increment(tx, 'count'))])
      assert.equal(await factOf(storage, 'count'), '2')
      assert.equal(runs, 2)
    })

    test('a row that cannot be added fails its own work, though nobody waited for it', async (t) => {
      const storage = await engine.open(t)
      await add(storage, 'a')
      const outcomes = await Promise.allSettled(
        ['b', 'a', 'c'].map((name) => storage.write((tx) => addFact.run(tx, { name, value: 'new' }))),
      )
      assert.deepEqual(
        outcomes.map((outcome) =>
          outcome.status === 'fulfilled' ? true : isUniqueViolation(outcome.reason),
        ),
        [true, true, true],
      )
      assert.equal(outcomes[1]?.status, 'rejected')
      assert.notEqual(await factOf(storage, 'a'), 'new')
      assert.equal(await factOf(storage, 'c'), 'new')
    })

    test('a server whose network falls silent holds the others up for seconds', async (t) => {
      const url = await engine.freshUrl(t)
      const [silent, other] = await Promise.all([openStorage(url), openStorage(url)])
      const begun = Promise.withResolvers<void>()
      const over = Promise.withResolvers<void>()
      const held = silent.write(async (tx) => {
        await addFact.run(tx, { name: 'held', value: 'x' })
        begun.resolve()
        await over.promise
      })
      await begun.promise
      await add(other, 'after')
      over.resolve()
      await assert.rejects(held)
      assert.equal(await factOf(other, 'held'), null)
      await Promise.all([silent.close(), other.close()])
    })

    test('a commit that kept nothing is not reported as done', async (t) => {
      const storage = await engine.open(t)
      await add(storage, 'a')
      const swallowed = storage.write(async (tx) => {
        await addFact.run(tx, { name: 'a', value: '2' }).catch(() => {})
      })
      await assert.rejects(swallowed, /nothing was kept/)
    })

    test('a lost connection is an error once, and the pool recovers', async (t) => {
      const storage = await engine.open(t)
      const suicide = storage.write((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
      await assert.rejects(suicide)
      await storage.read.selectFrom('site').selectAll().execute()
      await storage.write((tx) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(tx),
      )
      await sleep(20)
      await add(storage, 'a', '1')
      assert.equal(await factOf(storage, 'a'), '1')
      assert.equal(storage.dataVersion(), null)
    })

    test('a connection that ends under several statements is told of as any other fault', async (t) => {
      const storage = await engine.open(t)
      const killed = storage.write(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        const asleep = Promise.allSettled([1, 2].map(() => sql`select pg_sleep(60)`.execute(tx)))
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(storage.read)
        await asleep
      })
      await assert.rejects(killed, /PostgreSQL does not answer/)
    })

    test('a moment is another with each commit of anybody, whatever its order, and only then', async (t) => {
      const url = await engine.freshUrl(t)
      const [storage, other] = await Promise.all([openStorage(url), openStorage(url)])
      const client = new Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      t.after(async () => {
        await client.end()
        await Promise.all([storage.close(), other.close()])
      })
      const versions: (number | undefined)[] = []
      const look = async () => versions.push((await storage.moments?.now())?.version)
      await Promise.all([look(), look()])
      await other.read.selectFrom('site').selectAll().execute()
      await client.query(`begin; insert into site (name, value) values ('late', '1')`)
      await look()
      assert.equal(new Set(versions).size, 1, 'reads and what is not committed change nothing')
      await add(other, 'a')
      await look()
      await client.query('commit')
      await look()
      await look()
      assert.equal(new Set(versions).size, 3, String(versions))
      await storage.write((tx) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(tx),
      )
      const before = versions.at(-1)
      for (let version = before; version === before; await sleep(20))
        version = (await storage.moments?.now().catch(() => null))?.version ?? before
    })
  }
})

test('a database URL of no known kind is refused in one line', async () => {
  for (const url of ['', 'sqlite:', 'mysql://x/y', './data.db']) {
    await assert.rejects(openStorage(url), /^Error: COLOPHON_DATABASE_URL [^\n]+ must be [^\n]+$/)
  }
})
