import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { openStorage } from '../../src/storage/open-storage.ts'
import { add, factOf } from '../adapters/site-facts.ts'
import { type Cleanup, describeEngines } from '../support/engines.ts'
import { faultyNetwork } from '../support/faulty-network.ts'
import { freePort } from '../support/free-port.ts'
import { databaseUrl, makeTemplate } from '../support/postgres-databases.ts'
import { findPostgres, startPostgres, startStandby } from '../support/postgres-server.ts'
import { openSiteAt, type Site } from '../support/site.ts'
import type { Published } from '../support/steps.ts'

describeEngines((engine) => {
  if (engine.name !== 'postgres') return
  const programs = findPostgres()
  if (programs === null) {
    test('replicas', { skip: 'A standby needs the programs of PostgreSQL: apt-get install postgresql' })
    return
  }

  /** A server of PostgreSQL of the test's own with a standby, and a press that reads from it, and one that does not. */
  async function openReplicated(t: Cleanup, programs: string) {
    const primary = await startPostgres(programs)
    t.after(primary.stop)
    await makeTemplate(primary.adminUrl, 'press')
    await makeTemplate(primary.adminUrl, 'other')
    const standby = await startStandby(programs, primary.adminUrl)
    t.after(standby.stop)
    const network = await faultyNetwork(t, placeOf(standby.adminUrl))
    const [url, standbyUrl] = [primary, standby].map(({ adminUrl }) => databaseUrl(adminUrl, 'press'))
    return {
      url: url ?? '',
      standbyUrl: standbyUrl ?? '',
      network,
      otherUrl: databaseUrl(primary.adminUrl, 'other'),
    }
  }

  test('a press that reads from a replica never shows less than what anybody was told', async (t) => {
    const { url, standbyUrl, network } = await openReplicated(t, programs)
    const lines: string[] = []
    const databaseReadUrl = at(standbyUrl, network.port)
    const reader = await openSiteAt(
      t,
      { engine, url },
      { databaseReadUrl, topics: ['tools'], write: (line) => lines.push(line) },
    )
    const writer = await reader.second(t)
    const standby = await connected(t, standbyUrl)
    const told = async (words: RegExp) => {
      while (!lines.some((line) => words.test(line))) {
        await look(reader, latest)
        await sleep(20)
      }
      lines.length = 0
    }
    let latest = await writer.publish({ path: '/tools/saw' })
    for (let round = 0; round < 20; round += 1) {
      latest = await writer.publish({ path: '/tools/saw', revises: latest })
      await look(reader, latest)
    }
    while (!(await hasRead(standby))) await look(reader, latest)
    const revoked = await writer.issue()
    assert.equal((await reader.get('/api/v1/me', { token: revoked.token })).status, 200)
    const answer = await writer.post(
      `/api/v1/admin/tokens/${revoked.token_id}/revoke`,
      { reason: 'a test' },
      { token: writer.admin },
    )
    assert.ok(answer.status < 300, answer.text)
    assert.equal((await reader.get('/api/v1/me', { token: revoked.token })).status, 401)

    await pauseReplay(standby)
    latest = await writer.publish({ path: '/tools/saw', revises: latest })
    await look(reader, latest)
    await told(/it is behind/)
    await standby.query('select pg_wal_replay_resume()')
    await told(/is read again/)

    network.silence()
    latest = await writer.publish({ path: '/tools/saw', revises: latest })
    await look(reader, latest)
    await told(/it does not answer/)
    assert.equal((await reader.get('/readyz')).status, 200)
    network.heal()
    await told(/is read again/)

    await standby.query('select pg_promote()')
    latest = await writer.publish({ path: '/tools/saw', revises: latest })
    await look(reader, latest)
    await told(/it follows nobody/)
    latest = await writer.publish({ path: '/tools/saw', revises: latest })
    await look(reader, latest)
  })

  test('a replica of another database is refused in one line, and one that is down is not', async (t) => {
    const { url, standbyUrl, otherUrl } = await openReplicated(t, programs)
    const tell = () => {}
    await assert.rejects(
      openStorage(otherUrl, { readUrl: standbyUrl, tell }),
      /^Error: COLOPHON_DATABASE_READ_URL must be a replica of COLOPHON_DATABASE_URL$/,
    )
    const storage = await openStorage(url, { readUrl: at(standbyUrl, await freePort()), tell })
    t.after(storage.close)
    const { moments } = storage
    assert.ok(moments)
    await add(storage, 'a', '1')
    assert.equal(await moments.reading(await moments.now(), () => factOf(storage, 'a')), '1')
  })

  test('of several hosts the one is used that is what the URL wants', async (t) => {
    const { url, standbyUrl, network } = await openReplicated(t, programs)
    network.silence()
    const silent = `127.0.0.1:${network.port}`
    const [primary, standby] = [url, standbyUrl].map((one) => new URL(one).host)
    const of = (hosts: readonly (string | undefined)[], query = '') =>
      `postgres://postgres@${hosts.join(',')}/press${query}`
    const down = `127.0.0.1:${await freePort()}`
    for (const [place, hosts] of [
      [down, standby, primary],
      [silent, primary],
      [primary, standby],
      [standby, primary],
    ].entries()) {
      const storage = await openStorage(of(hosts))
      t.after(storage.close)
      await add(storage, `fact-${place}`, '1')
      assert.equal(await factOf(storage, `fact-${place}`), '1')
    }
    await assert.rejects(openStorage(of([down, standby])), /target_session_attrs=read-write wants/)
    await assert.rejects(
      openStorage(of([primary], '?target_session_attrs=leader')),
      /^Error: COLOPHON_DATABASE_URL [^\n]+ target_session_attrs must be one of any, [^\n]+$/,
    )
  })
})

/** The newest revision, and that the one before it is not, whoever asks. */
async function look(reader: Site, { entry_id, content_hash }: Published): Promise<void> {
  for (const wish of [{}, { token: reader.admin }]) {
    const entry = (await reader.get(`/api/v1/entries/${entry_id}`, wish)).as('getEntry')
    assert.equal(entry.content_hash, content_hash)
  }
}

/** Asking is not enough: until it pauses a standby goes on with what it has. */
async function pauseReplay(standby: Client): Promise<void> {
  await standby.query('select pg_wal_replay_pause()')
  const state = async () => {
    const { rows } = await standby.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
    return rows[0]?.state
  }
  while ((await state()) !== 'paused') await sleep(20)
}

/** Did a server of ours read articles from it? */
async function hasRead(standby: Client): Promise<boolean> {
  const { rows } = await standby.query<{ found: boolean }>(
    `select exists (select from pg_stat_activity where application_name = 'colophon' and query like '%"topic_id"%') as found`,
  )
  return rows[0]?.found === true
}

async function connected(t: Cleanup, url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  t.after(() => client.end())
  return client
}

function placeOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

function at(url: string, port: number): string {
  const place = new URL(url)
  place.port = String(port)
  return place.href
}
