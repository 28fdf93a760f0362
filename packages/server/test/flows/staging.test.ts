import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from '../../src/core/canonical-json.ts'
import { sha256Hex } from '../../src/core/hash.ts'
import { TABLES_LEFT_OUT } from '../../src/storage/recovery/recovery-tables.ts'
import { capture, readPage } from '../support/recovery.ts'
import { describeStores, type Site } from '../support/site.ts'

const STAGED = '/api/v1/admin/recovery/staged'
const HASH = sha256Hex('something')

function stagePage(site: Site, body: string | Uint8Array, wish: { hash?: string; token?: string } = {}) {
  const path = `${STAGED}/pages/${wish.hash ?? sha256Hex(body)}`
  return site.post(path, body, { token: wish.token ?? site.admin })
}

function stageBlob(site: Site, body: Uint8Array, wish: { hash?: string; token?: string } = {}) {
  const path = `${STAGED}/blobs/${wish.hash ?? sha256Hex(body)}`
  const headers = { 'content-type': 'application/octet-stream' }
  return site.post(path, body, { token: wish.token ?? site.admin, headers })
}

const rowsOf = (rows: unknown) => ({ kind: 'rows', table: 'topics', rows })
const indexOf = (facts: object) => ({ kind: 'index', table: 'topics', pages: [HASH], next: null, ...facts })

const REFUSED: [name: string, page: unknown][] = [
  ['of another kind', { kind: 'row', table: 'topics', rows: [] }],
  ['without rows', { kind: 'rows', table: 'topics' }],
  ['with a key too many', { ...rowsOf([]), more: 1 }],
  ['whose row is a list', rowsOf([[]])],
  ['whose row holds an object', rowsOf([{ id: {} }])],
  ['whose row holds a truth value', rowsOf([{ id: true }])],
  ['whose row holds a fraction', rowsOf([{ id: 0.5 }])],
  ['of 41 rows', rowsOf(Array.from({ length: 41 }, (_, id) => ({ id })))],
  ['that names no hash', indexOf({ pages: ['x'] })],
  ['whose next is no hash', indexOf({ next: 'x' })],
  ['that is a list', [rowsOf([])]],
  ['that is null', null],
]

describeStores((sites) => {
  test('a page of a snapshot and its index can be brought to another site, again and again', async (t) => {
    const [source, target] = [await sites.open(t, { topics: ['tools'] }), await sites.open(t)]
    const { snapshot_id: id } = await capture(source)
    const { rows } = await readPage(source, { id, table: 'topics' })
    const page = canonicalJson(rowsOf(rows))
    for (const body of [
      page,
      page,
      canonicalJson(indexOf({ pages: [sha256Hex(page)] })),
      canonicalJson(rowsOf([])),
    ]) {
      const staged = (await stagePage(target, body)).as('stagePage')
      assert.deepEqual(staged, { sha256: sha256Hex(body), bytes: Buffer.byteLength(body) })
      assert.equal(Buffer.from((await target.app.blobs.get(staged.sha256)) ?? []).toString(), body)
    }
    ;(await target.get(`/objects/${sha256Hex(page)}`, { token: target.admin })).refused('not_found')
  })

  test('bytes are believed by their hash only, and damaged ones are repaired', async (t) => {
    const site = await sites.open(t, { blobs: 'database' })
    const bytes = Buffer.from([0, 255, 128, 10])
    ;(await stageBlob(site, bytes, { hash: HASH })).refused('invalid_request')
    assert.equal(await site.app.blobs.has(HASH), false)
    ;(await stageBlob(site, bytes)).as('stageBlob')
    const sha256 = sha256Hex(bytes)
    await site.app.storage.write(async (tx) => {
      const damage = { bytes: Buffer.from('damaged') }
      await tx.updateTable('blobs').set(damage).where('sha256', '=', sha256).execute()
    })
    ;(await stageBlob(site, bytes)).as('stageBlob')
    assert.deepEqual(Buffer.from((await site.app.blobs.get(sha256)) ?? []), bytes)
  })

  for (const [name, page] of REFUSED)
    test(`a page ${name} is refused`, async (t) => {
      const site = await sites.open(t)
      const body = canonicalJson(page)
      ;(await stagePage(site, body)).refused('invalid_request')
      assert.equal(await site.app.blobs.has(sha256Hex(body)), false)
    })

  test('a page whose hash matches is refused when it is not canonical, or names a table off the list', async (t) => {
    const site = await sites.open(t)
    for (const body of ['{"kind":"rows","table":"topics","rows":[]}', ` ${canonicalJson(rowsOf([]))}`])
      (await stagePage(site, body)).refused('invalid_request')
    for (const body of ['{"kind":', '{"kind":"rows","kind":"rows","rows":[],"table":"topics"}', ''])
      (await stagePage(site, body)).refused('invalid_json')
    for (const table of [...TABLES_LEFT_OUT.map(([name]) => name), 'nothing', '__proto__'])
      (await stagePage(site, canonicalJson({ kind: 'rows', table, rows: [] }))).refused('invalid_request')
    ;(await stagePage(site, canonicalJson(rowsOf([])), { hash: HASH })).refused('invalid_request')
  })

  test('4 MiB are accepted, a byte more is not', async (t) => {
    const site = await sites.open(t)
    const bytes = Buffer.alloc(4 * 1024 * 1024, 7)
    ;(await stageBlob(site, bytes)).as('stageBlob')
    ;(await stageBlob(site, Buffer.concat([bytes, bytes.subarray(0, 1)]))).refused('payload_too_large')
    const fill = (length: number) => canonicalJson(rowsOf([{ id: 'x'.repeat(length) }]))
    const space = 4 * 1024 * 1024 - fill(0).length
    ;(await stagePage(site, fill(space))).as('stagePage')
    ;(await stagePage(site, fill(space + 1))).refused('payload_too_large')
  })

  test('material is taken from unrestricted administrators, in its media type', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const bytes = Buffer.from('bytes')
    for (const token of [
      await site.token({ preset: 'curator' }),
      await site.token({ preset: 'administrator', topic_grants: ['tools'] }),
    ]) {
      ;(await stageBlob(site, bytes, { token })).refused('forbidden')
      ;(await stagePage(site, canonicalJson(rowsOf([])), { token })).refused('forbidden')
    }
    const wrong = await site.post(`${STAGED}/blobs/${sha256Hex(bytes)}`, bytes, { token: site.admin })
    wrong.refused('unsupported_media_type')
    const headers = { 'content-type': 'application/octet-stream' }
    const keyless = { token: site.admin, key: null, headers }
    ;(await site.post(`${STAGED}/blobs/${sha256Hex(bytes)}`, bytes, keyless)).refused(
      'idempotency_key_required',
    )
  })
})
