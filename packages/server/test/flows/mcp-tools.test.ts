import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openDesk } from '../support/editorial.ts'
import { refuse, tell } from '../support/mcp.ts'
import { openWithArticle, register, WIDE_LIMITS } from '../support/readers.ts'
import { describeSites, type Site } from '../support/site.ts'
import { openTask } from '../support/tasks.ts'

const HASH = /\b[0-9a-f]{64}\b/
const UUID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/

function sha256(text = ''): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A claim as a model reads it. */
async function claim(site: Site, taskId: string, token: string) {
  const held = await tell(site, 'claim_task', { task_id: taskId }, token)
  const generation = Number(/generation (\d+)/.exec(held.texts[0] ?? '')?.[1])
  return { ...held, generation }
}

describeSites((sites) => {
  test('a question leads to an article, and the article to its citation', async (t) => {
    const { site, article, hash } = await openWithArticle(sites, t)
    for (let at = 0; at < 6; at += 1) await site.publish({ path: `/tools/saw-${at}`, title: `Saw ${at}` })
    const found = await tell(site, 'search_knowledge', { q: 'what is a hammer for' })
    assert.equal(found.texts.length, 1)
    assert.match(found.texts[0] ?? '', /\*\*About \/tools\/hammer\*\* \/tools\/hammer \(direct\)/)
    assert.equal(found.find(HASH), hash)
    const [five = ''] = (await tell(site, 'search_knowledge', { query: 'reading hammers' })).texts
    assert.equal(five.match(/^- /gm)?.length, 5)
    assert.match(five, /lacks: hammers/)
    assert.match(five, /\nMore: raise limit\.$/)
    const { texts } = await tell(site, 'read_article', { path: article.path })
    assert.equal(sha256(texts[0]), hash)
    assert.match(texts[1] ?? '', /Current head, published .* \(direct, without prior review\)/)
    assert.match(texts[1] ?? '', new RegExp(`\nCite: ${site.url}/objects/${hash}$`))
    for (const named of [{ sha256: hash }, { uuid: article.entry_id }])
      assert.equal((await tell(site, 'read_article', named)).texts[0], texts[0])
    const [topics = ''] = (await tell(site, 'list_topics')).texts
    assert.match(topics, /^- \*\*tools\*\* Topic tools \(public, 7 entries\): /)
    const [index = ''] = (await tell(site, 'browse_index', { topic: 'tools', limit: 2 })).texts
    assert.match(index, /^- \/tools\/saw-5 \*\*Saw 5\*\* \(direct\)/)
    const none = await tell(site, 'search_knowledge', { q: 'zebra' })
    assert.match(none.texts[0] ?? '', /^Nothing found\. Try /)
  })

  test('a question leads to passages, each alone in its block behind its place', async (t) => {
    const { site } = await openWithArticle(sites, t)
    const body = '# Saws\n\nA saw cuts wood.\n\n# Rust\n\nOil stops rust on a saw.\n'
    const { path, content_hash } = await site.publish({ path: '/tools/saw', body })
    const { texts } = await tell(site, 'find_passages', { q: 'what stops rust', topic: 'tools' })
    const at = texts.findIndex((text) => text.includes('Oil stops rust on a saw.'))
    const [, hash, start, end] = /\n([0-9a-f]{64}) bytes (\d+)-(\d+)$/.exec(texts[at - 1] ?? '') ?? []
    assert.equal(hash, content_hash)
    const bytes = Buffer.from((await site.get(`/objects/${hash}`)).text)
    assert.equal(texts[at], bytes.subarray(Number(start), Number(end)).toString())
    assert.ok(texts[at - 1]?.startsWith(`${path} > Rust (direct`))
    assert.match((await tell(site, 'find_passages', { q: 'zebra' })).texts[0] ?? '', /^Nothing found/)
    await refuse(site, { name: 'find_passages', given: { q: 'rust', budget: 1 } }, 'invalid_request')
  })

  test('an article is read up to so many tokens, at the end of a line and of a character', async (t) => {
    const { site } = await openWithArticle(sites, t)
    const { path } = await site.publish({ path: '/tools/long', body: `${'ä'.repeat(3000)}\n` })
    const whole = (await tell(site, 'read_article', { path })).texts[0] ?? ''
    for (const max_tokens of [1, 100, 1000]) {
      const { texts } = await tell(site, 'read_article', { path, max_tokens })
      assert.ok(whole.startsWith(texts[0] ?? 'x'))
      assert.ok(Buffer.byteLength(texts[0] ?? '') <= max_tokens * 4)
      assert.match(texts[1] ?? '', /^Bytes 0 to \d+ of \d+\.$/m)
    }
    assert.equal((await tell(site, 'read_article', { path, max_tokens: 100_000 })).texts[0], whole)
    for (const max_tokens of [0, -1, 1.5, '5', {}])
      await refuse(site, { name: 'read_article', given: { path, max_tokens } }, 'invalid_request')
  })

  test('an article is read by section, with those below it', async (t) => {
    const { site } = await openWithArticle(sites, t)
    const body = 'Before.\n\n# Saws\n\nThey cut.\n\n## Teeth\n\nMany.\n\n# Rust\n\nAvoid it.\n'
    const { path } = await site.publish({ path: '/tools/saw', body })
    const read = async (given: object) => (await tell(site, 'read_article', { path, ...given })).texts
    const whole = (await read({}))[0] ?? ''
    for (const section of ['Saws', ' # saws', 'aw']) {
      const [text = '', facts = ''] = await read({ section })
      assert.equal(text, '# Saws\n\nThey cut.\n\n## Teeth\n\nMany.\n\n')
      const [, start, end] = /^Bytes (\d+) to (\d+) of /.exec(facts) ?? []
      assert.equal(Buffer.from(whole).subarray(Number(start), Number(end)).toString(), text)
    }
    assert.equal((await read({ section: 'Teeth' }))[0], '## Teeth\n\nMany.\n\n')
    assert.equal((await read({ section: 'Rust', max_tokens: 3 }))[0], '# Rust\n\n')
    const [numbered] = await read({ section: '4' })
    assert.equal(numbered, '# Rust\n\nAvoid it.\n')
    const more = (await read({ max_tokens: 60 }))[1] ?? ''
    assert.match(more, /raise max_tokens, or give section:\n- 2 Saws \(\d+ tokens\)\n {2}- 3 Teeth/)
    for (const section of ['Nails', '', '17', {}, []]) {
      const refused = await refuse(
        site,
        { name: 'read_article', given: { path, section } },
        'invalid_request',
      )
      assert.match(refused, /- section: names no section\. There are:\n- 2 Saws/)
    }
  })

  test('what was superseded or retired says so, and what to read instead', async (t) => {
    const { site, article, hash } = await openWithArticle(sites, t)
    const next = await site.publish({ path: article.path, body: 'Another\n', revises: article })
    const old = await tell(site, 'read_article', { sha256: hash })
    assert.match(old.texts[1] ?? '', new RegExp(`Superseded: the head is ${next.content_hash}\\.`))
    const other = await site.publish({ path: '/tools/saw' })
    const quoted = async (sha256: string, quote: string) =>
      (await tell(site, 'check_citations', { sha256: [sha256], quote })).texts[0]?.split('\n')[1]
    const [own = ''] = (await tell(site, 'read_article', { sha256: next.content_hash })).texts
    const words = 'Another'
    assert.ok(own.includes(words))
    assert.match(
      (await quoted(next.content_hash, words)) ?? '',
      /^- the quote stands there, bytes \d+-\d+; the current revision holds it$/,
    )
    assert.equal(await quoted(hash, words), '- the quote does not stand there; the current revision holds it')
    assert.equal(await quoted('a'.repeat(64), words), undefined)
    const both = { name: 'check_citations', given: { sha256: [hash, next.content_hash], quote: words } }
    assert.match(await refuse(site, both, 'invalid_request'), /quote: goes with one sha256/)
    const retired = {
      state: 'retired',
      expected_retirement_hash: null,
      reason: 'It was wrong.',
      replacement_hashes: [other.content_hash],
    }
    const place = `/api/v1/objects/${next.content_hash}/retirement`
    ;(await site.post(place, retired, { token: site.admin })).as('retireRevision')
    const gone = (await tell(site, 'read_article', { path: article.path })).texts[1] ?? ''
    assert.match(gone, /RETIRED: do not rely on it\. Reason: It was wrong\./)
    assert.match(gone, new RegExp(`Read instead: /tools/saw ${other.content_hash}`))
    const asked = [hash, next.content_hash, other.content_hash, 'f'.repeat(64)]
    const [states = ''] = (await tell(site, 'check_citations', { sha256: asked })).texts
    assert.deepEqual(
      states.split('\n').map((line) => line.split(' ')[2]),
      ['superseded', 'retired', 'current', 'unknown'],
    )
    const changed = await tell(site, 'compare_revisions', { a: hash, b: next.content_hash })
    assert.match(changed.texts[1] ?? '', /^\+Another$/m)
    const lineage = await tell(site, 'trace_lineage', { sha256: next.content_hash })
    assert.match(lineage.texts[0] ?? '', /revision_parent/)
  })

  test('of a long difference a tool shows the beginning, and says where all of it is', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const path = '/tools/long'
    const first = await site.publish({ path, body: 'One line.\n'.repeat(10_000) })
    const second = await site.publish({ path, body: 'Another line.\n'.repeat(10_000), revises: first })
    const [a, b] = [first.content_hash, second.content_hash]
    const { texts } = await tell(site, 'compare_revisions', { a, b })
    const { unified } = (await site.get(`/api/v1/objects/${a}/diff/${b}`)).as('diffRevisions')
    const shown = texts[1] ?? ''
    assert.ok(unified.startsWith(`${shown}\n`) && shown.length <= 200_000 && unified.length > 200_000)
    const more = unified.split('\n').length - shown.split('\n').length
    assert.ok(
      texts[2]?.startsWith(`${more} more lines: `) && texts[2].includes(`/api/v1/objects/${a}/diff/${b} `),
    )
  })

  test('a reader registers, reports use and learns what came of its feedback', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const idempotency_key = randomUUID()
    const registered = await tell(site, 'register_reader', { idempotency_key })
    const bearer = registered.find(/(?<=Bearer, shown once: )\S+/)
    const again = await tell(site, 'register_reader', { idempotency_key })
    assert.match(again.texts[0] ?? '', /not kept/)
    const use = { sha256: hash, value: 'up', comment: 'It hammers.' }
    assert.match(await refuse(site, { name: 'report_use', given: use }, 'unauthenticated'), /register_reader/)
    await refuse(site, { name: 'report_use', given: { ...use, bearer: 'x' } }, 'invalid_token')
    await tell(site, 'report_use', { ...use, bearer })
    await refuse(
      site,
      { name: 'report_use', given: { ...use, value: 'down', bearer } },
      'signal_already_reported',
    )
    const words = { target_hash: hash, title: 'A case', comment: 'What about nails?', bearer }
    const sent = await tell(site, 'send_feedback', words)
    const feedback = sent.find(UUID)
    const list = (await site.get('/api/v1/feedback', { token: bearer })).as('listFeedback')
    assert.equal(list.items[0]?.feedback_id, feedback)
    const open = await tell(site, 'my_reports', {}, bearer)
    assert.match(open.texts[0] ?? '', /\*\*A case\*\* on [0-9a-f]{64}: open$/)
    const id = list.items[0]?.suggestion_id
    const decided = {
      state: 'resolved',
      expected_resolution_hash: null,
      reason: 'Nails are in it now.',
      fixed_hashes: [hash],
    }
    const place = `/api/v1/suggestions/${id}/resolution`
    ;(await site.post(place, decided, { token: site.admin })).as('resolveSuggestion')
    const closed = (await tell(site, 'my_reports', { bearer })).texts[0] ?? ''
    assert.match(closed, new RegExp(`: resolved; fixed by ${hash}\n  > Nails are in it now\\.$`))
    const other = (await register(site)).token
    assert.match((await tell(site, 'my_reports', {}, other)).texts[0] ?? '', /no feedback/)
  })

  test('registration through MCP has the rules of every registration', async (t) => {
    const site = await sites.open(t, { limits: { ...WIDE_LIMITS, registrationsPerNetworkHour: 1 } })
    await tell(site, 'register_reader')
    const text = await refuse(site, { name: 'register_reader' }, 'quota_exceeded')
    assert.match(text, /Do not register again/)
    await refuse(
      site,
      { name: 'register_reader', given: { idempotency_key: 'x' } },
      'idempotency_key_invalid',
    )
  })

  test('a bearer among the arguments never takes the place of the one that the host sends', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const [host, argument] = [(await register(site)).token, (await register(site)).token]
    await tell(site, 'report_use', { sha256: hash, value: 'up', bearer: argument }, host)
    const read = (token: string) => site.get(`/api/v1/objects/${hash}/signals`, { token })
    assert.ok((await read(host)).as('getSignals').my_report_today)
    assert.equal((await read(argument)).as('getSignals').my_report_today, null)
    await refuse(site, { name: 'browse_index', given: { bearer: argument } }, 'invalid_request')
  })

  test('a trusted author submits and publishes, and revises, through MCP alone', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const token = await site.token({ preset: 'trusted_author' })
    const paper = { title: 'Saws', summary: 'About saws.', path: '/tools/saw', body: '# Saws\n\nThey cut.\n' }
    const proposal = (await tell(site, 'submit_article', paper, token)).find(HASH)
    const act = { sha256: proposal, idempotency_key: randomUUID() }
    const published = await tell(site, 'publish_article', act, token)
    assert.match(published.texts[0] ?? '', /^Published \/tools\/saw \(direct\): revision /)
    // The same act again: nothing is done twice, whichever step it broke off at.
    assert.deepEqual((await tell(site, 'publish_article', act, token)).texts, published.texts)
    const [head, entry_id] = [published.find(HASH), published.find(UUID)]
    const revision = { ...paper, body: '# Saws\n\nThey rip.\n', entry_id, expected_parent_hash: head }
    const second = (await tell(site, 'submit_article', revision, token)).find(HASH)
    await tell(site, 'publish_article', { sha256: second }, token)
    assert.match((await tell(site, 'read_article', { path: '/tools/saw' })).texts[0] ?? '', /They rip/)
    const stale = await refuse(site, { name: 'submit_article', given: revision, token }, 'stale_parent')
    assert.match(stale, /read_article the head/)
    assert.match(
      (await tell(site, 'my_access', {}, token)).texts[0] ?? '',
      /Scopes: read, propose, publish_direct/,
    )
  })

  test('a task goes through the whole house through MCP alone', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { task_id } = await openTask(site)
    const listed = await tell(site, 'list_tasks', { claimable: true }, desk.author)
    assert.match(listed.texts[0] ?? '', new RegExp(`^- ${task_id} research in tools: .*\\(claimable\\)`))
    const held = await claim(site, task_id, desk.author)
    assert.match(held.texts[1] ?? '', /> Which saw cuts\n> what\?$/)
    const { generation } = held
    await tell(site, 'renew_lease', { task_id, generation }, desk.author)
    const paper = {
      title: 'Saws',
      summary: 'About saws.',
      path: '/tools/saw',
      body: '# Saws\n\nThey cut.\n',
      task_id,
      task_generation: generation,
    }
    const artifact_hash = (await tell(site, 'submit_article', paper, desk.author)).find(HASH)
    await tell(site, 'complete_task', { id: task_id, generation, artifact_hash }, desk.author)
    await refuse(
      site,
      { name: 'publish_article', given: { sha256: artifact_hash }, token: desk.author },
      'forbidden',
    )
    const seen = await tell(site, 'list_tasks', {}, desk.curator)
    assert.match(
      seen.texts[0] ?? '',
      new RegExp(`- ${artifact_hash} /tools/saw \\*\\*Saws\\*\\* by author \\(submitted\\)`),
    )
    const act = { sha256: artifact_hash, mode: 'reviewed' }
    const opened = await tell(site, 'publish_article', act, desk.curator)
    const candidate = opened.find(HASH)
    const early = await refuse(
      site,
      { name: 'publish_article', given: act, token: desk.curator },
      'coverage_incomplete',
    )
    assert.match(early, /list_tasks kind=review/)
    for (const token of desk.reviewers) {
      const tasks = await tell(site, 'list_tasks', { kind: 'review', claimable: true }, token)
      const own = tasks.find(UUID)
      const judged = await claim(site, own, token)
      assert.match(judged.texts[0] ?? '', new RegExp(`read_article sha256=${candidate}`))
      assert.match(
        (await tell(site, 'read_article', { sha256: candidate }, token)).texts[0] ?? '',
        /They cut/,
      )
      const verdict = { task_id: own, generation: judged.generation, verdict: 'approve', summary: 'Read.' }
      await tell(site, 'review_candidate', verdict, token)
    }
    const published = await tell(site, 'publish_article', { ...act, sha256: candidate }, desk.curator)
    assert.match(published.texts[0] ?? '', /^Published \/tools\/saw \(reviewed\)/)
  })

  test('what is wrong with a call is said in the words of its tool', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const token = await site.token({ preset: 'contributor' })
    await refuse(site, { name: 'claim_task', given: { task_id: randomUUID() }, token }, 'not_found')
    await refuse(site, { name: 'claim_task', given: { task_id: 'x' }, token }, 'invalid_request')
    const missing = await refuse(
      site,
      { name: 'complete_task', given: { task_id: 'x' }, token },
      'invalid_request',
    )
    assert.match(missing, /- generation: is needed\n- artifact_hash: is needed/)
    await refuse(site, { name: 'list_tasks' }, 'unauthenticated')
    await refuse(site, { name: 'submit_article', given: { nonsense: 1 } }, 'unauthenticated')
    const given = { task_id: randomUUID(), idempotency_key: null }
    await refuse(site, { name: 'claim_task', given, token }, 'idempotency_key_required')
  })
})
