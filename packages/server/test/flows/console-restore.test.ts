import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BYTE_LIMITS, FORM_LIMITS } from '@colophon/contract'
import { type Backup, backUp, drive, type Job, rowsIn, STAGED } from '../support/backup.ts'
import { type ConsoleAnswer, signIn, type Visitor } from '../support/console.ts'
import { actAt, wordsOf } from '../support/console-acts.ts'
import { describePages, openAnySite, type Site } from '../support/site.ts'

const RECOVERY = '/console/admin/recovery'
const RESTORE = `${RECOVERY}/restore`
const ABSENT = 'a'.repeat(64)

async function backUpOne(site: Site): Promise<Backup> {
  await site.publish({ path: '/tools/hammer', body: 'Hold it at the end: ä, 錘, 🔨.' })
  return backUp(site)
}

function legacyOf(backup: Backup): string {
  const tables = Object.fromEntries(backup.manifest.tables.map(({ name }) => [name, rowsIn(backup, name)]))
  const objects = [...backup.blobs].map(([sha256, bytes]) => ({
    sha256,
    base64: Buffer.from(bytes).toString('base64'),
  }))
  return JSON.stringify({ version: 1, created_at: backup.manifest.created_at, tables, objects })
}

/** Does the next step of the job that the page shows. */
async function step(visitor: Visitor): Promise<ConsoleAnswer> {
  const page = await visitor.open(RECOVERY)
  const action = page.actions().find((one) => one.startsWith(`${RECOVERY}/`)) ?? ''
  return visitor.send(action, page.form(action))
}

/** Brings what a page lists as missing, each by the form that it is linked to; answers how many. */
async function bringListed(visitor: Visitor, { html }: ConsoleAnswer, backup: Backup): Promise<number> {
  const missing = [...html.matchAll(/data-hash="([0-9a-f]{64})"/g)].map(([, hash = '']) => hash)
  for (const hash of missing) {
    const page = backup.pages.get(hash)
    const path = `${RECOVERY}/${page === undefined ? 'blobs' : 'pages'}/${hash}`
    assert.ok(html.includes(`href="${path}"`))
    const text = page ?? Buffer.from(backup.blobs.get(hash) ?? []).toString()
    assert.equal((await visitor.fill(path, path, { '/bytes': text })).status, 303)
  }
  return missing.length
}

describePages((sites) => {
  test('a whole restore is done by plain forms, from a manifest to an article that is read', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const backup = await backUpOne(site)
    const target = await sites.open(t)
    const visitor = await signIn(target, target.admin)
    assert.match((await visitor.open(RECOVERY)).html, /href="\/console\/admin\/recovery\/restore"/)
    const typed = { '/manifest': JSON.stringify(backup.manifest, null, 2) }
    const started = await actAt(visitor, RESTORE, { typed })
    assert.match(wordsOf(started), /The restore has started.*Restore Running/)
    assert.equal((await visitor.open('/console/topics')).status, 503)
    assert.match(wordsOf(await visitor.open(RESTORE)), /A job is running/)
    let brought = 0
    for (let page = await step(visitor); page.location !== DONE; page = await step(visitor))
      if (page.status === 409) brought += await bringListed(visitor, page, backup)
    assert.equal(brought, backup.pages.size + backup.blobs.size)
    assert.equal((await visitor.open(DONE)).status, 303)
    const again = await signIn(target, target.admin)
    assert.match(wordsOf(await again.open(RECOVERY)), /Restore Complete/)
    const opened = { '/reason': 'I looked at it.' }
    await actAt(again, '/console/topics/tools/visibility', { typed: opened })
    assert.match((await target.get('/read/tools/hammer', { headers: { accept: 'text/html' } })).text, /錘/)
  })

  test('a legacy snapshot is restored from the form alone', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const snapshot = legacyOf(await backUpOne(site))
    const target = await sites.open(t)
    const visitor = await signIn(target, target.admin)
    await actAt(visitor, RESTORE, { typed: { '/snapshot': snapshot } })
    const { job } = (await target.get(STAGED, { token: target.admin })).as('getRecovery')
    assert.ok(job !== null)
    assert.equal((await drive(target, job as Job)).at(-1)?.state, 'complete')
  })

  test('a press that has published is told why nothing can be restored, and refuses it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { manifest } = await backUpOne(site)
    const visitor = await signIn(site, site.admin)
    for (const path of [RECOVERY, RESTORE]) {
      const page = await visitor.open(path)
      assert.match(wordsOf(page), /a restore needs a press that has never published anything/)
      assert.doesNotMatch(page.html, /action="\/console\/admin\/recovery\/restore"|href="[^"]*\/restore"/)
    }
    const other = await sites.open(t)
    const form = (await (await signIn(other, other.admin)).open(RESTORE)).form(RESTORE)
    const { csrf_token = '' } = (await visitor.open(`${RECOVERY}/rebuild`)).form(`${RECOVERY}/rebuild`)
    const typed = { '/manifest': JSON.stringify(manifest) }
    const refused = await visitor.send(RESTORE, { ...form, ...typed, csrf_token })
    assert.equal(refused.status, 409)
    assert.match(refused.said('refusal') ?? '', /never published an entry/)
    assert.equal(refused.form(RESTORE)['/manifest']?.[0], typed['/manifest'])
  })
})

const DONE = `${RECOVERY}?notice=recovery_completed`

test('what cannot be restored comes back as it was typed, with what is wrong on top', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const backup = await backUpOne(site)
  const { manifest } = backup
  const legacy = JSON.parse(legacyOf(backup))
  const [object, ...objects] = legacy.objects
  const target = await openAnySite(t)
  const visitor = await signIn(target, target.admin)
  const text = JSON.stringify(manifest)
  const cases: [typed: Record<string, string>, said: RegExp][] = [
    [{}, /Manifest is required, or a snapshot/],
    [{ '/manifest': 'the newest one' }, /Manifest is not acceptable JSON: it is not one JSON value/],
    [
      { '/manifest': '{"version": 2,\n  "tables": [}' },
      /Manifest is not acceptable JSON: it is not one JSON value/,
    ],
    [
      { '/manifest': `{"version":2,${text.slice(1)}` },
      /Manifest is not acceptable JSON: a member comes twice/,
    ],
    [{ '/manifest': '7' }, /Manifest must be object/],
    [{ '/manifest': JSON.stringify({ ...manifest, version: 1 }) }, /Manifest at \/version must be/],
    [
      { '/manifest': JSON.stringify({ ...manifest, tables: [] }) },
      /Manifest at \/tables lacks the table objects/,
    ],
    [{ '/manifest': JSON.stringify(legacy) }, /Manifest at \/objects/],
    [{ '/manifest': text, '/snapshot': JSON.stringify(legacy) }, /Snapshot goes without a manifest/],
    [
      { '/snapshot': JSON.stringify({ ...legacy, objects: [{ ...object, sha256: ABSENT }, ...objects] }) },
      /Snapshot at \/objects\/0\/sha256 is not the SHA-256 of the bytes/,
    ],
  ]
  for (const [typed, said] of cases) {
    const refused = await visitor.fill(RESTORE, RESTORE, typed)
    assert.equal(refused.status, 400, refused.html)
    assert.match(refused.said('refusal') ?? '', said)
    const form = refused.form(RESTORE)
    for (const [name, value] of Object.entries(typed)) assert.equal(form[name]?.[0], value)
    assert.equal(form['/kind']?.[0], 'restore')
  }
  assert.equal((await target.get('/readyz')).status, 200)
})

test('what has another hash, or is no page, is refused and shown again', async (t) => {
  const site = await openAnySite(t)
  const visitor = await signIn(site, site.admin)
  const cases = [
    ['pages', '{"kind":"rows"}', /sha256: is not the SHA-256 of the body/],
    ['blobs', 'nearly', /sha256: is not the SHA-256 of the body/],
  ] as const
  for (const [folder, typed, said] of cases) {
    const path = `${RECOVERY}/${folder}/${ABSENT}`
    const refused = await visitor.fill(path, path, { '/bytes': typed })
    assert.equal(refused.status, 400)
    assert.match(refused.said('refusal') ?? '', said)
    assert.equal(refused.form(path)['/bytes']?.[0], typed)
  }
  assert.equal((await visitor.open(`${RECOVERY}/pages/${ABSENT.toUpperCase()}`)).status, 404)
})

test('what is very long is not written into the page again, which says so', async (t) => {
  const target = await openAnySite(t)
  const visitor = await signIn(target, target.admin)
  const longest = `"${'a'.repeat(FORM_LIMITS.charactersShownAgain - 2)}"`
  const shown = await visitor.fill(RESTORE, RESTORE, { '/snapshot': longest })
  assert.equal(shown.status, 400)
  assert.equal(shown.form(RESTORE)['/snapshot']?.[0], longest)
  assert.doesNotMatch(shown.html, /too long to be shown again/)
  const left = await visitor.fill(RESTORE, RESTORE, { '/manifest': '7', '/snapshot': `${longest} ` })
  assert.equal(left.status, 400)
  assert.match(left.said('refusal') ?? '', /Snapshot/)
  assert.match(left.html, /Snapshot was too long to be shown again: give it once more/)
  const form = left.form(RESTORE)
  assert.deepEqual([form['/snapshot']?.[0], form['/manifest']?.[0]], ['', '7'])
})

test('the form takes as much as the operation, from an administrator alone', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const snapshot = legacyOf(await backUpOne(site))
  const target = await openAnySite(t)
  const visitor = await signIn(target, target.admin)
  // A letter of three bytes takes nine in a form.
  const said = await visitor.fill(RESTORE, RESTORE, { '/snapshot': `"${'錘'.repeat(1_000_000)}"` })
  assert.match(said.said('refusal') ?? '', /Snapshot must be object/)
  const beyond = await visitor.fill(RESTORE, RESTORE, {
    '/snapshot': snapshot.padEnd(BYTE_LIMITS.legacyRestore + 1, 'a'),
  })
  assert.equal(beyond.status, 413)
  const curator = await signIn(target, await target.token({ preset: 'curator' }))
  const wide = { '/snapshot': snapshot.padEnd(FORM_LIMITS.bytes) }
  assert.equal((await curator.send(RESTORE, wide)).status, 413)
  const taken = await visitor.fill(RESTORE, RESTORE, wide)
  assert.equal(taken.status, 303)
})

test('only an unrestricted administrator restores, and brings material', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const forms = [RESTORE, `${RECOVERY}/pages/${ABSENT}`, `${RECOVERY}/blobs/${ABSENT}`]
  const master = await signIn(site, site.admin)
  for (const preset of ['curator', 'administrator'] as const) {
    const visitor = await signIn(site, await site.token({ preset, topic_grants: ['tools'] }))
    const { csrf_token = '' } = (await visitor.open('/console/revoke')).form('/console/revoke')
    for (const path of forms) {
      const form = (await master.open(path)).form(path)
      const sent = await visitor.send(path, { ...form, csrf_token, '/manifest': '{}', '/bytes': 'x' })
      assert.equal(sent.status, 403, path)
    }
    assert.equal((await visitor.open(RESTORE)).status, 403)
  }
})
