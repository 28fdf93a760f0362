import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonicalJson } from '@colophon/log'
import { runCommand } from '../support/command.ts'
import { challengeBySuggestion } from '../support/editorial.ts'
import { makeFolder } from '../support/folder.ts'
import { openAnySite, type Site } from '../support/site.ts'
import type { Published } from '../support/steps.ts'

type Test = Parameters<typeof openAnySite>[0]

/** Somebody with a lock of their own. */
async function openProject(t: Test, environment: Record<string, string> = {}) {
  const lock = join(await makeFolder(t), 'colophon.lock')
  const run = async (code: number, ...args: string[]) => {
    const ended = await runCommand(t, [...args, '--lock', lock], environment)
    assert.equal(ended.code, code, `${args.join(' ')}\n${ended.lines.join('\n')}\n${ended.stderr}`)
    return ended
  }
  const json = async (code: number, ...args: string[]) =>
    JSON.parse((await run(code, ...args, '--json')).lines.join(''))
  return { lock, run, json, text: () => readFile(lock, 'utf8') }
}

async function publishMany(site: Site, count: number): Promise<Published[]> {
  const published: Published[] = []
  for (let number = 0; number < count; number += 1)
    published.push(await site.publish({ path: `/tools/n${String(number).padStart(2, '0')}` }))
  return published
}

function retire(site: Site, hash: string, replacements: string[] = []) {
  const body = { state: 'retired', reason: 'It is wrong.', expected_retirement_hash: null }
  return site.post(
    `/api/v1/objects/${hash}/retirement`,
    { ...body, replacement_hashes: replacements },
    { token: site.admin },
  )
}

test('of fifty pins an audit tells exactly which were superseded, retired, challenged and are unknown', async (t) => {
  const site = await openAnySite(t, { topics: ['tools', 'toys'] })
  const published = await publishMany(site, 49)
  await site.publish({ path: '/toys/top' })
  const [one, other] = [await openProject(t), await openProject(t)]
  const paths = [...published.map(({ path }) => path), '/toys/top']
  await one.run(0, 'add', ...paths, '--url', site.url)
  await other.run(0, 'add', ...paths.slice(20).reverse(), '--url', site.url)
  await other.run(
    0,
    'add',
    ...published.slice(0, 20).map(({ content_hash }) => content_hash),
    '--url',
    site.url,
  )
  const text = await one.text()
  assert.equal(await other.text(), text)
  assert.equal(canonicalJson(JSON.parse(text)), text)
  const [pin] = JSON.parse(text).pins
  assert.deepEqual(pin, {
    entry: published[0]?.entry_id,
    hash: published[0]?.content_hash,
    kind: 'article',
    path: '/tools/n00',
    press: new URL(site.url).origin,
  })
  assert.match(JSON.parse(text).logs[pin.press].checkpoint, /^[^\n]+\/log\n50\n/)
  assert.deepEqual((await one.json(0, 'audit')).counts, counts({ pins: 50, sound: 50 }))

  for (const revises of published.slice(0, 7))
    await site.publish({ path: revises.path, body: 'New.', revises })
  for (const { content_hash } of published.slice(7, 12))
    await retire(site, content_hash, [published[20]?.content_hash ?? ''])
  const challenged = published.slice(12, 14)
  for (const { content_hash } of challenged) await challengeBySuggestion(site, content_hash)
  const hidden = { expected_visibility: 'public', visibility: 'invited', reason: 'x' }
  await site.post('/api/v1/topics/toys/visibility', hidden, { token: site.admin })

  const audit = await one.json(1, 'audit')
  assert.deepEqual(
    audit.counts,
    counts({ pins: 50, sound: 35, superseded: 7, retired: 5, challenged: 2, unknown: 1 }),
  )
  assert.equal(audit.failed, 8)
  const found = audit.items.flatMap(({ path, findings }: { path: string; findings: string[] }) =>
    findings.map((finding) => `${finding} ${path}`),
  )
  assert.deepEqual(found, [
    ...published.slice(0, 7).map(({ path }) => `superseded ${path}`),
    ...published.slice(7, 12).map(({ path }) => `retired ${path}`),
    ...challenged.map(({ path }) => `challenged ${path}`),
    'unknown /toys/top',
  ])
  const { lines } = await one.run(1, 'outdated')
  assert.equal(lines.at(-1), '13 of 50 pins are outdated')
  assert.equal(
    lines.filter((line) => line === `  replaced by ${published[20]?.content_hash}  /tools/n20`).length,
    5,
  )
  await one.run(0, 'audit', '--fail-on', 'none')
  await one.run(1, 'audit', '--fail-on', 'challenged')
  await one.run(0, 'audit', '--fail-on', 'due')
  await one.run(1, 'audit', '--fail-on', 'superseded')
  await one.run(2, 'audit', '--fail-on', 'wrong')
  assert.equal(await one.text(), text)
})

function counts(some: object): object {
  return { retired: 0, unknown: 0, challenged: 0, superseded: 0, due: 0, ...some }
}

test('an update shows what changes and moves what can be moved; frozen it writes nothing', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const saw = await site.publish({ path: '/tools/saw', title: 'Saws', body: '# Saws\n\nA saw cuts.\n' })
  const axe = await site.publish({ path: '/tools/axe' })
  const project = await openProject(t)
  await project.run(0, 'add', saw.content_hash, '/tools/axe', '--url', site.url)
  const before = await project.text()
  await project.run(0, 'update', '--frozen')
  const next = await site.publish({
    path: '/tools/blade',
    title: 'Blades',
    body: '# Saws\n\nA saw rips.\n',
    revises: saw,
  })
  await retire(site, axe.content_hash)

  const frozen = await project.run(1, 'update', '--frozen')
  assert.equal(await project.text(), before)
  const { lines } = await project.run(1, 'update')
  assert.deepEqual(lines.slice(0, -1), frozen.lines.slice(0, -1))
  assert.equal(lines[0], `/tools/blade  ${saw.content_hash} -> ${next.content_hash}`)
  for (const line of ['  title: "Saws" -> "Blades"', '  -A saw cuts.', '  +A saw rips.'])
    assert.ok(lines.includes(line))
  assert.ok(lines.includes(`retired  /tools/axe  ${axe.content_hash}`))
  assert.equal(lines.at(-1), '1 pins moved, 1 could not')
  const pins = JSON.parse(await project.text()).pins.map(({ path, hash }: Record<string, string>) => [
    path,
    hash,
  ])
  assert.deepEqual(pins, [
    ['/tools/axe', axe.content_hash],
    ['/tools/blade', next.content_hash],
  ])
  await project.run(2, 'update', '/tools/saw')
  await project.run(0, 'update', '/tools/blade')

  await project.run(1, 'add', axe.content_hash, '/tools/blade', '--url', site.url)
  await project.run(0, 'add', '/tools/blade', '--frozen', '--url', site.url)
  await project.run(1, 'add', saw.content_hash, '--frozen', '--url', site.url)
  await writeFile(project.lock, `${await project.text()}\n`)
  await project.run(0, 'audit', '--fail-on', 'none')
  await project.run(1, 'audit', '--fail-on', 'none', '--frozen')
})

test('a pin of an invited topic says that no log proves it, and a bearer goes to the given address alone', async (t) => {
  const [site, other] = [await openAnySite(t), await openAnySite(t)]
  await site.topic('plans', 'invited')
  const { content_hash } = await site.publish({ path: '/plans/roof' })
  const token = await site.token({ preset: 'contributor', topic_grants: ['plans'] })
  const environment = { COLOPHON_URL: site.url, COLOPHON_TOKEN: token }
  const project = await openProject(t, environment)
  const { stderr } = await project.run(0, 'add', content_hash)
  assert.match(stderr, /\/plans\/roof is in an invited topic: no public log proves/)
  await project.run(0, 'audit')
  const stranger = await runCommand(t, ['audit', '--lock', project.lock, '--json'], {
    COLOPHON_URL: other.url,
    COLOPHON_TOKEN: token,
  })
  assert.equal(stranger.code, 1)
  assert.equal(JSON.parse(stranger.lines.join('')).counts.unknown, 1)
})

test('a press that shows another history than the lock has seen is not believed', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  await site.publish({ path: '/tools/saw' })
  const other = await openAnySite(t, { topics: ['tools'], baseUrl: site.url })
  await other.publish({ path: '/tools/axe' })
  const project = await openProject(t)
  await project.run(0, 'add', '/tools/saw', '--url', site.url)
  const address = `http://127.0.0.1:${other.settings.port}`
  const { stderr } = await project.run(5, 'audit', '--url', address)
  assert.match(stderr, /has another root at its 1 leaves than was seen before/)
  await project.run(0, 'audit')
})

test('without a lock, or with one that is none, a line says so', async (t) => {
  const project = await openProject(t)
  for (const command of ['outdated', 'update', 'audit'])
    assert.match(
      (await project.run(2, command)).stderr,
      /^colophon: there is no .*colophon\.lock here: colophon add makes it\n$/,
    )
  await writeFile(project.lock, '{"version":1}')
  assert.match((await project.run(2, 'audit')).stderr, /colophon\.lock is no lock of colophon\n$/)
})
