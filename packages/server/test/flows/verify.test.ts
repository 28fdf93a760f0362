import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { newSigningKey } from '../../src/core/jwt.ts'
import { decideOn, setVisibility } from '../support/changes.ts'
import { runCommand } from '../support/command.ts'
import { makeFolder } from '../support/folder.ts'
import { type Lie, lyingServer } from '../support/lying-server.ts'
import { describeSites, openAnySite } from '../support/site.ts'
import { addressOf, openVerifier, signAs } from '../support/verify.ts'

describeSites((sites) => {
  test('a revision, its records and the log itself are proven, the first time with the key that is offered', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/saw' })
    const next = await site.publish({ path: '/tools/long-saw', revises: saw })
    const retired = await decideOn(site, saw.content_hash, 'retired')
    const { verify, command, state, seen } = await openVerifier(t)
    const first = await command('--url', site.url, saw.content_hash, next.publication_hash, retired)
    assert.equal(first.code, 0, first.stderr)
    const [head = '', ...told] = first.lines
    assert.match(head, /^127\.0\.0\.1:\d+\/log: 3 leaves, root \S{44}$/)
    assert.deepEqual(
      told.map((line) => line.replaceAll(/ at [^:]+:\d\d:[^:]+:/g, ' at ...:')),
      [
        `${saw.content_hash} was published at ...: leaf 0 of 3, record ${saw.publication_hash}`,
        `${saw.content_hash} was retired at ...: leaf 2 of 3, record ${retired}`,
        `${next.publication_hash} says that ${next.content_hash} was published at ...: leaf 1 of 3`,
        `${retired} says that ${saw.content_hash} was retired at ...: leaf 2 of 3`,
      ],
    )
    const [key = ''] = (await site.get('/log/keys')).text.split('\n')
    assert.match(first.stderr, /taken as it is offered/)
    assert.ok(first.stderr.includes(key))
    assert.equal((await stat(state)).mode & 0o777, 0o600)
    assert.equal(await seen(), (await site.get('/log/checkpoint')).text)

    const again = await command('--url', site.url)
    assert.deepEqual([again.code, again.stderr], [0, ''])
    assert.match(again.lines[0] ?? '', /3 leaves, root \S+, as it was seen before$/)
    await decideOn(site, saw.content_hash, 'active')
    const later = await verify('--url', site.url, '--key', key, saw.content_hash)
    assert.match(later.lines[0] ?? '', /4 leaves, root \S+, which begin with those that were seen before$/)
    assert.match(later.lines[3] ?? '', / was made active again at .*: leaf 3 of 4, record /)
  })

  test('what was done in an invited topic is proven once it is opened, and hidden again it is for those who read it', async (t) => {
    const site = await sites.open(t)
    await site.topic('vault', 'invited')
    const key = await site.publish({ path: '/vault/key' })
    const { verify } = await openVerifier(t)
    const ask = async (...args: string[]) => {
      const { code, lines } = await verify('--url', site.url, key.content_hash, ...args)
      return [code, lines[1]?.replace(key.content_hash, 'it').replace(/ at .*: leaf/, ': leaf')]
    }
    const proven = [0, `it was published: leaf 0 of 1, record ${key.publication_hash}`]
    assert.deepEqual(await ask(), [1, 'FAILED it does not exist, or is not public'])
    assert.deepEqual(await ask('--token', site.admin), [1, 'FAILED it is not in the log'])
    await setVisibility(site, 'vault', 'public')
    assert.deepEqual(await ask(), proven)
    await setVisibility(site, 'vault', 'invited')
    assert.deepEqual(await ask(), [1, 'FAILED it does not exist, or is not public'])
    assert.deepEqual(await ask('--token', site.admin), proven)
  })

  test('a press that was put back is told, and so is what it says afterwards, with both checkpoints', async (t) => {
    const at = { baseUrl: 'http://press.example', topics: ['tools'] }
    const [one, other] = [await sites.open(t, at), await sites.open(t, at)]
    for (const path of ['/tools/saw', '/tools/axe', '/tools/oil']) await one.publish({ path })
    const { verify, command, seen } = await openVerifier(t)
    assert.equal((await verify('--url', addressOf(one))).code, 0)
    const kept = await seen()
    await other.publish({ path: '/tools/saw' })
    const back = await verify('--url', addressOf(other))
    assert.equal(back.code, 1)
    assert.match(back.lines[0] ?? '', /^FAILED .* has 1 leaves, and 3 were seen before: it was rolled back$/)
    for (const path of ['/tools/plane', '/tools/file']) await other.publish({ path })
    const split = await verify('--url', addressOf(other))
    assert.equal(split.code, 1)
    assert.match(split.lines[0] ?? '', /has another root at its 3 leaves than was seen before$/)
    const found = (await other.get('/log/checkpoint')).text
    assert.ok(split.lines.join('\n').includes(`${kept}\n${found}`.trimEnd()))
    await other.publish({ path: '/tools/hammer' })
    const longer = await command('--url', addressOf(other), '--json')
    const facts = JSON.parse(longer.lines[0] ?? '')
    assert.deepEqual([longer.code, longer.lines.length, longer.stderr], [1, 1, ''])
    assert.match(facts.failed, /with 4 leaves does not begin with the 3 that were seen before$/)
    assert.deepEqual(facts.evidence, [kept, (await other.get('/log/checkpoint')).text])
    assert.equal(await seen(), kept)
  })
})

test('a checkpoint by another key is refused, whatever keys are offered with it', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/saw' })
  const other = JSON.stringify(await newSigningKey())
  const stranger = await openAnySite(t, { baseUrl: site.url, signingKey: other })
  const press = await lyingServer(t, site)
  const { verify, seen } = await openVerifier(t)
  assert.equal((await verify('--url', press.url)).code, 0)
  const kept = await seen()
  const [genuine, strange] = await Promise.all(
    [site, stranger].map(async (one) => (await one.get('/log/keys')).text.trimEnd()),
  )
  const text = (kept ?? '').split('\n\n')[0]
  const forged = await signAs(site.url, `${text}\n`, other)
  press.lie = (path) => {
    if (path === '/log/checkpoint') return forged
    return path === '/log/keys' ? `${strange}\n` : null
  }
  const refused = await verify('--url', press.url)
  assert.deepEqual([refused.code, await seen()], [1, kept])
  assert.equal(refused.lines[0], `FAILED the checkpoint is not signed by ${genuine}`)
  const newcomer = await openVerifier(t)
  assert.equal((await newcomer.verify('--url', press.url, '--key', String(genuine))).code, 1)
  assert.equal(await newcomer.seen(), null)
  // Whoever says so takes the other key, and the log has still to be the same.
  assert.equal((await verify('--url', press.url, '--key', String(strange))).code, 0)
  assert.equal((await verify('--url', press.url)).code, 0)
  press.lie = () => null
  assert.equal((await verify('--url', press.url)).code, 1)
})

test('a key of the site that is given up goes on as long as it signs', async (t) => {
  const [former, newer] = [await newSigningKey(), await newSigningKey()]
  const at = { baseUrl: 'http://press.example', topics: ['tools'] }
  const before = await openAnySite(t, { ...at, signingKey: JSON.stringify(former) })
  const { verify } = await openVerifier(t)
  assert.equal((await verify('--url', addressOf(before))).code, 0)
  const both = await openAnySite(t, { ...at, signingKey: JSON.stringify({ keys: [newer, former] }) })
  assert.equal((await verify('--url', addressOf(both))).code, 0)
  const after = await openAnySite(t, { ...at, signingKey: JSON.stringify(newer) })
  const refused = await verify('--url', addressOf(after))
  assert.match(refused.lines[0] ?? '', /^FAILED the checkpoint is not signed by press\.example\/log\+/)
})

const tile =
  (place: string, change: (bytes: Buffer) => Uint8Array, from: Buffer): Lie =>
  (path) =>
    path === `/log/tile/${place}` ? change(from) : null

test('what a press tells of its leaves is believed when it is proven', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const [saw, axe] = [await site.publish({ path: '/tools/saw' }), await site.publish({ path: '/tools/axe' })]
  const press = await lyingServer(t, site)
  const { verify, seen } = await openVerifier(t)
  const checkpoint = (await site.get('/log/checkpoint')).text
  const hashes = (await site.get('/log/tile/0/000.p/2')).bytes
  const answer = `/api/v1/objects/${saw.content_hash}/log`
  const leaves =
    (...entries: object[]): Lie =>
    (path) =>
      path === answer ? JSON.stringify({ sha256: saw.content_hash, entries }) : null
  const leaf = { index: 0, kind: 'publication', record_hash: saw.publication_hash }
  const ask = async (lie: Lie) => {
    press.lie = (path, text) => (/^\/(log|objects|api)\//.test(path) ? lie(path, text) : null)
    const { code, lines } = await verify('--url', press.url, saw.content_hash)
    assert.equal(code, 1)
    return lines.at(-1) ?? ''
  }
  const altered = (bytes: Buffer) => bytes.with(40, 255 - (bytes[40] ?? 0))
  assert.match(await ask(tile('0/000.p/2', altered, hashes)), /do not make the root/)
  assert.match(await ask(tile('0/000.p/2', (bytes) => bytes.subarray(1), hashes)), /is no tile of 2 hashes/)
  assert.equal(await seen(), null)
  for (const [lie, why] of [
    [leaves(), /is not in the log$/],
    [leaves({ ...leaf, index: 1 }), /the tiles do not lead from leaf 1 to the root$/],
    [leaves({ ...leaf, index: 2 }), /came into the log after this checkpoint/],
    [leaves({ ...leaf, index: -1 }), /a leaf that cannot be one$/],
    [leaves({ ...leaf, index: 0.5 }), /a leaf that cannot be one$/],
    [leaves({ ...leaf, record_hash: '../up' }), /a leaf that cannot be one$/],
    [leaves({ ...leaf, index: 1, record_hash: axe.publication_hash }), /is not what the record .* is about$/],
    [leaves({ ...leaf, record_hash: saw.content_hash }), /is no record of a publication or a retirement$/],
    [leaves({ ...leaf, record_hash: 'a'.repeat(64) }), /its record a+ is not there$/],
    [leaves(leaf, { ...leaf, index: 1 }), /do not lead from leaf 1/],
    [
      (path, text) => (path === `/objects/${saw.publication_hash}` ? `${text} ` : null),
      /the bytes of its record .* have the hash/,
    ],
  ] as [Lie, RegExp][])
    assert.match(await ask(lie), why)
  assert.equal(await seen(), checkpoint)
})

test('a log that is none is told in one line, and nothing is kept of it', async (t) => {
  const site = await openAnySite(t)
  const press = await lyingServer(t, site)
  const { verify, seen } = await openVerifier(t)
  const host = new URL(press.url).host
  const empty = `${host}/log\n0\n${Buffer.alloc(32).toString('base64')}\n`
  for (const [text, why] of [
    ['<html>', /the signed note has no signatures$/],
    [await signAs(press.url, empty), /^FAILED the checkpoint is not signed by/],
    [await signAs(site.url, empty.replace(host, new URL(site.url).host)), /has a root and no leaves$/],
  ] as const) {
    press.lie = (path) => (path === '/log/checkpoint' ? text : null)
    const { code, lines } = await verify('--url', press.url)
    assert.deepEqual([code, lines.length], [1, 1])
    assert.match(lines[0] ?? '', why)
  }
  assert.equal(await seen(), null)
  press.lie = () => null
  const elsewhere = await verify('--url', press.url)
  assert.match(elsewhere.stderr, /The log calls itself 127\.0\.0\.1:\d+\/log, not 127\.0\.0\.1:\d+\/log\./)
})

test('without --state a log has a file of its own below the state of whoever asks', async (t) => {
  const [one, other] = [await openAnySite(t), await openAnySite(t)]
  const home = await makeFolder(t)
  const verify = (url: string) => runCommand(t, ['verify', '--url', url], { XDG_STATE_HOME: home })
  for (const { url } of [one, other, one]) assert.equal((await verify(url)).code, 0)
  const names = await readdir(`${home}/colophon/log`)
  assert.equal(names.length, 2)
  for (const name of names) assert.match(name, /^127\.0\.0\.1_\d+_log-[0-9a-f]{16}\.json$/)
  const [file = ''] = names.map((name) => `${home}/colophon/log/${name}`)
  const kept = await readFile(file, 'utf8')
  const url = `http://${JSON.parse(kept).checkpoint.split('/')[0]}`
  for (const spoiled of [
    '',
    '{}',
    'null',
    kept.replace('\\n0\\n', '\\n1\\n'),
    kept.replace('"version": 1', '"version": 2'),
  ]) {
    await writeFile(file, spoiled)
    const { code, stderr } = await verify(url)
    assert.equal(code, 1)
    assert.match(stderr, /is not what colophon keeps of a log: remove it to begin anew/)
    assert.equal(await readFile(file, 'utf8'), spoiled)
  }
})

test('what was typed wrong is told before anything is asked', async (t) => {
  const { command } = await openVerifier(t)
  for (const [args, why, expected] of [
    [[], /--url \(or COLOPHON_URL\) must be the address of a press/, 2],
    [['--url', 'http://127.0.0.1:1', 'abc'], /abc is not a hash/, 2],
    [['--mirror', 'a', '--backup', 'b'], /of two commands/, 2],
    [['--mirror', '/nowhere'], /\/nowhere is no mirror/, 2],
    [['--backup', '/nowhere'], /\/nowhere has no backup/, 2],
    [['--url', 'http://127.0.0.1:1', '--key', 'abc'], /"abc" is no key/, 2],
    [['--url', 'http://127.0.0.1:1', '--policy', 'package.json'], /package\.json: line 1 of the policy/, 2],
  ] as [string[], RegExp, number][]) {
    const { code, lines, stderr } = await command(...args)
    assert.deepEqual([code, lines], [expected, []])
    assert.match(stderr, why)
  }
})

test('a proof of what was done about a revision says that there may be more, unless the whole log was read', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const saw = await site.publish({ path: '/tools/saw' })
  await site.publish({ path: '/tools/axe' })
  const retired = await decideOn(site, saw.content_hash, 'retired')
  const press = await lyingServer(t, site)
  const { verify, command } = await openVerifier(t)
  const ask = (...args: string[]) => verify('--url', press.url, saw.content_hash, ...args)
  const unproven = /^Not proved: that nothing else was done about what you named\. (.*)$/m
  assert.match((await ask()).stderr, unproven)
  assert.doesNotMatch((await verify('--url', press.url)).stderr, /Not proved/)

  const whole = await ask('--complete')
  assert.deepEqual([whole.code, whole.lines.at(-1)], [0, 'nothing else was done about that in 3 leaves'])
  assert.doesNotMatch(whole.stderr, unproven)

  press.lie = (path, text) => {
    if (!path.endsWith(`/${saw.content_hash}/log`)) return null
    const told = JSON.parse(text)
    const entries = told.entries.filter(({ record_hash }: { record_hash: string }) => record_hash !== retired)
    return JSON.stringify({ ...told, entries })
  }
  const hidden = await ask()
  assert.deepEqual([hidden.code, hidden.lines.length], [0, 2])
  const caught = await command('--url', press.url, '--complete', '--json', saw.content_hash)
  const { is_complete, remarks } = JSON.parse(caught.lines[0] ?? '')
  assert.equal(is_complete, false)
  assert.match(remarks.join('\n'), /the log has more about [0-9a-f]{64} than was told/)

  press.lie = (path, text) => (path === `/objects/${retired}` ? text.replace('retired', 'active') : null)
  assert.match((await ask('--complete')).lines.join('\n'), /^FAILED .* have the hash|^FAILED/m)
  const axe = await site.publish({ path: '/tools/oil' })
  const other = await verify('--url', press.url, '--complete', axe.content_hash)
  assert.match(unproven.exec(other.stderr)?.[1] ?? '', /the records of 1 leaves are not to be read/)
})
