import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { rpc, say } from '../support/mcp.ts'
import { register, WIDE_LIMITS } from '../support/readers.ts'
import { assertSame } from '../support/sameness.ts'
import { describeSites, type Site } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'
import { openTask } from '../support/tasks.ts'

type Named = Readonly<Record<'hash' | 'other' | 'entry' | 'path' | 'task' | 'candidate' | 'topic', string>>

const NOTHING: Named = {
  hash: randomBytes(32).toString('hex'),
  other: randomBytes(32).toString('hex'),
  candidate: randomBytes(32).toString('hex'),
  entry: randomUUID(),
  task: randomUUID(),
  path: '/no-such-topic/secret',
  topic: 'no-such-topic',
}

/** What every tool can name, in an invited topic. */
async function hide(site: Site): Promise<Named> {
  await site.topic('hidden', 'invited')
  const path = '/hidden/secret'
  const first = await site.publish({ path })
  const next = await site.publish({ path, body: 'Another secret.\n', revises: first })
  const { candidate_hash } = await site.candidate({ path: '/hidden/draft' })
  const { task_id } = await openTask(site, { topic_id: 'hidden' })
  const [hash, other] = [first.content_hash, next.content_hash]
  return {
    hash,
    other,
    entry: first.entry_id,
    path,
    task: task_id,
    candidate: candidate_hash,
    topic: 'hidden',
  }
}

/** A call of every tool that names something. */
function callsOf({ hash, other, entry, path, task, candidate, topic }: Named): [string, object][] {
  const key = { idempotency_key: 'once' }
  return [
    ['search', { q: 'secret', topic }],
    ['index', { topic }],
    ['read', { sha256: hash }],
    ['read', { sha256: candidate }],
    ['read', { path }],
    ['read', { uuid: entry }],
    ['diff', { a: hash, b: other }],
    ['lineage', { sha256: hash }],
    ['signal', { sha256: hash, value: 'up', ...key }],
    ['feedback', { target_hash: hash, title: 'A case', comment: 'Why?', ...key }],
    ['claim', { id: task, ...key }],
    ['heartbeat', { id: task, generation: 1, ...key }],
    ['submit', { ...submissionOf({ path: `/${topic}/new` }), ...key }],
    ['review', { task_id: task, generation: 1, verdict: 'approve', summary: 'Read.', ...key }],
    ['publish', { candidate_hash: candidate, mode: 'direct', ...key }],
    ['search_knowledge', { q: 'secret', topic }],
    ['find_passages', { q: 'secret', topic }],
    ['browse_index', { topic }],
    ['read_article', { sha256: hash }],
    ['read_article', { sha256: candidate }],
    ['read_article', { path, section: 'x', max_tokens: 10 }],
    ['read_article', { uuid: entry }],
    ['compare_revisions', { a: hash, b: other }],
    ['trace_lineage', { sha256: hash }],
    ['report_use', { sha256: hash, value: 'up', ...key }],
    ['send_feedback', { target_hash: hash, title: 'A case', comment: 'Why?', ...key }],
    ['list_tasks', { topic }],
    ['claim_task', { task_id: task, ...key }],
    ['renew_lease', { task_id: task, generation: 1, ...key }],
    ['complete_task', { task_id: task, generation: 1, artifact_hash: hash, ...key }],
    ['submit_article', { ...submissionOf({ path: `/${topic}/new` }), ...key }],
    ['review_candidate', { task_id: task, generation: 1, verdict: 'approve', summary: 'Read.', ...key }],
    ['publish_article', { sha256: candidate, ...key }],
  ]
}

/** Addresses of resources, which an answer repeats as they were asked for. */
function urisOf({ hash, candidate, path }: Named): string[] {
  return [`colophon://objects/${hash}`, `colophon://objects/${candidate}`, `colophon://entries${path}`]
}

describeSites((sites) => {
  test('what is not yours and what is not there have the same answer of every tool, to the byte', async (t) => {
    const site = await sites.open(t, { limits: WIDE_LIMITS, topics: ['open'] })
    const hidden = await hide(site)
    const grants = { topic_grants: ['open'], review_grants: ['open'] }
    const observers = [
      null,
      (await register(site)).token,
      await site.token({ preset: 'curator', ...grants }),
      await site.token({ preset: 'contributor', topic_grants: [] }),
    ]
    const [theirs, nothing] = [callsOf(hidden), callsOf(NOTHING)]
    for (const token of observers)
      for (const [place, [name, given]] of theirs.entries()) {
        const ask = (args: object) => say(site, rpc('tools/call', { name, arguments: args }), { token })
        const seen = await ask(given)
        assertSame(seen, await ask(nothing[place]?.[1] ?? {}))
        assert.equal(seen.status, 200)
        assert.doesNotMatch(seen.text, /hidden/)
      }
  })

  test('a hidden resource and none have the same answer, and no list names it', async (t) => {
    const site = await sites.open(t, { limits: WIDE_LIMITS, topics: ['open'] })
    const hidden = await hide(site)
    for (const token of [null, (await register(site)).token, await site.token({ topic_grants: [] })]) {
      const read = async (uri: string) => {
        const answer = await say(site, rpc('resources/read', { uri }), { token })
        return [answer.status, answer.text.replaceAll(uri, 'URI')]
      }
      for (const [place, uri] of urisOf(hidden).entries()) {
        const seen = await read(uri)
        assert.deepEqual(seen, await read(urisOf(NOTHING)[place] ?? ''))
        assert.match(String(seen[1]), /"code":-32002/)
      }
      assert.doesNotMatch((await say(site, rpc('resources/list'), { token })).text, /hidden/)
    }
    const answer = await say(site, rpc('resources/list'), { token: site.admin })
    assert.match(answer.text, /colophon:\/\/entries\/hidden\/secret/)
  })

  test('who has the grant reaches the same through every tool', async (t) => {
    const site = await sites.open(t)
    const { hash, path } = await hide(site)
    for (const given of [{ sha256: hash }, { path }]) {
      const answer = await say(site, rpc('tools/call', { name: 'read', arguments: given }), {
        token: site.admin,
      })
      assert.match(answer.text, /hidden/)
    }
  })

  test('a topic that becomes invited is gone from every tool with the next message', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/hammer' })
    const read = rpc('tools/call', { name: 'read', arguments: { sha256: content_hash } })
    assert.match((await say(site, read)).text, /hammer/)
    const change = { expected_visibility: 'public', visibility: 'invited', reason: 'a mistake' }
    const path = '/api/v1/topics/tools/visibility'
    ;(await site.post(path, change, { token: site.admin })).as('changeVisibility')
    for (const [name, args] of [
      ['read', { sha256: content_hash }],
      ['topics', {}],
      ['index', {}],
      ['search', { q: 'hammer' }],
      ['read_article', { sha256: content_hash }],
      ['list_topics', {}],
      ['browse_index', {}],
      ['search_knowledge', { q: 'hammer' }],
      ['find_passages', { q: 'hammer' }],
      ['check_citations', { sha256: [content_hash] }],
    ] as const)
      assert.doesNotMatch(
        (await say(site, rpc('tools/call', { name, arguments: args }))).text,
        /tools\/hammer/,
      )
  })
})
