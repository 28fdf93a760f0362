import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand, startCommand } from '../support/command.ts'
import { makeFolder } from '../support/folder.ts'
import { openAnySite, type Site } from '../support/site.ts'

type Test = Parameters<typeof openAnySite>[0]

/** A caller of the command: answers the lines of stdout, or with `--json` the document. */
function callerOf(t: Test, site: Site, token: string) {
  const environment = { COLOPHON_URL: site.url, COLOPHON_TOKEN: token }
  const run = async (...args: string[]) => {
    const { code, lines, stderr } = await runCommand(t, args, environment)
    assert.equal(code, 0, `${args.join(' ')}\n${stderr}`)
    return lines
  }
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).join('\n'))
  const refused = async (...args: string[]) => {
    const { code, lines, stderr } = await runCommand(t, args, environment)
    assert.deepEqual([code, lines], [/^colophon: [a-z_]+: /.test(stderr) ? 3 : 2, []], args.join(' '))
    return stderr
  }
  return { run, json, refused, environment }
}

test('an article is written, reviewed, published, read and judged by commands alone', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const author = callerOf(t, site, await site.token({ preset: 'trusted_author' }))
  const folder = await makeFolder(t, {
    'saw.md': '# Saws\n\nA saw cuts wood.\n',
    'next.md': '# Saws\n\nOil it.\n',
    'axe.md': '---\npath: /tools/axe\n---\n\n# Axes\n\nThey split wood.\n',
  })

  const proposal = await author.json('submit', `${folder}/saw.md`, '--path', '/tools/saw')
  const published = await author.json('publish', proposal.proposal_hash)
  const hash = published.content_hash
  assert.equal(published.path, '/tools/saw')

  const [listed, found, byPath, byEntry, byHash, lineage] = await Promise.all([
    author.run('topics'),
    author.run('search', 'cutting', 'wood', '--topic', 'tools'),
    author.run('read', '/tools/saw'),
    author.run('read', published.entry_id),
    author.json('read', hash),
    author.run('lineage', hash),
  ])
  assert.deepEqual(listed, ['tools  public  1 entries  Topic tools'])
  assert.deepEqual(found.slice(0, 2), ['/tools/saw  Saws', `  ${hash}`])
  const most = await author.run('search', 'steel', 'for', 'Wood', '--match', 'most')
  assert.deepEqual([most[0], most.at(-1)], ['/tools/saw  Saws', '  Lacks: steel'])
  const asked = await author.run('ask', 'what', 'cuts', 'the', 'Wood?', '--budget', '500')
  const { text } = await site.get(`/objects/${hash}`)
  const start = text.indexOf('# Saws')
  const cited = `  /objects/${hash} bytes ${start}-${text.length - 2}`
  assert.deepEqual(asked.slice(0, 3), ['/tools/saw  Saws', cited, '    # Saws'])
  assert.deepEqual(asked.slice(-2), ['    A saw cuts wood.', 'About 6 tokens.'])
  assert.deepEqual(await author.run('read', '/tools/saw', '--section', 'saws'), [
    '# Saws',
    '',
    'A saw cuts wood.',
  ])
  assert.match(
    await author.refused('read', hash, '--section', 'Axes'),
    /no section has the heading "Axes"; it has: Saws/,
  )
  assert.equal(`${byPath.join('\n')}\n`, text)
  assert.deepEqual(byEntry, byPath)
  assert.deepEqual(byHash, { content_hash: hash, text })
  assert.ok(lineage.some((line) => line === `${hash} has as its proposal_origin ${proposal.proposal_hash}`))

  const revised = await author.run('submit', `${folder}/next.md`, '--revise', '/tools/saw')
  const [, revision = ''] = revised[0]?.split(' ') ?? []
  const second = await author.run('publish', revision)
  assert.match(second.join('\n'), /^content_hash [0-9a-f]{64}\n.*\nmode direct$/s)
  assert.equal((await author.run('read', '/tools/saw')).at(-1), 'Oil it.')

  const third = await author.json('submit', `${folder}/axe.md`)
  assert.equal((await author.json('publish', third.proposal_hash)).path, '/tools/axe')

  const [bearer = ''] = await callerOf(t, site, '').run('register')
  const reader = callerOf(t, site, bearer)
  const receipt = await reader.json('signal', hash, 'up', '--comment', 'It cut.')
  assert.deepEqual([receipt.value, receipt.comment, receipt.target_hash], ['up', 'It cut.', hash])
  const sent = await reader.run('feedback', hash, '--title', 'Blunt', '--comment', 'Say when to sharpen.')
  assert.match(sent.join('\n'), /^feedback_id .*\nstate open\nreceived_at /)

  const first = await reader.json('notices')
  assert.partialDeepStrictEqual(first.items, [{ kind: 'superseded', content_hash: hash }])
  const retirement = { state: 'retired', reason: 'It rusts.' }
  await site.post(`/api/v1/objects/${hash}/retirement`, retirement, { token: site.admin })
  const notices = await reader.run('notices', '--cursor', first.resume_cursor)
  assert.match(notices.join('\n'), new RegExp(`retired  /tools/saw .*\n  ${hash}\n  It rusts\\.`))
  const { resume_cursor } = await reader.json('notices')
  assert.deepEqual((await reader.json('notices', '--cursor', resume_cursor)).items, [])
})

test('what is worth a look in a submission is told beside its receipt', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const author = callerOf(t, site, await site.token({ preset: 'contributor' }))
  const folder = await makeFolder(t, {
    'saw.md': '# Saws\n\nA saw.\n\n<!-- to do -->\n',
    'axe.md': 'An axe.\n',
  })
  const submitted = (file: string, ...more: string[]) =>
    runCommand(t, ['submit', `${folder}/${file}.md`, '--path', `/tools/${file}`, ...more], author.environment)
  const told = await submitted('saw')
  assert.equal(told.lines.length, 4)
  assert.match(told.stderr, /^notice: .*saw\.md, line 5 of the text: This line has .* \(html_comment\)\n$/)
  assert.equal((await submitted('axe')).stderr, '')
  const { lines, stderr } = await submitted('saw', '--json', '--path', '/tools/again')
  assert.deepEqual([JSON.parse(lines.join('')).checks[0].line, stderr], [5, ''])
})

test('what was read is submitted again as what it was', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const author = callerOf(t, site, await site.token({ preset: 'trusted_author' }))
  const said = {
    kind: 'observation',
    title: 'Seen: "it" rose',
    observed_at: '2026-01-01T00:00:00.000Z',
    refresh_after: '2027-01-01T00:00:00.000Z',
    applicability: 'At the pier.',
    references: Array.from({ length: 60 }, (_, place) => ({
      kind: 'url' as const,
      url: `https://tides.example/${place}`,
      note: 'A table. '.repeat(30).trim(),
    })),
  } as const
  const first = await site.publish({ path: '/tools/tide', ...said })
  const folder = await makeFolder(t, { 'tide.md': (await author.run('read', '/tools/tide')).join('\n') })
  const { proposal_hash } = await author.json('submit', `${folder}/tide.md`, '--revise', '/tools/tide')
  const second = await author.json('publish', proposal_hash)
  const { fields, unified } = (
    await site.get(`/api/v1/objects/${first.content_hash}/diff/${second.content_hash}`)
  ).as('diffRevisions')
  assert.equal(unified, '')
  assert.deepEqual(
    fields.map(({ field }) => field).filter((field) => !OF_THE_ACT.has(field)),
    [],
  )
})

/** What the server writes of each revision anew. */
const OF_THE_ACT = new Set(['accepted_by', 'author', 'created_at', 'parent_hash', 'proposal_hash'])

test('a head that was retired and made active is listed again, and one that is listed is not', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const admin = callerOf(t, site, site.admin)
  const { content_hash, proposal_hash } = await site.publish({ path: '/tools/saw' })
  for (const hash of [content_hash, proposal_hash])
    assert.match(await admin.refused('publish', hash), /^colophon: already_published: /)
  const decide = (body: object) =>
    site.post(`/api/v1/objects/${content_hash}/retirement`, { reason: 'x', ...body }, { token: site.admin })
  const { retirement_hash } = (await decide({ state: 'retired' })).as('retireRevision')
  await decide({ state: 'active', expected_retirement_hash: retirement_hash })
  assert.equal((await admin.json('publish', content_hash)).content_hash, content_hash)
  assert.equal((await site.get('/api/v1/resolve?path=/tools/saw')).as('resolvePath').status, 'published')
})

test('a review task is found, claimed and answered by commands', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { candidate_hash } = await site.candidate({ path: '/tools/saw' })
  await site.post(`/api/v1/candidates/${candidate_hash}/review-plan`, {}, { token: site.admin })
  const reviewer = callerOf(t, site, await site.token({ preset: 'reviewer', review_grants: null }))
  const { items } = await reviewer.json('tasks', '--kind', 'review', '--claimable')
  assert.equal(items.length, 2)
  const { task_id } = items[0]

  const holding = startCommand(t, ['claim', task_id, '--hold'], reviewer.environment)
  const told: string[] = []
  for await (const line of holding.lines) {
    told.push(line)
    if (line.startsWith('lease_until ')) holding.kill('SIGTERM')
  }
  assert.equal((await holding.ended).code, 0)
  assert.deepEqual(told.slice(0, 2), [`task_id ${task_id}`, 'generation 1'])

  const folder = await makeFolder(t, { 'found.json': '[{"severity": "minor", "comment": "Say which saw."}]' })
  const verdict = ['--generation', '1', '--verdict', 'approve', '--summary', 'It is right.']
  const review = await reviewer.json('review', task_id, ...verdict, '--findings', `${folder}/found.json`)
  assert.deepEqual([review.verdict, review.findings.length], ['approve', 1])
  // One of two focuses is theirs now; the other is for somebody else.
  assert.deepEqual(await reviewer.run('tasks', '--kind', 'review', '--claimable'), [])
})

test('the citations of a folder are checked, and one that was retired is exit code 1', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const [saw, axe] = [
    await site.publish({ path: '/tools/saw', title: 'Saws' }),
    await site.publish({ path: '/tools/axe', title: 'Axes' }),
  ]
  const newer = await site.publish({ path: '/tools/saw', title: 'Saws', revises: saw })
  const none = 'f'.repeat(64)
  const folder = await makeFolder(t, {
    'a.md': `See [axes](/objects/${axe.content_hash}).\n\nOnce: /objects/${saw.content_hash}\n`,
    'b/c.md': `<${site.url}/objects/${newer.content_hash}> and /objects/${none}\n`,
    'b/d.txt': `/objects/${'e'.repeat(64)}\n`,
  })
  const anyone = callerOf(t, site, '')
  const superseded = `${folder}/a.md:3: ${saw.content_hash} was superseded by ${newer.content_hash}  /tools/saw  Saws`
  assert.deepEqual(await anyone.run('check', folder), [
    superseded,
    `${folder}/b/c.md:1: ${none} is unknown`,
    '4 citations: 2 current, 1 superseded, 0 retired, 1 unknown',
  ])

  const body = { state: 'retired', expected_retirement_hash: null, reason: 'It is blunt.' }
  const replacement_hashes = [newer.content_hash]
  const retired = { ...body, replacement_hashes }
  ;(await site.post(`/api/v1/objects/${axe.content_hash}/retirement`, retired, { token: site.admin })).as(
    'retireRevision',
  )
  const checked = await runCommand(t, ['check', folder], anyone.environment)
  assert.equal(checked.code, 1)
  assert.deepEqual(checked.lines.slice(0, 3), [
    `${folder}/a.md:1: ${axe.content_hash} is retired  /tools/axe  Axes`,
    `  replaced by ${newer.content_hash}  /tools/saw`,
    superseded,
  ])
  const document = await runCommand(t, ['check', folder, '--json'], anyone.environment)
  const { items, counts } = JSON.parse(document.lines.join(''))
  assert.deepEqual([document.code, counts], [1, { current: 1, superseded: 1, retired: 1, unknown: 1 }])
  assert.deepEqual(
    items.map(({ line, state }: { line: number; state: string }) => [line, state]),
    [
      [1, 'retired'],
      [3, 'superseded'],
      [1, 'current'],
      [1, 'unknown'],
    ],
  )
  assert.match(await anyone.refused('check', `${folder}/none`), /^colophon: the folder .* cannot be read\n$/)
})

test('a misquotation is a finding, and words that the head no longer has are told', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const saw = await site.publish({ path: '/tools/saw', title: 'Saws', body: 'Cut with the grain, slowly.\n' })
  await site.publish({ path: '/tools/saw', title: 'Saws', body: 'Cut slowly.\n', revises: saw })
  const address = `/objects/${saw.content_hash}`
  const anyone = callerOf(t, site, '')
  const right = await makeFolder(t, { 'a.md': `“Cut with the grain” [saws](${address})\n` })
  const told = await anyone.run('check', right)
  assert.ok(
    told.some((line) => line.includes('holds "Cut with the grain", its current revision no longer does')),
  )
  const wrong = await makeFolder(t, { 'a.md': `[saws](${address}#:~:text=against%20the%20grain)\n` })
  const checked = await runCommand(t, ['check', wrong], anyone.environment)
  assert.equal(checked.code, 1)
  assert.ok(
    checked.lines.includes(
      `${wrong}/a.md:1: ${saw.content_hash} does not hold the words "against the grain"`,
    ),
  )
})

test('more citations than fit into a request are checked in several', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { content_hash } = await site.publish({ path: '/tools/saw' })
  const others = Array.from({ length: 250 }, (_, place) => place.toString(16).padStart(64, '0'))
  const cited = [...others, content_hash].map((hash) => `/objects/${hash}\n`).join('')
  const folder = await makeFolder(t, { 'a.md': cited, 'b.md': cited })
  assert.deepEqual((await callerOf(t, site, '').run('check', folder)).slice(-1), [
    '502 citations: 2 current, 0 superseded, 0 retired, 500 unknown',
  ])
})

test('what was typed wrong, and what the press refuses, is one clear line with its exit code', async (t) => {
  const site = await openAnySite(t)
  const folder = await makeFolder(t, { 'a.md': '# A\n\nText.\n' })
  const { refused } = callerOf(t, site, site.admin)
  const cases: [string[], RegExp][] = [
    [['read', '/tools/none'], /^colophon: not_found: .*\n$/],
    [['read', '/tools/none', '--url', 'nowhere'], /^colophon: --url .* must be the address of a press\n$/],
    [['signal', '0'.repeat(64), 'sideways'], /^colophon: the value must be one of up, down\n$/],
    [
      ['submit', `${folder}/a.md`],
      /^colophon: a new entry needs --path, or a path in its front matter; .*--revise\n$/,
    ],
    [['submit', `${folder}/b.md`, '--path', '/tools/b'], /^colophon: the file .* cannot be read\n$/],
    [['topics', '--token', 'no'], /^colophon: invalid_token: .*\n$/],
    [['search'], /^error: missing required argument 'words'\n/],
  ]
  for (const [args, line] of cases) assert.match(await refused(...args), line, args.join(' '))
})
