import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { type Client, createClient } from '@colophon/client'
import { runCommand, startCommand } from '../support/command.ts'
import {
  approveAll,
  challengeBySuggestion,
  manualEvidence,
  openDesk,
  planned,
  publish,
} from '../support/editorial.ts'
import { makeFolder } from '../support/folder.ts'
import { mirrorInto } from '../support/mirror.ts'
import { assertSameAnswers } from '../support/same-answers.ts'
import { serveMirror } from '../support/served-mirror.ts'
import { openAnySite, type Site } from '../support/site.ts'
import { openWithSkill, SAW } from '../support/skills.ts'
import { openVerifier } from '../support/verify.ts'

const BIN = join(import.meta.dirname, '../../bin/colophon.js')

type Test = Parameters<typeof openAnySite>[0]

/** A press with a history: revisions, moves, retirements, an observation, a topic that was hidden for a while. */
async function openLived(t: Test): Promise<Site> {
  const site = await openAnySite(t, { topics: ['tools', 'toys'], oauth: false })
  const publish: Site['publish'] = async (wish) => {
    site.clock.advance({ seconds: 1 })
    return await site.publish(wish)
  }
  const retire = async (hash: string, more: object) => {
    site.clock.advance({ seconds: 1 })
    const body = { state: 'retired', reason: 'It is wrong.', expected_retirement_hash: null, ...more }
    const answer = await site.post(`/api/v1/objects/${hash}/retirement`, body, { token: site.admin })
    return answer.as('retireRevision').retirement_hash
  }
  const show = async (visibility: 'public' | 'invited', topic: string) => {
    site.clock.advance({ seconds: 1 })
    const expected_visibility = visibility === 'public' ? 'invited' : 'public'
    const body = { expected_visibility, visibility, reason: 'x' }
    await site.post(`/api/v1/topics/${topic}/visibility`, body, { token: site.admin })
  }
  await site.topic('plans', 'invited')
  await publish({ path: '/plans/roof', body: '# Roof\n\nHidden timber plan.\n' })
  const saw = await publish({
    path: '/tools/saw',
    title: 'Saws',
    body: '# Saws\n\nA saw cuts timber.\n\n## Care\n\nOil it.\n',
  })
  const axe = await publish({ path: '/tools/axe', title: 'Axes', body: '# Axes\n\nAn axe splits timber.\n' })
  const old = await publish({ path: '/tools/adze', title: 'Adzes' })
  const next = await publish({
    path: '/tools/blade',
    title: 'Blades',
    body: '# Saws\n\nA saw rips timber.\n',
    revises: saw,
  })
  await publish({ path: '/tools/saw-again', title: 'Blades', body: '# Saws\n\nThird.\n', revises: next })
  await publish({ path: '/tools/contribution-standard', title: 'Standard' })
  await retire(old.content_hash, { replacement_hashes: [axe.content_hash] })
  await publish({ path: '/toys/top' })
  await show('invited', 'toys')
  const kite = await publish({ path: '/toys/kite' })
  await show('public', 'toys')
  const said = {
    kind: 'observation',
    observed_at: '2026-01-01T00:00:00.000Z',
    applicability: 'At the pier.',
  } as const
  await publish({ path: '/toys/tide', ...said, refresh_after: '2026-01-02T00:00:00.000Z' })
  const retired = await retire(kite.content_hash, {})
  await retire(kite.content_hash, { state: 'active', expected_retirement_hash: retired })
  await site.topic('brief')
  await publish({ path: '/brief/note' })
  await show('invited', 'brief')
  for (let number = 0; number < 25; number += 1)
    await publish({ path: `/tools/n${number}`, body: `# N\n\nTimber ${number}.\n` })
  return site
}

test('a folder answers every public read as its press does, byte for byte, and is left as it is', async (t) => {
  const site = await openLived(t)
  const folder = await makeFolder(t)
  await mirrorInto(folder, site.url)
  const before = await filesOf(folder)
  const mirror = await serveMirror(t, site, folder)
  assert.ok((await assertSameAnswers(site, mirror)) > 300)
  assert.deepEqual(await filesOf(folder), before)
})

/** Revisions that were reviewed with evidence, whose evidence expired, that are challenged both ways, and a skill. */
async function openStanding(t: Test): Promise<Site> {
  const site = await openAnySite(t, { topics: ['tools'], oauth: false })
  const desk = await openDesk(site)
  const review = async (path: string) => {
    const { candidate_hash, tasks } = await planned(site, desk, { path, title: path.slice(7) })
    await approveAll(site, desk, tasks)
    const rows = `/api/v1/candidates/${candidate_hash}/evidence`
    const evidence = manualEvidence(site.clock.now())
    const { evidence_id } = (await site.post(rows, evidence, { token: desk.reviewers[0] })).as(
      'createEvidence',
    )
    ;(await publish(site, candidate_hash, { token: desk.curator })).as('publishCandidate')
    return evidence_id
  }
  await review('/tools/old-saw')
  site.clock.advance({ days: 31 })
  await review('/tools/saw')
  const row = await review('/tools/axe')
  const challenge = { selector: 'section 3', reason: 'The source says otherwise.' }
  ;(await site.post(`/api/v1/evidence/${row}/challenge`, challenge, { token: site.admin })).as(
    'challengeEvidence',
  )
  const { content_hash } = await site.publish({ path: '/tools/adze' })
  await challengeBySuggestion(site, content_hash)
  await site.topic('skills')
  const visible = { expected_visibility: 'public', visibility: 'public', reason: 'x', profile: 'skills' }
  ;(await site.post('/api/v1/topics/skills/visibility', visible, { token: site.admin })).as(
    'changeVisibility',
  )
  await site.publish({ path: '/skills/tie-knots', title: 'Tie knots' })
  return site
}

test('a folder says how revisions hold up as its press does, and what it learnt since with its next run', async (t) => {
  const site = await openStanding(t)
  const folder = await makeFolder(t)
  await mirrorInto(folder, site.url)
  const more = [
    '/api/v1/skills/resolve?path=/skills/tie-knots',
    '/api/v1/skills/file?path=/skills/tie-knots',
    '/.well-known/agent-skills/skills/tie-knots/SKILL.md',
  ]
  const told = (await site.get('/api/v1/index?topic=tools')).as('listIndex').items
  assert.deepEqual(told.map(({ freshness }) => freshness).sort(), [
    'challenged',
    'challenged',
    'due',
    'fresh',
  ])
  await assertSameAnswers(site, await serveMirror(t, site, folder), more)
  const { content_hash } = await site.publish({ path: '/tools/file' })
  await mirrorInto(folder, site.url)
  await challengeBySuggestion(site, content_hash)
  await mirrorInto(folder, site.url)
  site.clock.advance({ days: 31 })
  await assertSameAnswers(site, await serveMirror(t, site, folder), more)
})

test('a folder names the licence that its press told, and its skills have the same bytes', async (t) => {
  const contentLicense = { name: 'CC-BY-4.0', url: 'https://spdx.org/licenses/CC-BY-4.0.html' }
  const { site, skill } = await openWithSkill({ open: openAnySite } as never, t, { contentLicense })
  const folder = await makeFolder(t)
  await mirrorInto(folder, site.url)
  const plain = { ...site, settings: { ...site.settings, contentLicense: null } }
  const url = await serveMirror(t, plain, folder)
  for (const path of [
    `/api/v1/skills/file?path=${SAW.path}`,
    '/api/v1/skills',
    `/objects/${skill.content_hash}`,
    '/feed.atom',
    '/llms.txt',
    '/.well-known/api-catalog',
  ]) {
    const [there, here] = [await site.get(path), await fetch(`${url}${path}`)]
    assert.equal(await here.text(), there.text, path)
    assert.equal(here.headers.get('link'), there.header('link'), path)
  }
  assert.match((await site.get(`/api/v1/skills/file?path=${SAW.path}`)).text, /^license: "CC-BY-4\.0"$/m)
  await writeFile(join(folder, '.mirror/license.json'), '{"name":"x","url":"javascript:alert(1)"}')
  const spoiled = await fetch(`${await serveMirror(t, plain, folder)}/objects/${skill.content_hash}`)
  assert.doesNotMatch(spoiled.headers.get('link') ?? '', /license/)
})

test('lists go on from their cursors, and what a folder does not hold is not found', async (t) => {
  const site = await openLived(t)
  const folder = await makeFolder(t)
  await mirrorInto(folder, site.url)
  const mirror = await serveMirror(t, site, folder)
  const [one, other] = [createClient({ url: site.url }), createClient({ url: mirror })]
  const walk = async (client: Client, id: 'listIndex' | 'listChanges') => {
    const items: unknown[] = []
    for await (const item of client.pages(id, { query: { limit: 3 } })) items.push(item)
    return items
  }
  for (const id of ['listIndex', 'listChanges'] as const)
    assert.deepEqual(await walk(other, id), await walk(one, id))
  const [{ content_hash: hash } = { content_hash: '' }] = (await one.call('listIndex', {})).items
  for (const path of [`/api/v1/objects/${hash}/signals`, '/console', '/oauth/authorize'])
    assert.equal((await fetch(`${mirror}${path}`)).status, 404, path)
  const act = await fetch(`${mirror}/api/v1/identities`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(act.status, 404)
  assert.match(await act.text(), /This is a mirror/)
  const { verify } = await openVerifier(t)
  assert.equal((await verify('--url', mirror, hash)).code, 0)
  const file = join(folder, '.mirror/objects', hash.slice(0, 2), hash)
  await writeFile(file, 'altered')
  const altered = await serveMirror(t, site, folder)
  assert.equal((await fetch(`${altered}/objects/${hash}`)).status, 404)
})

test('the tools answer from a folder as they do at the press, over HTTP and on stdio', async (t) => {
  const site = await openLived(t)
  const folder = await makeFolder(t)
  await mirrorInto(folder, site.url)
  const mirror = await serveMirror(t, site, folder)
  const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } })
  const messages = [
    { method: 'tools/list' },
    { method: 'resources/list' },
    call('search_knowledge', { question: 'what splits timber' }),
    call('search_knowledge', { query: 'timber' }),
    call('find_passages', { question: 'what splits timber?' }),
    call('read_article', { path: '/tools/axe' }),
    call('read_article', { path: '/tools/nothing' }),
    call('list_topics', {}),
    call('browse_index', { topic: 'toys' }),
  ].map((message, place) => JSON.stringify({ jsonrpc: '2.0', id: place + 1, ...message }))
  const ask = async (origin: string, body: string) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    return await (await fetch(`${origin}/mcp`, { method: 'POST', headers, body })).text()
  }
  const answers: string[] = []
  for (const message of messages) {
    const answer = await ask(site.url, message)
    assert.equal(withoutNoise(await ask(mirror, message)), withoutNoise(answer), message)
    answers.push(answer)
  }
  const child = spawn(process.execPath, [BIN, 'mcp', '--mirror', folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(messages.map((message) => `${message}\n`).join(''))
  const lines = (await text(child.stdout)).trimEnd().split('\n')
  const byId = new Map(lines.map((line) => [JSON.parse(line).id, line]))
  for (const [place, answer] of answers.entries())
    if (place !== 0)
      assert.equal(withoutNoise(byId.get(place + 1) ?? ''), withoutNoise(answer), messages[place])
})

/** Cursors, ids of requests, and times of checks. */
function withoutNoise(answer: string): string {
  return answer
    .replaceAll(/[\w-]{40,}(?=[^\w-]|$)/g, (long) => (/^[0-9a-f]{64}$/.test(long) ? long : 'CURSOR'))
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}

test('colophon serve --mirror listens for a folder, and refuses what is none', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { content_hash } = await site.publish({ path: '/tools/saw' })
  const folder = await makeFolder(t)
  await mirrorInto(folder, site.url)
  const served = startCommand(t, ['serve', '--mirror', folder, '--port', '0'], {})
  let address = ''
  for await (const line of served.lines) {
    address = /^The mirror of \S+ is at (\S+)$/.exec(line)?.[1] ?? ''
    if (address !== '') break
  }
  const { text: bytes } = await site.get(`/objects/${content_hash}`)
  assert.equal(await (await fetch(`${address}/objects/${content_hash}`)).text(), bytes)
  served.kill('SIGTERM')
  assert.equal((await served.ended).code, 0)
  const { code, stderr } = await runCommand(t, ['serve', '--mirror', await makeFolder(t), '--port', '0'], {})
  assert.equal(code, 2)
  assert.match(stderr, /^colophon: \S+ is no mirror: colophon mirror makes one\n$/)
})

async function filesOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).sort()
  return await Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size } = await stat(join(folder, name))
      return `${name} ${size} ${mtimeMs}`
    }),
  )
}
