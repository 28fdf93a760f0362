import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from '../../src/core/canonical-json.ts'
import { sha256Hex } from '../../src/core/hash.ts'
import {
  type Backup,
  backUp,
  bringBlob,
  bringPage,
  drive,
  type Job,
  type Manifest,
  preload,
  rowsIn,
  start,
  tryStart,
  tryStep,
  withRows,
} from '../support/backup.ts'
import { projectionsOf } from '../support/projections.ts'
import type { Row } from '../support/recovery.ts'
import { describeSites, openAnySite, type Site } from '../support/site.ts'
import { spoil } from '../support/spoil.ts'

async function smallBackup(t: Parameters<typeof openAnySite>[0]): Promise<{ site: Site; backup: Backup }> {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.issue({ label: 'another' })
  const hammer = await site.publish({ path: '/tools/hammer' })
  await site.publish({ path: '/tools/mallet', revises: hammer })
  return { site, backup: await backUp(site, { rows: 2, pages: 2 }) }
}

/** Drives until a step is refused with this code, and answers the job as it stands then. */
async function driveIntoRefusal(site: Site, from: Job, code: 'blobs_missing' | 'invalid_state') {
  for (let job = from; ; ) {
    const answer = await tryStep(site, job)
    if (answer.status !== 200) return { job, refusal: answer.refused(code) }
    job = answer.as('continueRecovery')
    assert.equal(job.state, 'running', 'the damage was not noticed')
  }
}

describeSites((sites) => {
  test('whatever is missing or altered is named, changes nothing, and is repaired', async (t) => {
    const { site, backup } = await smallBackup(t)
    const target = await sites.open(t)
    const material = [...backup.pages.keys(), ...backup.blobs.keys()]
    await preload(target, backup, new Set(material))
    const named = new Set<string>()
    let job = await start(target, { kind: 'restore', manifest: backup.manifest })
    while (job.state === 'running') {
      const answer = await tryStep(target, job)
      if (answer.status === 200) {
        job = answer.as('continueRecovery')
        continue
      }
      const { missing = [] } = answer.refused('blobs_missing')
      assert.ok(missing.length > 0 && missing.length <= 10)
      const { job: unchanged } = (
        await target.get('/api/v1/admin/recovery/staged', { token: target.admin })
      ).as('getRecovery')
      assert.deepEqual(unchanged, job)
      for (const sha256 of missing) {
        assert.ok(!named.has(sha256), 'it was brought')
        named.add(sha256)
        await bring(target, backup, sha256)
      }
    }
    assert.deepEqual(named, new Set(material))
    assert.deepEqual(await projectionsOf(target.app.storage.read), await projectionsOf(site.app.storage.read))
  })

  test('bytes that were damaged after they were looked at are found before the end', async (t) => {
    const { backup } = await smallBackup(t)
    const target = await sites.open(t)
    await preload(target, backup)
    const rows = rowsIn(backup, 'objects')
    const hashOf = (kind: string) => String(rows.find((row) => row.kind === kind)?.sha256)
    let job = await start(target, { kind: 'restore', manifest: backup.manifest })
    for (const [phase, kind] of [
      ['load_tables', 'candidate'],
      ['complete', 'proposal'],
    ] as const) {
      while (job.phase !== phase) job = (await tryStep(target, job)).as('continueRecovery')
      await spoil(target, hashOf(kind))
      const found = await driveIntoRefusal(target, job, 'blobs_missing')
      assert.deepEqual(found.refusal.missing, [hashOf(kind)])
      await bring(target, backup, hashOf(kind))
      job = found.job
    }
    await drive(target, job)
  })

  test('a rebuild that finds a damaged object waits for it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash, proposal_hash } = await site.publish({ path: '/tools/hammer' })
    const bytes = new Map<string, Uint8Array>()
    for (const hash of [content_hash, proposal_hash]) {
      bytes.set(hash, (await site.app.blobs.get(hash)) ?? new Uint8Array())
      await spoil(site, hash)
    }
    let job = await start(site, { kind: 'rebuild' })
    for (const hash of [content_hash, proposal_hash]) {
      const found = await driveIntoRefusal(site, job, 'blobs_missing')
      assert.deepEqual(found.refusal.missing, [hash])
      await bringBlob(site, hash, bytes.get(hash) ?? new Uint8Array())
      job = found.job
    }
    await drive(site, job)
    assert.equal((await site.get(`/objects/${content_hash}`)).status, 200)
  })
})

async function bring(site: Site, backup: Backup, sha256: string): Promise<void> {
  const page = backup.pages.get(sha256)
  if (page !== undefined) return bringPage(site, sha256, page)
  await bringBlob(site, sha256, backup.blobs.get(sha256) ?? new Uint8Array())
}

const first = (change: Row) => (rows: Row[]) =>
  rows.map((row, place) => (place === 0 ? { ...row, ...change } : row))
const without = (column: string) => (rows: Row[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== column)))

/** Backups in which every hash is right, and something else is not. */
const WRONG: [name: string, make: (backup: Backup) => Backup, says: RegExp][] = [
  ['an unknown column', (b) => withRows(b, 'topics', first({ more: 1 })), /topics.*more/],
  ['a column too few', (b) => withRows(b, 'topics', without('title')), /topics.*title/],
  ['a number for a text', (b) => withRows(b, 'topics', first({ title: 7 })), /topics.*title/],
  ['null for a text', (b) => withRows(b, 'candidates', first({ path: null })), /candidates.*path/],
  ['a text for a number', (b) => withRows(b, 'objects', first({ size: '7' })), /objects.*size/],
  ['a NUL in a text', (b) => withRows(b, 'topics', first({ title: 'a\0b' })), /topics.*title/],
  ['scopes that are no list', (b) => withRows(b, 'tokens', first({ scopes: '{' })), /tokens.*scopes/],
  [
    'rows in another order',
    (b) => withRows(b, 'tokens', (rows) => [...rows].reverse()),
    /after the one before/,
  ],
  [
    'a row twice',
    (b) => withRows(b, 'identities', (rows) => [...rows, ...rows.slice(-1)]),
    /after the one before/,
  ],
  [
    'a network’s count',
    (b) => withRows(b, 'registration_counts', () => [{ period: 'ever', subject: 'net', registrations: 1 }]),
    /subject/,
  ],
  [
    'two identities of one pseudonym',
    (b) => withRows(b, 'identities', (rows) => rows.map((row) => ({ ...row, participant_id: 'same' }))),
    /identities/,
  ],
  ['another size', (b) => withRows(b, 'objects', first({ size: 1 })), /another size/],
  ['an object of no known kind', (b) => withRows(b, 'objects', first({ kind: 'word' })), /no known kind/],
  [
    'another mode of a publication',
    (b) => withRows(b, 'publications', first({ mode: 'reviewed' })),
    /another mode/,
  ],
  [
    'another head before a publication',
    (b) => withRows(b, 'publications', first({ previous_head: '0'.repeat(64) })),
    /another head/,
  ],
  [
    'a publication too few',
    (b) => withRows(b, 'publications', (rows) => rows.slice(1)),
    /follows another head|publications/,
  ],
  ['a candidate that moved', (b) => withRows(b, 'candidates', first({ entry_id: 'elsewhere' })), /candidate/],
  [
    'a policy that follows nothing',
    (b) => withRows(b, 'policies', first({ previous_hash: '0'.repeat(64) })),
    /policy/,
  ],
  [
    'a topic without its policy',
    (b) => withRows(b, 'topics', first({ policy_hash: '0'.repeat(64) })),
    /policies/,
  ],
  ['a token of nobody', (b) => withRows(b, 'tokens', first({ identity_id: 'nobody' })), /identities/],
]

test('what is hashed rightly and does not fit is refused with its name, wherever it is', async (t) => {
  const { backup } = await smallBackup(t)
  for (const [name, make, says] of WRONG) {
    const wrong = make(backup)
    const target = await openAnySite(t)
    await preloadLoosely(target, wrong)
    const job = await start(target, { kind: 'restore', manifest: wrong.manifest })
    const { refusal } = await driveIntoRefusal(target, job, 'invalid_state').catch((error: unknown) => {
      throw new Error(name, { cause: error })
    })
    assert.match(refusal.detail, says, name)
    assert.equal((await target.get('/readyz')).status, 503)
    await target.close()
  }
})

/** As bytes, in which form a page is not looked at. */
async function preloadLoosely(site: Site, backup: Backup): Promise<void> {
  for (const [sha256, text] of backup.pages) await bringBlob(site, sha256, Buffer.from(text))
  for (const [sha256, bytes] of backup.blobs) await bringBlob(site, sha256, bytes)
}

/** Manifests whose `topics` lead to something else. */
const ASTRAY: [name: string, page: (backup: Backup) => string, says: RegExp][] = [
  ['rows', () => canonicalJson({ kind: 'rows', table: 'topics', rows: [] }), /is no index/],
  [
    'an index of another table',
    () => canonicalJson({ kind: 'index', table: 'tokens', pages: [], next: null }),
    /tokens/,
  ],
  [
    'an index that leads to another table’s rows',
    (backup) => indexOf([pageOf(backup, 'tokens')]),
    /is of tokens/,
  ],
  ['an index that leads to an index', (backup) => indexOf([indexHash(backup, 'topics')]), /no page of rows/],
  [
    'a page that is not canonical',
    () => '{"kind":"index","table":"topics","pages":[],"next":null}',
    /RFC 8785/,
  ],
  ['a page that is no JSON', () => '{', /JSON/],
  [
    'a list that never ends',
    (backup) => indexOf(Array(50).fill(pageOf(backup, 'topics'))),
    /after the one before/,
  ],
  ['fewer rows than the manifest counts', () => indexOf([]), /manifest counts 1/],
]

const indexOf = (pages: string[]) => canonicalJson({ kind: 'index', table: 'topics', pages, next: null })

function indexHash(backup: Backup, table: string): string {
  return backup.manifest.tables.find(({ name }) => name === table)?.index ?? ''
}

function pageOf(backup: Backup, table: string): string {
  return (JSON.parse(backup.pages.get(indexHash(backup, table)) ?? '') as { pages: string[] }).pages[0] ?? ''
}

test('an index that leads astray is refused with its name', async (t) => {
  const { backup } = await smallBackup(t)
  for (const [name, make, says] of ASTRAY) {
    const text = make(backup)
    const index = sha256Hex(text)
    const tables = backup.manifest.tables.map((table) =>
      table.name === 'topics' ? { ...table, index } : table,
    )
    const target = await openAnySite(t)
    await preload(target, backup)
    await bringBlob(target, index, Buffer.from(text))
    const job = await start(target, { kind: 'restore', manifest: { ...backup.manifest, tables } })
    const { refusal } = await driveIntoRefusal(target, job, 'invalid_state')
    assert.match(refusal.detail, says, name)
    await target.close()
  }
})

/** Manifests that no job is started for. */
const REFUSED: [name: string, change: (manifest: Manifest) => object][] = [
  ['of another version', (manifest) => ({ ...manifest, version: 1 })],
  ['of a newer schema', (manifest) => ({ ...manifest, schema_version: manifest.schema_version + 1 })],
  ['of a schema before snapshots', (manifest) => ({ ...manifest, schema_version: 7 })],
  ['without a time', ({ created_at: _, ...manifest }) => manifest],
  ['with a key too many', (manifest) => ({ ...manifest, more: 1 })],
  ['that lacks a table', (manifest) => ({ ...manifest, tables: manifest.tables.slice(1) })],
  ['with a table twice', (manifest) => ({ ...manifest, tables: [...manifest.tables, manifest.tables[0]] })],
  [
    'with a table that is not recovered',
    (manifest) => ({
      ...manifest,
      tables: [...manifest.tables, { name: 'sessions', rows: 0, index: '0'.repeat(64) }],
    }),
  ],
  ['that counts other blobs', (manifest) => ({ ...manifest, blobs: { count: 0, bytes: 0 } })],
  [
    'whose index is no hash',
    (manifest) => ({ ...manifest, tables: manifest.tables.map((one) => ({ ...one, index: 'x' })) }),
  ],
]

test('a manifest that cannot be restored is refused before anything is locked', async (t) => {
  const { backup } = await smallBackup(t)
  const target = await openAnySite(t)
  for (const [name, change] of REFUSED) {
    const answer = await tryStart(target, { kind: 'restore', manifest: change(backup.manifest) })
    assert.equal(answer.refused('invalid_request').status, 400, name)
  }
  for (const body of [
    {},
    { kind: 'restore' },
    { kind: 'rebuild', manifest: backup.manifest },
    { kind: 'drop' },
  ])
    (await tryStart(target, body)).refused('invalid_request')
  const counted = { ...backup.manifest, blobs: { ...backup.manifest.blobs, bytes: 1 } }
  assert.equal((await target.get('/readyz')).status, 200)
  await preload(target, backup)
  const job = await start(target, { kind: 'restore', manifest: counted })
  const { refusal } = await driveIntoRefusal(target, job, 'invalid_state')
  assert.match(refusal.detail, /manifest counts/)
})
