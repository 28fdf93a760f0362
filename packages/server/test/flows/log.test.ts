import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { newSigningKey } from '../../src/core/jwt.ts'
import { backUp, restore } from '../support/backup.ts'
import { decideOn, setVisibility } from '../support/changes.ts'
import { describeSites, openAnySite, type Site } from '../support/site.ts'
import { readLog, treeHash } from '../support/transparency-log.ts'

async function entriesAbout(site: Site, hash: string, token: string | null = null) {
  const answer = await site.get(`/api/v1/objects/${hash}/log`, { token })
  return answer.as('getLogEntries').entries
}

const FARTHEST = '63/x999/x999/x999/x999/999'

const NO_TILES = [
  'tile/0/0',
  'tile/0/0000',
  'tile/0/x000/001',
  'tile/0/001/x002',
  'tile/00/000',
  'tile/64/000',
  'tile/-1/000',
  'tile/data/000',
  'tile/0/000.p/0',
  'tile/0/000.p/01',
  'tile/0/000.p/256',
  'tile/0/000.p/1/2',
  'tile/0/',
  'tile/0/x999/x999/x999/x999/x999/999',
]

const leaf = (record: string) =>
  createHash('sha256').update(Buffer.of(0)).update(Buffer.from(record, 'hex')).digest()

describeSites((sites) => {
  test('a log in which nothing was done is the empty tree', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { size, root, origin } = await readLog(site)
    assert.equal(size, 0)
    assert.equal(root, createHash('sha256').digest('base64'))
    assert.equal(origin, `${new URL(site.url).host}/log`)
    for (const tile of ['0/000', '0/000.p/1', 'entries/000.p/1', '1/000.p/1'])
      (await site.get(`/log/tile/${tile}`)).refused('not_found')
  })

  test('every publication and retirement of a public topic is a leaf that its object leads to', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/saw' })
    const next = await site.publish({ path: '/tools/long-saw', revises: saw })
    const retired = await decideOn(site, next.content_hash, 'retired')
    const { records } = await readLog(site)
    assert.deepEqual(records, [saw.publication_hash, next.publication_hash, retired])
    const published = { index: 1, kind: 'publication', record_hash: next.publication_hash }
    const decided = { index: 2, kind: 'retirement', record_hash: retired }
    assert.deepEqual(await entriesAbout(site, next.content_hash), [published, decided])
    assert.deepEqual(await entriesAbout(site, next.publication_hash), [published])
    assert.deepEqual(await entriesAbout(site, retired), [decided])
    assert.deepEqual(await entriesAbout(site, saw.proposal_hash, site.admin), [])
    const record = JSON.parse((await site.get(`/objects/${next.publication_hash}`)).text)
    assert.equal(record.content_hash, next.content_hash)
  })

  test('the leaves of an object are there without anybody having asked for the checkpoint', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/saw' })
    assert.equal((await entriesAbout(site, saw.content_hash)).length, 1)
  })

  test('what an invited topic does moves nothing until it is opened, and then comes before what is next', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('vault', 'invited')
    const saw = await site.publish({ path: '/tools/saw' })
    const before = (await site.get('/log/checkpoint')).text
    const key = await site.publish({ path: '/vault/key' })
    const retired = await decideOn(site, key.content_hash, 'retired')
    assert.equal((await site.get('/log/checkpoint')).text, before, 'byte for byte')
    assert.deepEqual(await entriesAbout(site, key.content_hash, site.admin), [])
    await setVisibility(site, 'vault', 'public')
    const safe = await site.publish({ path: '/vault/safe' })
    const opened = [saw.publication_hash, key.publication_hash, retired, safe.publication_hash]
    assert.deepEqual((await readLog(site)).records, opened)

    await setVisibility(site, 'vault', 'invited')
    const lock = await site.publish({ path: '/vault/lock' })
    assert.deepEqual((await readLog(site)).records, opened, 'what was public stays')
    ;(await site.get(`/api/v1/objects/${safe.content_hash}/log`)).refused('not_found')
    assert.equal((await entriesAbout(site, safe.content_hash, site.admin)).length, 1)
    await setVisibility(site, 'vault', 'public')
    assert.deepEqual((await readLog(site)).records, [...opened, lock.publication_hash])
  })

  test('tiles and checkpoints have their media types, tags and no more', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/saw' })
    const checkpoint = await site.get('/log/checkpoint')
    assert.equal(checkpoint.header('content-type'), 'text/plain; charset=utf-8')
    assert.equal(checkpoint.header('cache-control'), 'no-cache')
    const tile = await site.get('/log/tile/0/000.p/1')
    assert.equal(tile.header('content-type'), 'application/octet-stream')
    const digest = createHash('sha256').update(tile.bytes).digest('base64')
    assert.equal(tile.header('repr-digest'), `sha-256=:${digest}:`)
    for (const [path, answer] of [
      ['/log/checkpoint', checkpoint],
      ['/log/tile/0/000.p/1', tile],
    ] as const) {
      const known = await site.get(path, { headers: { 'if-none-match': String(answer.header('etag')) } })
      assert.equal(known.status, 304, path)
      const head = await site.head(path)
      assert.equal(head.header('content-length'), String(answer.bytes.length), path)
    }
    const [key = ''] = (await site.get('/log/keys')).text.trimEnd().split('\n')
    const [name, id] = key.split('+')
    const [, signer, signature = ''] = checkpoint.text.trimEnd().split('\n').at(-1)?.split(' ') ?? []
    assert.equal(signer, name)
    assert.equal(Buffer.from(signature, 'base64').toString('hex', 0, 4), id)
  })

  test('what is no name of a tile is told so', async (t) => {
    const site = await sites.open(t)
    for (const path of NO_TILES) (await site.get(`/log/${path}`)).refused('invalid_request')
  })

  test('processes that are asked at once append each act once', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const other = await site.second(t)
    const made = []
    for (let round = 0; round < 6; round += 1) {
      const [one, two] = await Promise.all([
        site.publish({ path: `/tools/saw-${round}` }),
        other.publish({ path: `/tools/axe-${round}` }),
        ...[site, other, site, other].map((asked) => asked.get('/log/checkpoint')),
      ])
      made.push(one.publication_hash, two.publication_hash)
    }
    const [here, there] = [await readLog(site), await readLog(other)]
    assert.deepEqual(here.records, there.records)
    assert.deepEqual([...here.records].sort(), made.sort())
  })

  test('a restored press has the same log, and closing its topics takes nothing from it', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    const saw = await site.publish({ path: '/tools/saw' })
    await site.topic('vault', 'invited')
    await site.publish({ path: '/vault/key' })
    await decideOn(site, saw.content_hash, 'retired')
    await setVisibility(site, 'vault', 'public')
    await setVisibility(site, 'tools', 'invited')
    const { records, root } = await readLog(site)
    assert.equal(records.length, 3)
    const target = await sites.open(t)
    assert.equal((await readLog(target)).size, 0)
    await restore(target, await backUp(site))
    const restored = await readLog(target)
    assert.deepEqual([restored.records, restored.root], [records, root])
  })

  test('every key of the site signs, the newest first', async (t) => {
    const keys = [await newSigningKey(), await newSigningKey()]
    const site = await sites.open(t, { signingKey: JSON.stringify({ keys }) })
    const listed = (await site.get('/log/keys')).text.trimEnd().split('\n')
    const note = (await site.get('/log/checkpoint')).text.trimEnd().split('\n')
    const signed = note.slice(note.indexOf('') + 1)
    const idOf = (line: string) => Buffer.from(line.split(' ')[2] ?? '', 'base64').toString('hex', 0, 4)
    assert.deepEqual(
      signed.map(idOf),
      listed.map((line) => line.split('+')[1]),
    )
    const points = listed.map((line) => Buffer.from(line.replace(/^[^+]*\+\w+\+/, ''), 'base64').subarray(1))
    assert.deepEqual(
      points,
      keys.map(({ x }) => Buffer.from(String(x), 'base64url')),
    )
  })
})

test('tiles are full at 256 hashes, what was served once stays, and parts are beginnings of the whole', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.topic('vault', 'invited')
  const first = await site.publish({ path: '/tools/saw' })
  for (let made = 0; made < 258; made += 1) await site.publish({ path: `/vault/key-${made}` })
  const before = await readLog(site)
  await setVisibility(site, 'vault', 'public')
  const { records, size } = await readLog(site)
  assert.deepEqual([before.size, size], [1, 259])
  assert.deepEqual(records[0], first.publication_hash)
  const hashes = records.map(leaf)
  const tile = async (path: string) => (await site.get(`/log/tile/${path}`)).bytes
  const packed = await site.get('/log/tile/0/000', { headers: { 'accept-encoding': 'gzip, br' } })
  assert.deepEqual([packed.header('content-encoding'), packed.bytes.length], [null, 8192])
  assert.deepEqual(await tile('0/000'), Buffer.concat(hashes.slice(0, 256)))
  assert.deepEqual(await tile('0/000.p/1'), hashes[0])
  assert.deepEqual(await tile('0/001.p/3'), Buffer.concat(hashes.slice(256)))
  assert.deepEqual(await tile('1/000.p/1'), treeHash(hashes.slice(0, 256)))
  for (const missing of [
    '0/001',
    '0/001.p/4',
    '1/000',
    '1/000.p/2',
    '2/000.p/1',
    '0/x001/000',
    'entries/001',
    FARTHEST,
  ])
    (await site.get(`/log/tile/${missing}`)).refused('not_found')
})
