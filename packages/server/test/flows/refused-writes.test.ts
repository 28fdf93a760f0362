import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Cleanup, describeEngines } from '../support/engines.ts'
import { openSiteAt } from '../support/site.ts'

const TRIAL_MILLISECONDS = 1100

/** What a failover does to the database while the site runs. */
async function readOnlySwitch(t: Cleanup, databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  t.after(() => client.end())
  await client.query('set default_transaction_read_only = off')
  const name = client.escapeIdentifier(String(client.database))
  return async (on: boolean) => {
    await client.query(`alter database ${name} set default_transaction_read_only = ${on ? 'on' : 'off'}`)
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    // A terminated connection leaves its pool in a moment.
    await sleep(200)
  }
}

describeEngines((engine) => {
  // It refuses in `full-disk.test.ts`.
  if (engine.name === 'sqlite')
    return void test('a probe of a site that can write writes nothing', async (t) => {
      const site = await openSiteAt(t, { engine, url: await engine.freshUrl(t) })
      const version = site.app.storage.dataVersion()
      assert.notEqual(version, null)
      for (const _ of [1, 2, 3]) assert.equal((await site.get('/readyz')).status, 200)
      assert.equal(site.app.storage.dataVersion(), version)
    })

  test('a site on a read-only server is not ready, still answers reads, and is ready again by itself', async (t) => {
    const site = await openSiteAt(t, { engine, url: await engine.freshUrl(t) })
    const setReadOnly = await readOnlySwitch(t, site.settings.databaseUrl)
    await site.topic('tools')
    assert.equal((await site.get('/readyz')).status, 200)

    await setReadOnly(true)
    const topic = { id: 'more', title: 'Topic', summary: 'A topic.' }
    const asked = { token: site.admin, key: '00000000-0000-4000-8000-000000000001' }
    ;(await site.post('/api/v1/topics', topic, asked)).refused('overloaded')
    for (const _ of [1, 2]) {
      ;(await site.get('/readyz')).refused('overloaded')
      await sleep(TRIAL_MILLISECONDS)
    }
    assert.equal((await site.get('/healthz')).status, 200)
    assert.equal((await site.get('/api/v1/topics/tools')).status, 200)

    await setReadOnly(false)
    await sleep(TRIAL_MILLISECONDS)
    assert.equal((await site.get('/readyz')).status, 200)
    assert.equal((await site.post('/api/v1/topics', topic, asked)).status, 201)
    const left = site.app.storage.read.selectFrom('site').select('name').where('name', '=', 'write_trial')
    assert.deepEqual(await left.execute(), [])
  })
})
