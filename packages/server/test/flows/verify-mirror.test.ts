import assert from 'node:assert/strict'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newSigningKey } from '../../src/core/jwt.ts'
import { filesBelow } from '../support/backup-folder.ts'
import { decideOn, setVisibility } from '../support/changes.ts'
import { makeFolder } from '../support/folder.ts'
import { lyingServer } from '../support/lying-server.ts'
import { mirrorer, mirrorInto, stateIn, textsIn } from '../support/mirror.ts'
import { describeSites, openAnySite } from '../support/site.ts'
import { addressOf, openVerifier, signAs } from '../support/verify.ts'

const logIn = (folder: string, place = '') => join(folder, '.mirror/log', place)
const objectIn = (folder: string, sha256: string) =>
  join(folder, '.mirror/objects', sha256.slice(0, 2), sha256)

describeSites((sites) => {
  test('a mirror proves what it has, also what is hidden since, without the press', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('vault', 'invited')
    const key = await site.publish({ path: '/vault/key' })
    const saw = await site.publish({ path: '/tools/saw' })
    await setVisibility(site, 'vault', 'public')
    const retired = await decideOn(site, saw.content_hash, 'retired')
    const folder = await makeFolder(t)
    assert.deepEqual((await mirrorInto(folder, site.url)).log, { size: 3, failed: null })
    await setVisibility(site, 'vault', 'invited')
    assert.deepEqual((await mirrorInto(folder, site.url)).log, { size: 3, failed: null })
    const { verify } = await openVerifier(t)
    const all = await verify('--mirror', folder)
    assert.deepEqual([all.code, all.lines.length], [0, 2], all.lines.join('\n'))
    assert.match(all.lines[1] ?? '', /is right, 3 records too$/)
    const some = await verify('--mirror', folder, key.content_hash, saw.content_hash, retired)
    assert.equal(some.code, 0)
    assert.deepEqual(
      some.lines.slice(1).map((line) => / leaf (\d) of 3/.exec(line)?.[1]),
      ['1', '0', '2', '2', undefined],
    )
    assert.equal(some.lines.at(-1), 'nothing else was done about that in 3 leaves')
    const missing = await verify('--mirror', folder, 'a'.repeat(64))
    assert.deepEqual([missing.code, missing.lines[1]], [1, `FAILED ${'a'.repeat(64)} is not in the log`])
  })
})

test('a mirror has the files of a tiled log, and one that is kept step by step is one that is made at once', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const folder = await makeFolder(t)
  let made = 0
  for (const size of [0, 1, 2, 254, 256, 258]) {
    for (; made < size; made += 1) await site.publish({ path: `/tools/n${made}` })
    assert.deepEqual((await mirrorInto(folder, site.url)).log, { size, failed: null })
  }
  assert.deepEqual(await filesBelow(logIn(folder)), [
    'checkpoint',
    'keys',
    'tile/0/000',
    'tile/0/001.p/2',
    'tile/1/000.p/1',
    'tile/entries/000',
    'tile/entries/001.p/2',
  ])
  for (const place of [
    'tile/0/000',
    'tile/0/001.p/2',
    'tile/1/000.p/1',
    'tile/entries/000',
    'checkpoint',
    'keys',
  ])
    assert.deepEqual(await readFile(logIn(folder, place)), (await site.get(`/log/${place}`)).bytes, place)
  const asked: string[] = []
  const press = await lyingServer(t, site)
  press.lie = (path) => {
    asked.push(path)
    return null
  }
  const byOther = { press: site.url }
  await site.publish({ path: '/tools/last' })
  await mirrorInto(folder, press.url, byOther)
  assert.deepEqual(
    asked.filter((path) => path.startsWith('/log/')),
    ['/log/checkpoint', '/log/tile/entries/001.p/3'],
  )
  const { verify } = await openVerifier(t)
  assert.equal((await verify('--mirror', folder)).code, 0)
})

test('whatever is altered in a mirror is found, and a check mends it', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const saw = await site.publish({ path: '/tools/saw' })
  await site.publish({ path: '/tools/axe' })
  const folder = await makeFolder(t)
  await mirrorInto(folder, site.url)
  const { verify } = await openVerifier(t)
  assert.equal((await verify('--mirror', folder)).code, 0)
  const ofSaw = objectIn(folder, saw.publication_hash)
  for (const [place, why] of [
    [logIn(folder, 'tile/0/000.p/2'), /do not make the root/],
    [logIn(folder, 'tile/entries/000.p/2'), /tile\/entries\/000\.p\/2 is not|tile\/0\/000\.p\/2 is not what/],
    [ofSaw, /has the hash/],
  ] as const) {
    const bytes = await readFile(place)
    for (const altered of [Buffer.from(bytes).fill(bytes[9] === 65 ? 66 : 65, 9, 10), bytes.subarray(1)]) {
      await writeFile(place, altered)
      const found = await verify('--mirror', folder)
      assert.equal(found.code, 1, place)
      if (altered.length === bytes.length) assert.match(found.lines.join('\n'), why)
      const one = await verify('--mirror', folder, saw.content_hash)
      assert.equal(one.code, 1, place)
    }
    assert.equal((await mirrorInto(folder, site.url, { isChecking: true })).log?.failed, null)
    assert.equal((await verify('--mirror', folder)).code, 0)
  }
  await rm(logIn(folder, 'tile/0/000.p/2'))
  assert.match((await verify('--mirror', folder)).lines[0] ?? '', /tile\/0\/000\.p\/2 is not in the mirror/)
})

test('a record that a press has not put into its log is found in a mirror', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/saw' })
  const press = await lyingServer(t, site)
  const folder = await makeFolder(t)
  const old = (await site.get('/log/checkpoint')).text
  const hidden = await site.publish({ path: '/tools/axe' })
  press.lie = (path) => (path === '/log/checkpoint' ? old : null)
  assert.deepEqual((await mirrorInto(folder, press.url)).log, { size: 1, failed: null })
  const { verify } = await openVerifier(t)
  const found = await verify('--mirror', folder)
  assert.deepEqual(
    [found.code, found.lines.at(-1)],
    [1, `FAILED the record ${hidden.publication_hash} is not in the log`],
  )
  // A run that does not come to its end is told of, and is no fault of the log.
  press.lie = (path) => (path === '/log/checkpoint' ? 'none' : null)
  assert.match((await mirrorInto(folder, press.url)).log?.failed ?? '', /signed note has no signatures/)
  const behind = await verify('--mirror', folder)
  assert.equal(behind.code, 0)
  assert.match(behind.stderr, /1 records of the mirror are not in its log: its last run did not bring/)
  const named = await makeFolder(t)
  press.lie = (path) => (path === '/log/checkpoint' ? old : null)
  await mirrorInto(named, press.url, { topics: ['tools'] })
  const ofNamed = await verify('--mirror', named)
  assert.equal(ofNamed.code, 0)
  assert.match(ofNamed.stderr, /topics that were named may be invited ones/)
})

test('an older mirror is held against a press, and moves nothing back', async (t) => {
  const at = { baseUrl: 'http://press.example', topics: ['tools'] }
  const [site, other] = [await openAnySite(t, at), await openAnySite(t, at)]
  await site.publish({ path: '/tools/saw' })
  const [older, newer] = [await makeFolder(t), await makeFolder(t)]
  const of = { press: site.url }
  await mirrorInto(older, addressOf(site), of)
  await site.publish({ path: '/tools/axe' })
  const { verify, seen } = await openVerifier(t)
  assert.equal((await verify('--url', addressOf(site))).code, 0)
  const kept = await seen()
  const alone = await verify('--mirror', older)
  assert.equal(alone.code, 0)
  assert.match(alone.stderr, /^It is older than what was seen before, and was not held against it/)
  const both = await verify('--mirror', older, '--url', addressOf(site))
  assert.deepEqual([both.code, both.stderr], [0, ''])
  assert.equal(await seen(), kept)
  await site.publish({ path: '/tools/oil' })
  await mirrorInto(newer, addressOf(site), of)
  assert.equal((await verify('--mirror', newer)).code, 0)
  assert.notEqual(await seen(), kept)
  // Another history under the same name: an older mirror of it is seen through with a server alone.
  await other.publish({ path: '/tools/plane' })
  const strange = await makeFolder(t)
  await mirrorInto(strange, addressOf(other), of)
  assert.equal((await verify('--mirror', strange)).code, 0)
  const told = await verify('--mirror', strange, '--url', addressOf(site))
  assert.equal(told.code, 1)
  assert.match(told.lines[0] ?? '', /with 3 leaves does not begin with the 1 that were seen before/)
  const fresh = await openVerifier(t)
  const behind = await fresh.verify('--mirror', newer, '--url', addressOf(other))
  assert.equal(behind.code, 1)
  assert.match(behind.lines[0] ?? '', /has 1 leaves, and 3 were seen before: it was rolled back/)
})

test('a mirror keeps the log that it knows when the press tells another, and goes on with the texts', async (t) => {
  const at = { baseUrl: 'http://press.example', topics: ['tools'] }
  const [site, other] = [await openAnySite(t, at), await openAnySite(t, at)]
  const stranger = JSON.stringify(await newSigningKey())
  for (const path of ['/tools/saw', '/tools/axe']) await site.publish({ path })
  for (const path of ['/tools/plane', '/tools/file', '/tools/oil']) await other.publish({ path })
  const folder = await makeFolder(t)
  const press = await lyingServer(t, site)
  const mirror = mirrorer(t, press.url, folder)
  assert.match((await mirror()).lines.at(-1) ?? '', /^log: 2 leaves$/)
  const kept = await filesBelow(logIn(folder))
  const checkpoint = await readFile(logIn(folder, 'checkpoint'), 'utf8')
  const [theirs, entries] = [
    (await other.get('/log/checkpoint')).text,
    (await other.get('/log/tile/entries/000.p/3')).bytes,
  ]
  const text = `${checkpoint.split('\n\n')[0]}\n`
  const [size, root] = [
    text.replace('\n2\n', '\n1\n'),
    text.replace(/\S{44}\n$/, `${Buffer.alloc(32).toString('base64')}\n`),
  ]
  await site.publish({ path: '/tools/last' })
  for (const [told, why] of [
    [theirs, /does not begin with the 2 leaves that were kept/],
    [await signAs(site.url, size), /has 1 leaves, and 2 are kept: it was rolled back/],
    [await signAs(site.url, root), /has another root at its 2 leaves than is kept/],
    [await signAs(site.url, text, stranger), /is not signed by/],
    [await signAs(site.url, text.replace('\n2\n', '\n3\n')), /does not begin with|do not make the root/],
  ] as const) {
    press.lie = (path) => {
      if (path === '/log/checkpoint') return told
      return path.startsWith('/log/tile/entries/000.p/3') ? entries : null
    }
    const { log } = await mirrorInto(folder, press.url)
    assert.equal(log?.size, 2)
    assert.match(log.failed ?? '', why)
    assert.equal(await readFile(logIn(folder, 'checkpoint'), 'utf8'), checkpoint)
    assert.deepEqual(await filesBelow(logIn(folder)), kept)
  }
  assert.ok('tools/last.md' in (await textsIn(folder)))
  const { code, lines } = await mirror()
  assert.equal(code, 1)
  assert.match(lines[0] ?? '', /^FAILED log: /)
  press.lie = () => null
  assert.deepEqual(
    [(await mirror()).code, (await mirror(['--json'])).facts.log],
    [0, { size: 3, failed: null }],
  )
})

test('a press without a log is mirrored as before, and one that has none any more is told', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/saw' })
  const press = await lyingServer(t, site)
  const folder = await makeFolder(t)
  const mirror = mirrorer(t, press.url, folder)
  press.withoutLog = true
  const first = await mirror(['--json'])
  assert.deepEqual([first.code, first.facts.log, first.stderr], [0, null, ''])
  assert.equal((await mirror()).lines.length, 2)
  assert.deepEqual((await readdir(join(folder, '.mirror'))).sort(), [
    'incomplete',
    'objects',
    'site.json',
    'state.json',
    'streams',
  ])
  const { verify } = await openVerifier(t)
  assert.match(
    (await verify('--mirror', folder)).lines[0] ?? '',
    /^FAILED the mirror .* has no transparency log$/,
  )
  assert.match(
    (await verify('--url', press.url)).lines[0] ?? '',
    /^FAILED the press .* has no transparency log$/,
  )
  press.withoutLog = false
  assert.equal((await mirror()).code, 0)
  press.withoutLog = true
  const gone = await mirror()
  assert.deepEqual([gone.code, gone.lines[0]], [1, 'FAILED log: the press has no transparency log any more'])
})

test('a run goes on from a log that lacks tiles, and tells what it cannot go on from', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  for (let made = 0; made < 257; made += 1) await site.publish({ path: `/tools/n${made}` })
  const whole = await makeFolder(t)
  await mirrorInto(whole, site.url)
  await site.publish({ path: '/tools/last' })
  const { verify } = await openVerifier(t)
  assert.equal((await verify('--mirror', whole)).code, 0)
  // Who has the key looks for no other.
  for (const [place, bytes, isMended, code] of [
    ['tile', null, true, 0],
    ['tile/1', null, true, 0],
    ['tile/1/000.p/1', Buffer.alloc(32), true, 0],
    ['checkpoint', null, true, 0],
    ['', null, true, 0],
    ['checkpoint', Buffer.from('mine'), false, 1],
    ['keys', Buffer.from('mine'), false, 0],
  ] as const) {
    const folder = await makeFolder(t)
    for (const own of ['log', 'state.json'])
      await cp(join(whole, '.mirror', own), join(folder, '.mirror', own), { recursive: true })
    if (bytes === null) await rm(logIn(folder, place), { recursive: true })
    else await writeFile(logIn(folder, place), bytes)
    const { log } = await mirrorInto(folder, site.url)
    assert.equal(log?.failed === null, isMended, `${place} ${log?.failed}`)
    assert.equal((await verify('--mirror', folder)).code, code, place)
  }
  assert.equal(JSON.parse(await stateIn(whole)).logged, true)
})
