import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { OPERATIONS, type Operation, strictObject } from '@colophon/contract'
import fc from 'fast-check'
import { register } from '../support/readers.ts'
import { assertSame } from '../support/sameness.ts'
import { describeSites, type Site } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'

const SUBMISSIONS = '/api/v1/submissions'

async function countSubmissions(site: Site): Promise<number> {
  return (await site.get(`${SUBMISSIONS}?limit=100`, { token: site.admin })).as('listSubmissions').items
    .length
}

/** The same members in another order, with null for what is left out. */
function retold(body: Record<string, unknown>): string {
  const entries = Object.entries(body).reverse()
  return JSON.stringify(Object.fromEntries([['task_id', null], ...entries]), null, 2)
}

test('every operation without a parameter in its path says what of its body stands for one', () => {
  const silent = Object.values<Operation>(OPERATIONS).filter(({ method, params, body, names, access }) => {
    if (method === 'GET' || params || names) return false
    // No caller reads less than another, an unrestricted administrator reads everything, and `{}` names nothing.
    if (access.credential === 'none' || access.unrestricted) return false
    return JSON.stringify(body) !== JSON.stringify(strictObject({}))
  })
  assert.deepEqual(silent, [])
})

describeSites((sites) => {
  test('the same key and input give the first answer and do nothing twice', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const body = submissionOf({ path: '/tools/saw' })
    const wish = { token: site.admin, key: randomUUID() }
    const first = await site.post(SUBMISSIONS, body, wish)
    assert.equal(first.header('idempotency-replayed'), null)
    site.clock.advance({ days: 29 })
    for (const again of [body, retold(body)]) {
      const replay = await site.post(SUBMISSIONS, again, wish)
      assert.equal(replay.status, 201)
      assert.equal(replay.header('idempotency-replayed'), 'true')
      assert.equal(replay.text, first.text)
      assert.notEqual(replay.header('x-request-id'), first.header('x-request-id'))
    }
    assert.equal(await countSubmissions(site), 1)
  })

  test('a key may be bare or quoted, and is the same', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const key = randomUUID()
    const body = submissionOf({ path: '/tools/saw' })
    const bare = await site.post(SUBMISSIONS, body, { token: site.admin, key })
    const quoted = await site.post(SUBMISSIONS, body, { token: site.admin, key: `"${key}"` })
    assert.equal(quoted.text, bare.text)
    assert.equal(quoted.header('idempotency-replayed'), 'true')
  })

  test('the same key and input on another resource are another act', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    const body = { expected_visibility: 'public', visibility: 'invited', reason: 'Not yet.' }
    const wish = { token: site.admin, key: randomUUID() }
    for (const id of ['tools', 'toys']) {
      const changed = await site.post(`/api/v1/topics/${id}/visibility`, body, wish)
      assert.equal(changed.header('idempotency-replayed'), null)
      assert.deepEqual(changed.as('changeVisibility').id, id)
    }
  })

  test('the same key with other input is refused', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const wish = { token: site.admin, key: randomUUID() }
    const body = submissionOf({ path: '/tools/saw' })
    ;(await site.post(SUBMISSIONS, body, wish)).as('createSubmission')
    for (const other of [
      { ...body, title: 'Other' },
      { ...body, body: `${body.body}\n` },
    ])
      (await site.post(SUBMISSIONS, other, wish)).refused('idempotency_key_reused')
    assert.equal(await countSubmissions(site), 1)
  })

  test('a key belongs to its caller, and to one path', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const key = randomUUID()
    const body = submissionOf({ path: '/tools/saw' })
    const mine = (await site.post(SUBMISSIONS, body, { token: site.admin, key })).as('createSubmission')
    const token = await site.token()
    const theirs = (await site.post(SUBMISSIONS, body, { token, key })).as('createSubmission')
    assert.notEqual(mine.proposal_hash, theirs.proposal_hash)
    for (const { proposal_hash } of [mine, theirs]) {
      const answer = await site.post(
        `${SUBMISSIONS}/${proposal_hash}/finalize`,
        {},
        { token: site.admin, key },
      )
      answer.as('finalizeSubmission')
    }
  })

  test('two tokens of one identity share its keys', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.issue({ preset: 'contributor' })
    const second = await site.issue({ preset: 'contributor', identity_id: first.identity_id })
    const key = randomUUID()
    const body = submissionOf({ path: '/tools/saw' })
    const one = await site.post(SUBMISSIONS, body, { token: first.token, key })
    assert.equal((await site.post(SUBMISSIONS, body, { token: second.token, key })).text, one.text)
  })

  test('a token that sees less is not told what another token of its identity made', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('hidden', 'invited')
    const wide = await site.issue({ preset: 'curator' })
    const narrow = await site.issue({
      preset: 'curator',
      topic_grants: ['tools'],
      identity_id: wide.identity_id,
    })
    const bodies: [path: string, body: (topic: string) => Record<string, unknown>][] = [
      [SUBMISSIONS, (topic) => submissionOf({ path: `/${topic}/saw` })],
      ['/api/v1/tasks', (topic_id) => ({ topic_id, title: 'Saws', brief: 'Which?' })],
      [
        '/api/v1/suggestions',
        (topic_id) => ({ topic_id, kind: 'discussion', question: 'Why?', motivation: 'Many ask.' }),
      ],
    ]
    for (const [path, body] of bodies) {
      const key = randomUUID()
      const first = await site.post(path, body('hidden'), { token: wide.token, key })
      assert.equal((await site.post(path, body('hidden'), { token: wide.token, key })).text, first.text)
      const hidden = await site.post(path, body('hidden'), { token: narrow.token, key })
      hidden.refused('invalid_request')
      assertSame(hidden, await site.post(path, body('nowhere'), { token: narrow.token, key }))
      const open = { token: wide.token, key: randomUUID() }
      const shared = await site.post(path, body('tools'), open)
      assert.equal((await site.post(path, body('tools'), { ...open, token: narrow.token })).text, shared.text)
    }
  })

  test('a receipt of feedback is not repeated when its target is hidden', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/saw' })
    const { token } = await register(site)
    const body = { target_hash: content_hash, title: 'Wrong', comment: 'See line 3.' }
    const wish = { token, key: randomUUID() }
    const send = (target_hash = content_hash) => site.post('/api/v1/feedback', { ...body, target_hash }, wish)
    ;(await send()).as('sendFeedback')
    const flip = { expected_visibility: 'public', visibility: 'invited', reason: 'A mistake.' }
    await site.post('/api/v1/topics/tools/visibility', flip, { token: site.admin })
    assertSame(await send(), await send('a'.repeat(64)))
  })

  test('a failure is evaluated afresh under its key', async (t) => {
    const site = await sites.open(t)
    const wish = { token: site.admin, key: randomUUID() }
    const body = submissionOf({ path: '/tools/saw' })
    ;(await site.post(SUBMISSIONS, body, wish)).refused('invalid_request')
    await site.topic('tools')
    const answer = await site.post(SUBMISSIONS, body, wish)
    assert.equal(answer.header('idempotency-replayed'), null)
    answer.as('createSubmission')
  })

  test('of twenty requests at once with one key one is done, and all get its answer', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const other = await site.second(t)
    const wish = { token: site.admin, key: randomUUID() }
    const body = submissionOf({ path: '/tools/saw' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => (place % 2 ? other : site).post(SUBMISSIONS, body, wish)),
    )
    const done = answers.filter((answer) => answer.status === 201)
    for (const answer of answers) if (answer.status !== 201) answer.refused('idempotency_in_progress')
    assert.equal(new Set(done.map((answer) => answer.text)).size, 1)
    assert.equal(done.filter((answer) => answer.header('idempotency-replayed') === null).length, 1)
    assert.equal(await countSubmissions(site), 1)
  })

  test('the same key with twenty inputs at once lets one of them through', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const wish = { token: site.admin, key: randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        site.post(SUBMISSIONS, submissionOf({ path: `/tools/n${place}` }), wish),
      ),
    )
    assert.equal(answers.filter((answer) => answer.status === 201).length, 1)
    assert.ok(answers.every((answer) => [201, 409].includes(answer.status)))
    assert.equal(await countSubmissions(site), 1)
  })

  test('nothing is replayed to a caller who may no longer see what the path names', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const author = await site.issue({ preset: 'trusted_author', topic_grants: ['tools'] })
    const { candidate_hash } = await site.candidate({ path: '/tools/saw', token: author.token })
    const path = `/api/v1/candidates/${candidate_hash}/publish`
    const key = randomUUID()
    ;(await site.post(path, { mode: 'direct' }, { token: author.token, key })).as('publishCandidate')
    const again = (token: string) => site.post(path, { mode: 'direct' }, { token, key })
    const wish = { preset: 'trusted_author' as const, identity_id: author.identity_id }
    assert.equal((await again(await site.token(wish))).header('idempotency-replayed'), 'true')
    ;(await again(await site.token({ ...wish, topic_grants: [] }))).refused('not_found')
    await site.post(`/api/v1/admin/tokens/${author.token_id}/revoke`, { reason: 'x' }, { token: site.admin })
    ;(await again(author.token)).refused('invalid_token')
  })

  test('a key that is missing or has not its form is refused', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const send = (headers: Record<string, string | string[]>) =>
      site.post(SUBMISSIONS, submissionOf({ path: '/tools/saw' }), { token: site.admin, key: null, headers })
    ;(await send({})).refused('idempotency_key_required')
    ;(await send({ 'idempotency-key': '' })).refused('idempotency_key_required')
    for (const key of ['two words', 'é', '""', 'x'.repeat(201), 'tab\tbed'])
      (await send({ 'idempotency-key': key })).refused('idempotency_key_invalid')
    ;(await send({ 'idempotency-key': ['one', 'two'] })).refused('idempotency_key_invalid')
    ;(await send({ 'idempotency-key': 'x'.repeat(200) })).as('createSubmission')
  })

  test('a GET takes no notice of a key', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const headers = { 'idempotency-key': 'two words' }
    for (const path of ['/api/v1/topics/tools', '/api/v1/index'])
      assert.equal((await site.get(path, { headers })).status, 200)
  })

  test('however often requests are repeated and mixed, each act happens once', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    let round = 0
    const acts = fc.array(fc.record({ act: fc.nat(3), variant: fc.boolean() }), {
      minLength: 1,
      maxLength: 10,
    })
    const property = fc.asyncProperty(acts, async (sent) => {
      round += 1
      const before = await countSubmissions(site)
      const keys = [0, 1, 2, 3].map(() => randomUUID())
      const answers = await Promise.all(
        sent.map(({ act, variant }) => {
          const body = submissionOf({ path: `/tools/r${round}-${act}`, title: variant ? 'One' : 'Other' })
          return site.post(SUBMISSIONS, body, { token: site.admin, key: keys[act] ?? '' })
        }),
      )
      const acted = new Set(sent.map(({ act }) => act))
      assert.equal((await countSubmissions(site)) - before, acted.size)
      for (const act of acted) {
        const own = answers.filter((_answer, place) => sent[place]?.act === act)
        assert.equal(
          new Set(own.filter((answer) => answer.status === 201).map((answer) => answer.text)).size,
          1,
        )
      }
    })
    await fc.assert(property, { numRuns: 8 })
  })
})
