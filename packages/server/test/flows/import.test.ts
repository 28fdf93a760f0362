import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ensureTopic, type FileResult, importFiles, markdownFiles, plainTopic } from '@colophon/cli/import'
import { type CallOperation, createClient } from '@colophon/client'
import { BYTE_LIMITS, type OperationId } from '@colophon/contract'
import { operatorCall } from '../../src/commands/operator-call.ts'
import { makeFolder, writeFiles } from '../support/folder.ts'
import { describeSites, type Site } from '../support/site.ts'

/** The two connections of an import: one driver must do the same on both. */
const CONNECTIONS: readonly [string, (site: Site) => CallOperation][] = [
  ['over HTTP', (site) => createClient({ url: site.url, token: site.admin }).call],
  ['straight into the database', (site) => operatorCall(site.app)],
]

async function importFolder(call: CallOperation, folder: string, topic = 'notes') {
  const results: FileResult[] = []
  await ensureTopic(call, plainTopic(topic))
  const files = await markdownFiles(folder)
  await importFiles({ topic, files, call, onResult: (result) => results.push(result) })
  return results.sort((a, b) => Buffer.compare(Buffer.from(a.file), Buffer.from(b.file)))
}

function told(results: readonly FileResult[]): string[] {
  return results.map(({ file, outcome, path }) => `${outcome} ${file} ${path}`)
}

async function articleAt(site: Site, path: string) {
  const query = new URLSearchParams({ path })
  const entry = (await site.get(`/api/v1/resolve?${query}`, { token: site.admin })).as('resolvePath')
  const object = await site.get(`/objects/${entry.content_hash}`, { token: site.admin })
  return { entry, text: object.text }
}

/** The operator's connection until this step, where the process ends. */
function killedAt(site: Site, step: OperationId): CallOperation {
  const call = operatorCall(site.app)
  return (id, ...request) => {
    if (id === step) throw new Error('killed')
    return call(id, ...request)
  }
}

describeSites((sites) => {
  for (const [connection, callOf] of CONNECTIONS) {
    test(`links between files lead to their paths, and a second import changes nothing, ${connection}`, async (t) => {
      const site = await sites.open(t)
      const folder = await makeFolder(t, {
        'README.md':
          '---\ntitle: Start\n---\n\nSee [the hooks](Reference/Hooks.md#b) and [more](/Reference/Hooks).\n\n[Gone](gone.md)\n',
        'Reference/Hooks.md': '# Hooks\n\n## B\n\n[Start](/notes/readme)\n',
      })
      const dead: unknown[] = []
      const call = callOf(site)
      const run = async () => {
        const outcomes: string[] = []
        await ensureTopic(call, plainTopic('notes'))
        await importFiles({
          topic: 'notes',
          files: await markdownFiles(folder),
          call,
          onResult: ({ outcome }) => outcomes.push(outcome),
          onDeadLink: (link) => dead.push(link),
        })
        return outcomes
      }
      assert.deepEqual(await run(), ['created', 'created'])
      assert.deepEqual(dead, [{ file: 'README.md', line: 7, target: 'gone.md' }])
      const { text } = await articleAt(site, '/notes/readme')
      assert.match(
        text,
        /See \[the hooks\]\(\/notes\/reference\/hooks#b\) and \[more\]\(\/notes\/reference\/hooks\)\./,
      )
      const page = await site.get('/read/notes/readme', {
        token: site.admin,
        headers: { accept: 'text/html' },
      })
      assert.match(page.text, /href="\/read\/notes\/reference\/hooks#at-b"/)
      assert.deepEqual(await run(), ['unchanged', 'unchanged'])
    })

    test(`a folder becomes a topic, ${connection}`, async (t) => {
      const site = await sites.open(t)
      const folder = await makeFolder(t, {
        'Guide.md': '# A guide\n\nRead it.\n',
        'guide.md': '# Another guide\r\n\r\nRead it too.',
        'Größe/naïve café.md': 'No heading here.\n',
        '日本語.md': '# 題\n\n本文。\n',
        'deep/er/x.MD': '---\ntitle: "Given: a title"\nsummary: In short.\n---\n\nBody\n',
        'notes.txt': 'not Markdown',
        '.git/config.md': '# hidden\n',
      })
      await symlink(join(folder, 'Guide.md'), join(folder, 'link.md'))
      await symlink(folder, join(folder, 'loop'))
      const results = await importFolder(callOf(site), folder)
      assert.deepEqual(told(results).slice(0, 4), [
        'created Größe/naïve café.md /notes/gro-e/naive-cafe',
        'created Guide.md /notes/guide',
        'created deep/er/x.MD /notes/deep/er/x',
        'created guide.md /notes/guide-2',
      ])
      assert.match(told(results)[4] ?? '', /^created 日本語\.md \/notes\/page-[0-9a-f]{8}$/)
      assert.equal(results.length, 5)
      const { entry, text } = await articleAt(site, '/notes/guide-2')
      assert.equal(entry.title, 'Another guide')
      assert.equal(entry.mode, 'direct')
      assert.match(text, /\n---\n\n# Another guide\n\nRead it too\.\n$/)
      const given = (await articleAt(site, '/notes/deep/er/x')).entry
      assert.deepEqual([given.title, given.summary], ['Given: a title', 'In short.'])
      const topic = (await site.get('/api/v1/topics/notes', { token: site.admin })).as('getTopic')
      assert.equal(topic.visibility, 'invited')
      assert.equal(topic.published_counts.total, 5)
    })

    test(`a second import publishes only what changed, as revisions, ${connection}`, async (t) => {
      const site = await sites.open(t)
      const call = callOf(site)
      const folder = await makeFolder(t, {
        'body.md': '# Body\n\nOld.\n',
        'same.md': '# Same\n\nStays.\n',
        'summary.md': '---\nsummary: Old.\n---\nText\n',
        'title.md': '---\ntitle: Old\n---\nText\n',
      })
      const first = await importFolder(call, folder)
      await writeFiles(folder, {
        'body.md': '# Body\n\nOld.\n\nAnd new.\n',
        'summary.md': '---\nsummary: New.\n---\nText\n',
        'title.md': '---\ntitle: New\n---\nText\n',
        'added.md': '# Added\n',
        'same.md': '# Same\r\n\r\nStays.\n\n\n',
      })
      const second = await importFolder(call, folder)
      assert.deepEqual(
        second.map(({ file, outcome }) => `${outcome} ${file}`),
        [
          'created added.md',
          'revised body.md',
          'unchanged same.md',
          'revised summary.md',
          'revised title.md',
        ],
      )
      assert.deepEqual(
        second.filter(({ outcome }) => outcome !== 'created').map(({ entry_id }) => entry_id),
        first.map(({ entry_id }) => entry_id),
      )
      const { entry } = await articleAt(site, '/notes/body')
      assert.equal(entry.parent_hash, first[0]?.content_hash)
      const third = await importFolder(call, folder)
      assert.ok(third.every(({ outcome }) => outcome === 'unchanged'))
      assert.deepEqual(
        third.map(({ content_hash }) => content_hash),
        second.map(({ content_hash }) => content_hash),
      )
    })

    test(`what is wrong with a file is told, and the rest goes on, ${connection}`, async (t) => {
      const site = await sites.open(t)
      const folder = await makeFolder(t, {
        'control.md': '# Bell\u0007\n',
        'empty.md': '',
        'good.md': '# Good\n\nText.\n',
        'latin1.md': Uint8Array.of(0x23, 0x20, 0xe9),
        'large.md': new Uint8Array(BYTE_LIMITS.articleBody).fill(97),
        'largest.md': `---\ntitle: Largest\n---\n${'a'.repeat(BYTE_LIMITS.articleBody - 1)}\n`,
        'observation.md': '---\nkind: observation\nobserved_at: "2026-01-01T00:00:00Z"\n---\nSeen.\n',
      })
      const results = await importFolder(callOf(site), folder)
      const reasons = Object.fromEntries(results.map(({ file, reason }) => [file, reason]))
      assert.equal(reasons['good.md'], null)
      assert.match(reasons['control.md'] ?? '', /^invalid_request: .*control characters/)
      assert.equal(reasons['empty.md'], 'is empty')
      assert.equal(reasons['latin1.md'], 'is not valid UTF-8')
      assert.match(reasons['large.md'] ?? '', /over 1048576 bytes/)
      assert.equal(reasons['largest.md'], null)
      assert.match(reasons['observation.md'] ?? '', /refresh_after/)
    })
  }

  test('an observation keeps its times, and is unchanged when it comes again', async (t) => {
    const site = await sites.open(t)
    const folder = await makeFolder(t, {
      'seen.md':
        '---\ntitle: Seen\nkind: observation\nobserved_at: 2026-01-01T00:00:00Z\nrefresh_after: 2027-01-01T00:00:00Z\napplicability: here\nreferences:\n  - {kind: url, url: "https://tides.example/", title: Tides}\n---\nIt rose.\n',
    })
    assert.deepEqual(told(await importFolder(operatorCall(site.app), folder)), [
      'created seen.md /notes/seen',
    ])
    const { entry } = await articleAt(site, '/notes/seen')
    assert.equal(entry.document_kind, 'observation')
    assert.equal(entry.refresh_after, '2027-01-01T00:00:00.000Z')
    assert.equal(entry.references[0]?.url, 'https://tides.example/')
    assert.deepEqual(told(await importFolder(operatorCall(site.app), folder)), [
      'unchanged seen.md /notes/seen',
    ])
  })

  test('an entry that moved is revised where it is now', async (t) => {
    const site = await sites.open(t)
    const call = operatorCall(site.app)
    const folder = await makeFolder(t, { 'a.md': '# A\n\nOld.\n' })
    const [first] = await importFolder(call, folder)
    assert.ok(first?.entry_id && first.content_hash)
    await site.publish({
      path: '/notes/moved',
      title: 'A',
      summary: 'Old.',
      body: '# A\n\nOld.\n',
      revises: { entry_id: first.entry_id, content_hash: first.content_hash },
    })
    assert.deepEqual(told(await importFolder(call, folder)), ['unchanged a.md /notes/moved'])
    await writeFiles(folder, { 'a.md': '# A\n\nNew.\n' })
    assert.deepEqual(told(await importFolder(call, folder)), ['revised a.md /notes/moved'])
  })

  test('two imports at the same time publish each file once', async (t) => {
    const site = await sites.open(t)
    const names = Array.from({ length: 40 }, (_, number) => `file-${number}.md`)
    const folder = await makeFolder(
      t,
      Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText.\n`])),
    )
    const other = await site.second(t)
    await site.topic('notes')
    await Promise.all([
      importFolder(operatorCall(site.app), folder),
      importFolder(operatorCall(other.app), folder),
    ])
    const counted = await site.app.storage.read
      .selectFrom('publications')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirst()
    assert.equal(counted?.count, names.length)
  })

  test('an import goes on with what a killed one left', async (t) => {
    const site = await sites.open(t)
    const folder = await makeFolder(t, { 'a.md': '# A\n\nText.\n', 'b.md': '# B\n\nText.\n' })
    for (const step of ['finalizeSubmission', 'publishCandidate'] as const)
      await assert.rejects(importFolder(killedAt(site, step), folder), { message: 'killed' })
    const results = await importFolder(operatorCall(site.app), folder)
    assert.ok(results.every(({ outcome }) => outcome === 'created'))
    const states = await site.app.storage.read.selectFrom('candidates').select('state').execute()
    assert.deepEqual(
      states.map(({ state }) => state),
      ['published', 'published'],
    )
  })

  test('what a curator made of a proposal that a killed import left does not stand in the way', async (t) => {
    const site = await sites.open(t)
    const call = operatorCall(site.app)
    const folder = await makeFolder(t, { 'a.md': '# A\n\nText.\n' })
    await assert.rejects(importFolder(killedAt(site, 'finalizeSubmission'), folder), { message: 'killed' })
    const { items } = await call('listSubmissions', { query: { topic: 'notes' } })
    await call('finalizeSubmission', { params: { proposal_hash: items[0]?.proposal_hash ?? '' } })
    assert.deepEqual(told(await importFolder(call, folder)), ['created a.md /notes/a'])
  })

  test('a token that may not publish ends the import with its problem', async (t) => {
    const site = await sites.open(t)
    await site.topic('notes')
    const folder = await makeFolder(t, { 'a.md': '# A\n' })
    const callOf = async (preset: 'contributor' | 'reviewer') =>
      createClient({ url: site.url, token: await site.token({ preset, review_grants: null }) }).call
    await assert.rejects(importFolder(await callOf('contributor'), folder), { code: 'forbidden' })
    await assert.rejects(importFolder(await callOf('contributor'), folder, 'unknown'), {
      message: 'there is no topic unknown, and this token may not make it',
    })
    const author = createClient({ url: site.url, token: await site.token({ preset: 'trusted_author' }) })
    assert.deepEqual(told(await importFolder(author.call, folder)), ['created a.md /notes/a'])
  })
})
