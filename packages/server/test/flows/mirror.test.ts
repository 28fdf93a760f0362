import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { decideOn, setVisibility } from '../support/changes.ts'
import { makeFolder } from '../support/folder.ts'
import { type Lie, lyingServer } from '../support/lying-server.ts'
import { mirrorer, mirrorInto, stateIn, textOf, textsIn } from '../support/mirror.ts'
import { openAnySite } from '../support/site.ts'

test('a mirror has the texts that are listed, and a second run brings what is new alone', async (t) => {
  const site = await openAnySite(t, { topics: ['tools', 'constructor'] })
  const saw = await site.publish({ path: '/tools/saw' })
  const nested = await site.publish({ path: '/tools/saw.md/teeth' })
  const made = await site.publish({ path: '/constructor/object' })
  await site.topic('vault', 'invited')
  const key = await site.publish({ path: '/vault/key' })
  const folder = await makeFolder(t)
  const mirror = mirrorer(t, site.url, folder)
  const first = await mirror()
  assert.equal(first.code, 0, first.stderr)
  assert.deepEqual(first.lines.slice(0, 2), [
    'constructor: 1 texts, as of its act 2',
    'tools: 2 texts, as of its act 3',
  ])
  assert.match(first.lines[2] ?? '', /^new in the folder: 8 objects, /)
  const texts = {
    'constructor/object.md': await textOf(site, made),
    'tools/saw.md': await textOf(site, saw),
    'tools/saw.md+/teeth.md': await textOf(site, nested),
  }
  assert.deepEqual(await textsIn(folder), texts)
  const again = await mirror(['--json'])
  assert.deepEqual(again.facts.fetched, { objects: 0, bytes: 0 })

  const moved = await site.publish({ path: '/tools/hand/saw', revises: saw })
  await decideOn(site, nested.content_hash, 'retired')
  await setVisibility(site, 'constructor', 'invited')
  const third = await mirror(['--json'])
  assert.deepEqual(third.facts, {
    seq: 8,
    topics: [{ topic_id: 'tools', seq: 5, entries: 1 }],
    removed: ['constructor'],
    failed: [],
    fetched: { objects: 3, bytes: third.facts.fetched.bytes },
    log: { size: 5, failed: null },
  })
  assert.deepEqual(await textsIn(folder), { 'tools/hand/saw.md': await textOf(site, moved) })
  assert.deepEqual((await readdir(folder)).sort(), ['.mirror', 'tools'])
  assert.deepEqual(await readdir(join(folder, 'tools')), ['hand'])

  const named = await mirror(['--topic', 'vault', 'tools', '--json'], { COLOPHON_TOKEN: site.admin })
  assert.deepEqual([named.code, named.facts.seq], [0, null])
  assert.equal((await textsIn(folder))['vault/key.md'], await textOf(site, key))
  const anonymous = await mirror(['--topic', 'vault', 'tools', '--json'])
  assert.equal(anonymous.code, 1)
  assert.deepEqual(anonymous.facts.failed, [
    { topic_id: 'vault', reason: 'The topic does not exist, or you may not read it.' },
  ])
  assert.deepEqual(Object.keys(await textsIn(folder)), ['tools/hand/saw.md'])
})

test('what somebody altered in a mirror is found and mended by a check', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const saw = await site.publish({ path: '/tools/saw' })
  const next = await site.publish({ path: '/tools/saw', revises: saw })
  const oil = await site.publish({ path: '/tools/oil' })
  const folder = await makeFolder(t)
  const mirror = mirrorer(t, site.url, folder)
  await mirror()
  const objectOf = (hash: string) => join(folder, '.mirror/objects', hash.slice(0, 2), hash)
  await writeFile(objectOf(saw.content_hash), 'mine')
  await rm(objectOf(oil.publication_hash))
  await writeFile(join(folder, 'tools/saw.md'), 'mine')
  await writeFile(join(folder, 'tools/mine.md'), 'mine')
  const texts = { 'tools/oil.md': await textOf(site, oil), 'tools/saw.md': await textOf(site, next) }
  const { code, facts } = await mirror(['--check', '--json'])
  assert.deepEqual([code, facts.fetched.objects], [0, 2])
  assert.deepEqual(await textsIn(folder), texts)
  assert.equal(await readFile(objectOf(saw.content_hash), 'utf8'), await textOf(site, saw))
})

test('a check that does not come to its end is made good by the next run', async (t) => {
  const site = await openAnySite(t, { topics: ['tools', 'trees'] })
  const saw = await site.publish({ path: '/tools/saw' })
  await site.publish({ path: '/trees/oak' })
  const press = await lyingServer(t, site)
  const folder = await makeFolder(t)
  const mirror = mirrorer(t, press.url, folder)
  await mirror()
  await rm(join(folder, '.mirror/objects', saw.content_hash.slice(0, 2), saw.content_hash))
  press.lie = (path) => (path === `/objects/${saw.content_hash}` ? 'mine' : null)
  const failed = await mirror(['--check'])
  assert.equal(failed.code, 1)
  assert.match(failed.lines[0] ?? '', /^FAILED tools: /)
  assert.deepEqual(Object.keys(await textsIn(folder)), ['trees/oak.md'])
  press.lie = () => null
  assert.equal((await mirror()).code, 0)
  assert.deepEqual(Object.keys(await textsIn(folder)), ['tools/saw.md', 'trees/oak.md'])
})

const page =
  (change: (item: Record<string, unknown>) => unknown, only = '/tools/saw'): Lie =>
  (path, text) => {
    if (!path.startsWith('/api/v1/changes')) return null
    const body = JSON.parse(text)
    body.items = body.items.map((item: Record<string, unknown>) => (item.path === only ? change(item) : item))
    return JSON.stringify(body)
  }

const LIES: Record<string, [lie: (hashes: { content: string; record: string }) => Lie, told: RegExp]> = {
  'altered bytes of a text': [
    ({ content }) =>
      (path, text) =>
        path === `/objects/${content}` ? `${text}More.\n` : null,
    /is not|hash|altered/i,
  ],
  'altered bytes of a record': [
    ({ record }) =>
      (path, text) =>
        path === `/objects/${record}` ? text.replace('direct', 'reviewed') : null,
    /is not|hash|altered/i,
  ],
  'a path out of the folder': [
    () => page((item) => ({ ...item, path: '/tools/../../evil' })),
    /^the act 2 of its stream is none/,
  ],
  'a path of another topic': [
    () => page((item) => ({ ...item, path: '/toys/saw' })),
    /^the act 2 of its stream is none/,
  ],
  'a path that is not the one of the text': [
    () => page((item) => ({ ...item, path: '/tools/other' })),
    /^the bytes of .* have another path/,
  ],
  'a title with what moves a terminal': [
    () => page((item) => ({ ...item, title: '\u001b[2J' })),
    /^the bytes of .* have another title/,
  ],
  'a record of another text': [
    () => page((item) => ({ ...item, content_hash: item.publication_hash })),
    /^the bytes of .* have another content_hash/,
  ],
  'an act that is left out': [
    () => (path, text) => {
      if (!path.startsWith('/api/v1/changes?') || !path.includes('topic=tools')) return null
      const body = JSON.parse(text)
      return JSON.stringify({ ...body, items: body.items.slice(1) })
    },
    /^the stream has a gap before its act 2/,
  ],
  'an act of another topic': [
    () => page((item) => ({ ...item, topic_id: 'toys' })),
    /^the act 2 of tools is of another topic/,
  ],
}

for (const [name, [lie, told]] of Object.entries(LIES))
  test(`of a topic with ${name} nothing is stored, and the others are mirrored`, async (t) => {
    const site = await openAnySite(t, { topics: ['tools', 'trees'] })
    const saw = await site.publish({ path: '/tools/saw' })
    const oak = await site.publish({ path: '/trees/oak' })
    const press = await lyingServer(t, site)
    const folder = await makeFolder(t)
    const inner = join(folder, 'inner')
    press.lie = lie({ content: saw.content_hash, record: saw.publication_hash })
    const { failed } = await mirrorInto(inner, press.url)
    assert.deepEqual(
      failed.map(({ topic_id }) => topic_id),
      ['tools'],
    )
    assert.match(failed[0]?.reason ?? '', told)
    assert.deepEqual(await readdir(folder), ['inner'])
    assert.deepEqual(Object.keys(await textsIn(inner)), ['trees/oak.md'])
    assert.deepEqual(JSON.parse(await stateIn(inner)).topics.tools, undefined)
    const objects = (await readdir(join(inner, '.mirror/objects'), { recursive: true })).filter(
      (place) => place.length > 60,
    )
    const hashes = objects.map((place) => place.slice(3)).sort()
    const { policy_hash } = (await site.get('/api/v1/topics/trees')).as('getTopic')
    assert.deepEqual(hashes, [oak.content_hash, oak.publication_hash, policy_hash].sort())
    press.lie = () => null
    assert.deepEqual((await mirrorInto(inner, press.url)).failed, [])
    assert.deepEqual(Object.keys(await textsIn(inner)), ['tools/saw.md', 'trees/oak.md'])
  })

test('a topic whose name leads out of the folder is refused, and nothing there is touched', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/saw' })
  const press = await lyingServer(t, site)
  const folder = await makeFolder(t, { 'mine/text.md': 'mine' })
  const inner = join(folder, 'inner')
  await mirrorInto(inner, press.url)
  for (const id of ['../mine', '..', '.mirror', '', 'Tools', '/tmp']) {
    press.lie = (path, text) =>
      path.startsWith('/api/v1/topics') ? text.replace('"tools"', JSON.stringify(id)) : null
    for (const isChecking of [false, true])
      await assert.rejects(mirrorInto(inner, press.url, { isChecking }), /is no slug of a topic/)
  }
  assert.deepEqual((await readdir(folder)).sort(), ['inner', 'mine'])
  assert.deepEqual(await readdir(join(folder, 'mine')), ['text.md'])
  assert.deepEqual(Object.keys(await textsIn(inner)), ['tools/saw.md'])
})

test('what is no mirror of this press is left alone, and so is one at which another run works', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/saw' })
  const full = await makeFolder(t, { 'mine.txt': 'mine' })
  const refused = async (folder: string, why: RegExp, args: string[] = []) => {
    const { code, lines, stderr } = await mirrorer(t, site.url, folder)(args)
    assert.ok(code === 1 || code === 2)
    assert.deepEqual(lines, [])
    assert.match(stderr, why)
  }
  await refused(full, /holds other things/)
  await refused(join(full, 'mine.txt'), /is a file/)
  assert.deepEqual(await readdir(full), ['mine.txt'])
  const folder = await makeFolder(t)
  await refused(folder, /is no slug of a topic/, ['--topic', '../up'])
  await refused(folder, /--url .* must be the address of a press/, ['--url', 'nowhere'])
  assert.equal((await mirrorer(t, site.url, folder)()).code, 0)
  const other = await openAnySite(t)
  const elsewhere = await mirrorer(t, other.url, folder)()
  assert.match(elsewhere.stderr, /is a mirror of http.*another press needs a folder of its own/)
  await writeFile(join(folder, '.mirror/running'), `${process.pid}\n`)
  await refused(folder, /another run \(process \d+\) is at work/)
  await rm(join(folder, '.mirror/running'))
  const state = await stateIn(folder)
  for (const spoiled of [
    '',
    '{}',
    state.replace('/tools/saw', '/tools/../../up'),
    state.replace('"tools"', '"../up"'),
  ]) {
    await writeFile(join(folder, '.mirror/state.json'), spoiled)
    await refused(folder, /is not the state of a mirror/)
  }
})
