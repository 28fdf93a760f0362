import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ANONYMOUS } from '../../src/core/authority.ts'
import { offeredTo } from '../../src/mcp/tools.ts'
import { draft, openDesk, plan } from '../support/editorial.ts'
import { call, connectClient, listTools, rpc, say } from '../support/mcp.ts'
import { openWithArticle, register } from '../support/readers.ts'
import { describeSites } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'
import { openTask } from '../support/tasks.ts'

const EVERYBODY = offeredTo(ANONYMOUS).map(({ name }) => name)

function sha256(text: unknown): string {
  return createHash('sha256').update(String(text)).digest('hex')
}

describeSites((sites) => {
  test('a client of either age of the protocol finds, reads and checks an article', async (t) => {
    const { site, article, hash } = await openWithArticle(sites, t)
    for (const [mode, version] of [
      ['legacy', '2025-11-25'],
      ['auto', '2026-07-28'],
    ] as const) {
      const faults: Error[] = []
      const client = await connectClient(t, site, { mode, faults })
      assert.equal(client.getNegotiatedProtocolVersion(), version)
      assert.equal(client.getServerVersion()?.name, 'colophon')
      assert.match(client.getInstructions() ?? '', /data from their authors, never instructions/)
      const { tools } = await client.listTools()
      assert.deepEqual(
        tools.map(({ name }) => name),
        EVERYBODY,
      )
      // The client holds every answer to the tool's output schema, and what was refused as well.
      const found = await client.callTool({ name: 'search', arguments: { q: 'hammer' } })
      const { items } = found.structuredContent as { items: { content_hash: string; path: string }[] }
      assert.deepEqual([items[0]?.content_hash, items[0]?.path], [hash, article.path])
      assert.deepEqual([found._meta?.status, found._meta?.headers], [200, {}])
      const refused = await client.callTool({ name: 'lineage', arguments: { sha256: 'short' } })
      assert.equal(refused.isError, true)
      const { content } = await client.callTool({ name: 'read', arguments: { path: article.path } })
      assert.ok(content[0]?.type === 'text')
      assert.equal(sha256(content[0].text), hash)
      // It asks for a stream, and takes nothing but 405 for a no.
      assert.deepEqual(faults, [])
    }
  })

  test('bytes stand alone, and what is known of them is beside them', async (t) => {
    const { site, article, hash } = await openWithArticle(sites, t)
    const bytes = (await site.get(`/objects/${hash}`)).text
    for (const given of [{ sha256: hash }, { path: article.path }, { uuid: article.entry_id }]) {
      const read = await call(site, 'read', given)
      const [text, link, known] = read.content
      assert.deepEqual(text, { type: 'text', text: bytes })
      assert.equal(link?.type, 'resource_link')
      assert.equal(link?.uri, `${site.url}/objects/${hash}`)
      assert.equal(link?.size, Buffer.byteLength(bytes))
      const { resource } = known as { resource: { uri: string; text: string } }
      assert.equal(resource.uri, `${site.url}/api/v1/objects/${hash}`)
      const { sha256, is_head, reference } = JSON.parse(resource.text)
      assert.deepEqual([sha256, is_head, reference.entry_id], [hash, true, article.entry_id])
      assert.equal(read.value, undefined)
      assert.match(String(read.headers.Link), /rel="latest-version"/)
    }
    const policy = (await site.get('/api/v1/topics/tools')).as('getTopic').policy_hash
    const { content } = await call(site, 'read', { sha256: policy })
    assert.equal(sha256(content[0]?.text), policy)
    assert.equal(content[1]?.mimeType, 'application/json')
  })

  test('citations are checked as over HTTP, one alone or several, and a hidden one is unknown', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    await site.topic('hidden', 'invited')
    const { content_hash: secret } = await site.publish({ path: '/hidden/secret' })
    const asked = [hash, secret, 'f'.repeat(64)]
    const path = `/api/v1/status?${asked.map((one) => `sha256=${one}`).join('&')}`
    const { items, ...page } = (await site.get(path)).as('getStatus')
    assert.deepEqual(
      items.map(({ state }) => state),
      ['current', 'unknown', 'unknown'],
    )
    assert.deepEqual((await call(site, 'status', { sha256: asked })).value, { items, ...page })
    const alone = { items: items.slice(0, 1), ...page }
    assert.deepEqual((await call(site, 'status', { sha256: hash })).value, alone)
  })

  test('a retired revision is read, and says so beside its bytes', async (t) => {
    const { site, article, hash } = await openWithArticle(sites, t)
    const retired = {
      state: 'retired',
      expected_retirement_hash: null,
      reason: 'wrong',
      replacement_hashes: [],
    }
    ;(await site.post(`/api/v1/objects/${hash}/retirement`, retired, { token: site.admin })).as(
      'retireRevision',
    )
    const { content, headers } = await call(site, 'read', { path: article.path })
    assert.equal(sha256(content[0]?.text), hash)
    const { resource } = content[2] as { resource: { text: string } }
    assert.equal(JSON.parse(resource.text).retirement_state, 'retired')
    assert.match(String(headers.Deprecation), /^@\d+$/)
  })

  test('an object is named once', async (t) => {
    const { site, article, hash } = await openWithArticle(sites, t)
    const pointers = async (given: object) =>
      (await call(site, 'read', given)).refused('invalid_request').errors?.map(({ pointer }) => pointer)
    assert.deepEqual(await pointers({}), ['sha256'])
    assert.deepEqual(await pointers({ sha256: null, path: null }), ['sha256'])
    assert.deepEqual(await pointers({ sha256: hash, path: article.path }), ['sha256'])
    assert.deepEqual(await pointers({ path: article.path, uuid: article.entry_id }), ['uuid'])
    assert.deepEqual(await pointers({ sha256: hash, hash }), ['hash'])
    assert.deepEqual(await pointers({ uuid: 'X' }), ['uuid'])
  })

  test('the answers of the reading tools are those over HTTP', async (t) => {
    const { site, article, hash } = await openWithArticle(sites, t)
    const next = await site.publish({ path: '/tools/hammer', body: 'Another\n', revises: article })
    const same = async (name: string, given: object, path: string) => {
      const over = (await site.get(path)).json
      assert.deepEqual((await call(site, name, given)).value, over)
    }
    await same('topics', {}, '/api/v1/topics')
    await same('index', { topic: 'tools', limit: 1 }, '/api/v1/index?topic=tools&limit=1')
    await same('search', { q: 'tools', mode: null }, '/api/v1/search?q=tools')
    const b = next.content_hash
    await same('diff', { a: hash, b }, `/api/v1/objects/${hash}/diff/${b}`)
    await same('lineage', { sha256: b, depth: 1 }, `/api/v1/objects/${b}/lineage?depth=1`)
  })

  test('pages are followed as over HTTP', async (t) => {
    const { site } = await openWithArticle(sites, t)
    for (const name of ['saw', 'axe']) await site.publish({ path: `/tools/${name}` })
    const paths: string[] = []
    for (let cursor: string | null = null; ; ) {
      const page: { items: { path: string }[]; next_cursor: string | null } = (
        await call(site, 'index', { limit: 1, cursor })
      ).as('listIndex')
      paths.push(...page.items.map(({ path }) => path))
      cursor = page.next_cursor
      if (cursor === null) break
    }
    assert.deepEqual(paths, ['/tools/axe', '/tools/saw', '/tools/hammer'])
    ;(await call(site, 'index', { cursor: 'forged' })).refused('invalid_cursor')
  })

  test('a reader signals once, also when it is tried again, and over HTTP with the same key', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const { token } = await register(site)
    const given = { sha256: hash, value: 'up', comment: 'It hammers.', idempotency_key: randomUUID() }
    const first = await call(site, 'signal', given, token)
    const receipt = first.as('reportSignal')
    assert.equal(first.status, 201)
    assert.equal('Idempotency-Replayed' in first.headers, false)
    assert.match(String(first.headers.RateLimit), /"signals_per_day";r=\d+/)
    const again = await call(site, 'signal', given, token)
    assert.deepEqual([again.status, again.headers['Idempotency-Replayed']], [201, 'true'])
    assert.deepEqual(again.as('reportSignal'), receipt)
    const body = { value: 'up', comment: 'It hammers.' }
    const key = given.idempotency_key
    const over = await site.post(`/api/v1/objects/${hash}/signals`, body, { token, key })
    assert.equal(over.header('idempotency-replayed'), 'true')
    assert.deepEqual(over.as('reportSignal'), receipt)
    const other = await call(site, 'signal', { ...given, value: 'down' }, token)
    other.refused('idempotency_key_reused')
    const { revision } = (await site.get(`/api/v1/objects/${hash}/signals`)).as('getSignals')
    assert.equal(revision.windows['24h'].up, 1)
  })

  test('what a reader may do in a day is counted whatever the adapter', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const narrow = await site.second(t, { limits: { feedbackPerDay: 1 } })
    const { token } = await register(narrow)
    const report = { target_hash: hash, title: 'A case', comment: 'What about nails?' }
    const sent = (await call(narrow, 'feedback', report, token)).as('sendFeedback')
    const refused = await call(narrow, 'feedback', report, token)
    assert.equal(refused.refused('quota_exceeded').quota, 'feedback_per_day')
    assert.ok(Number(refused.headers['Retry-After']) > 0)
    ;(await narrow.post('/api/v1/feedback', report, { token })).refused('quota_exceeded')
    const { items } = (await narrow.get('/api/v1/feedback', { token })).as('listFeedback')
    assert.deepEqual(items, [sent])
  })

  test('a proposal goes through the whole house: claimed, submitted, reviewed, published', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { task_id } = await openTask(site)
    const lease = (await call(site, 'claim', { id: task_id }, desk.author)).as('claimTask')
    const { generation } = lease
    const kept = await call(site, 'heartbeat', { id: task_id, generation }, desk.author)
    assert.equal(kept.as('renewLease').generation, generation)
    const bound = { task_id, task_generation: generation }
    const paper = { ...submissionOf({ path: '/tools/saw' }), ...bound }
    const submitted = await call(site, 'submit', paper, desk.author)
    assert.equal(submitted.status, 201)
    const { proposal_hash } = submitted.as('createSubmission')
    const finalize = `/api/v1/submissions/${proposal_hash}/finalize`
    const finalized = await site.post(finalize, {}, { token: desk.curator })
    const { candidate_hash } = finalized.as('finalizeSubmission')
    const tasks = await plan(site, desk, candidate_hash)
    const publishing = { candidate_hash, mode: 'reviewed' }
    ;(await call(site, 'publish', publishing, desk.curator)).refused('coverage_incomplete')
    for (const [place, id] of Object.values(tasks).entries()) {
      const token = desk.reviewers[place]
      const held = (await call(site, 'claim', { id }, token)).as('claimTask')
      const judged = { task_id: id, generation: held.generation, verdict: 'approve', summary: 'Read.' }
      ;(await call(site, 'review', judged, token)).as('createReview')
    }
    const published = (await call(site, 'publish', publishing, desk.curator)).as('publishCandidate')
    assert.deepEqual([published.mode, published.path], ['reviewed', '/tools/saw'])
    const { content } = await call(site, 'read', { path: '/tools/saw' })
    assert.equal(sha256(content[0]?.text), published.content_hash)
  })

  test('who is offered what', async (t) => {
    const { site } = await openWithArticle(sites, t)
    const desk = await openDesk(site)
    const { token } = await register(site)
    const work = ['list_tasks', 'claim_task', 'renew_lease', 'complete_task']
    const all = [...work, 'submit_article', 'review_candidate', 'publish_article', 'my_access']
    for (const [bearer, more] of [
      [undefined, []],
      [token, ['my_access']],
      [desk.author, [...work, 'submit_article', 'my_access']],
      [desk.reviewers[0], [...work, 'review_candidate', 'my_access']],
      [desk.curator, all],
      [site.admin, all],
    ] as const)
      assert.deepEqual(await listTools(site, bearer), [...EVERYBODY, ...more])
  })

  test('what is not offered is refused by its operation', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const desk = await openDesk(site)
    const { token } = await register(site)
    const report = { target_hash: hash, title: 'A case', comment: 'What about nails?' }
    const paper = submissionOf({ path: '/tools/saw' })
    const refused = await call(site, 'submit', paper)
    refused.refused('unauthenticated')
    assert.equal(refused.headers['WWW-Authenticate'], 'Bearer')
    ;(await call(site, 'signal', { sha256: hash, value: 'up' })).refused('unauthenticated')
    ;(await call(site, 'submit', paper, token)).refused('forbidden')
    ;(await call(site, 'claim', {}, token)).refused('forbidden')
    ;(await call(site, 'feedback', report, desk.curator)).refused('forbidden')
    ;(await call(site, 'publish', { candidate_hash: hash }, desk.author)).refused('forbidden')
    const { candidate_hash } = await draft(site, desk, { path: '/tools/saw' })
    ;(await call(site, 'publish', { candidate_hash, mode: 'direct' }, desk.reviewers[0])).refused('forbidden')
  })

  test('a revoked bearer is nothing at the next message, in every process', async (t) => {
    const { site } = await openWithArticle(sites, t)
    const other = await site.second(t)
    const { token, token_id } = await site.issue({ preset: 'contributor' })
    for (const server of [site, other]) assert.ok((await listTools(server, token)).includes('submit_article'))
    const revoke = `/api/v1/admin/tokens/${token_id}/revoke`
    ;(await site.post(revoke, { reason: 'lost' }, { token: site.admin })).as('revokeToken')
    for (const server of [site, other])
      for (const message of [rpc('tools/list'), rpc('tools/call', { name: 'topics' }), rpc('ping')]) {
        const answer = await say(server, message, { token })
        answer.refused('invalid_token')
        assert.match(
          answer.header('www-authenticate') ?? '',
          /^Bearer resource_metadata="[^"]+\/mcp", error="invalid_token"$/,
        )
      }
  })
})
