import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { register, WIDE_LIMITS } from '../support/readers.ts'
import { assertSame } from '../support/sameness.ts'
import { describeSites, type Site, type Wish } from '../support/site.ts'

const LIMITS = { limits: WIDE_LIMITS }

function send(site: Site, target: string, wish: Wish, fields: object = {}) {
  return site.post(
    '/api/v1/feedback',
    { target_hash: target, title: 'Wrong', comment: 'See line 3.', ...fields },
    wish,
  )
}

async function own(site: Site, wish: Wish, query = '') {
  return (await site.get(`/api/v1/feedback${query}`, wish)).as('listFeedback')
}

describeSites((sites) => {
  test('feedback joins the private queue, and its reporter sees what becomes of it', async (t) => {
    const site = await sites.open(t, LIMITS)
    await site.topic('tools')
    const article = await site.publish({ path: '/tools/hammer' })
    const reader = await register(site)
    const answer = await send(site, article.content_hash, reader)
    assert.equal(answer.status, 201)
    const receipt = answer.as('sendFeedback')
    assert.partialDeepStrictEqual(receipt, {
      target_hash: article.content_hash,
      entry_id: article.entry_id,
      title: 'Wrong',
      comment: 'See line 3.',
      received_at: site.clock.now(),
      state: 'open',
      fixed_hashes: [],
    })
    assert.deepEqual((await own(site, reader)).items, [receipt])
    const query = '/api/v1/suggestions?kind=article_feedback'
    const queue = await site.get(query, { token: site.admin })
    const [item] = queue.as('listSuggestions').items
    assert.partialDeepStrictEqual(item, {
      suggestion_id: receipt.suggestion_id,
      kind: 'article_feedback',
      topic_id: 'tools',
      question: 'Wrong',
      motivation: 'See line 3.',
      related_hashes: [article.content_hash],
    })
    assert.doesNotMatch(queue.text, new RegExp(reader.identity_id))
    ;(await site.get(query, reader)).refused('forbidden')
    const fixed = await site.publish({ path: '/tools/hammer', revises: article, title: 'Right' })
    const place = `/api/v1/suggestions/${receipt.suggestion_id}/resolution`
    const body = {
      state: 'resolved',
      expected_resolution_hash: null,
      reason: 'Corrected.',
      fixed_hashes: [fixed.content_hash],
    }
    ;(await site.post(place, body, { token: site.admin })).as('resolveSuggestion')
    assert.partialDeepStrictEqual((await own(site, reader)).items[0], {
      state: 'resolved',
      fixed_hashes: [fixed.content_hash],
    })
    const page = await site.get(place, reader)
    assert.equal(page.as('listResolutions').items.length, 1)
    assert.doesNotMatch(page.text, /duplicate_of|decided_by/)
    const other = await register(site)
    const missing = await site.get(`/api/v1/suggestions/${randomUUID()}/resolution`, other)
    missing.refused('not_found')
    assertSame(await site.get(place, other), missing)
    ;(await site.post(place, body, reader)).refused('forbidden')
  })

  test('what a reader sent is for the curators of its topic alone', async (t) => {
    const site = await sites.open(t, LIMITS)
    await site.topic('tools')
    await site.topic('toys')
    const { content_hash: target } = await site.publish({ path: '/tools/hammer' })
    const receipt = (await send(site, target, await register(site))).as('sendFeedback')
    const path = `/api/v1/suggestions/${receipt.suggestion_id}`
    const curator = { token: await site.token({ preset: 'curator', topic_grants: ['tools'] }) }
    const sent = (await site.get(path, curator)).as('getSuggestion')
    assert.equal((await site.get('/api/v1/suggestions', curator)).as('listSuggestions').items.length, 1)
    assert.equal((await site.get(`/objects/${sent.suggestion_hash}`, curator)).status, 200)
    const others = [
      await site.token({ preset: 'contributor' }),
      await site.token({ preset: 'trusted_author', topic_grants: ['tools'] }),
      await site.token({ preset: 'reviewer', review_grants: null }),
      await site.token({ preset: 'curator', topic_grants: ['toys'] }),
    ]
    for (const token of others) {
      assert.deepEqual((await site.get('/api/v1/suggestions', { token })).as('listSuggestions').items, [])
      const missing = await site.get(`/api/v1/suggestions/${randomUUID()}`, { token })
      assertSame(await site.get(path, { token }), missing)
      for (const folder of ['/objects/', '/api/v1/objects/'])
        assertSame(
          await site.get(folder + sent.suggestion_hash, { token }),
          await site.get(folder + 'a'.repeat(64), { token }),
        )
    }
    // Whoever works on the topic reads what was decided, and nothing of what was said.
    const decisions = await site.get(`${path}/resolution`, { token: others[1] ?? '' })
    assert.equal(decisions.as('listResolutions').state, 'open')
    assert.doesNotMatch(decisions.text, /Wrong|line 3/)
  })

  test('what happens in a topic after it was hidden is not told to the reporter', async (t) => {
    const site = await sites.open(t, LIMITS)
    await site.topic('tools')
    const article = await site.publish({ path: '/tools/hammer' })
    const reader = await register(site)
    const receipt = (await send(site, article.content_hash, reader)).as('sendFeedback')
    const place = `/api/v1/suggestions/${receipt.suggestion_id}/resolution`
    const hide = { expected_visibility: 'public', visibility: 'invited', reason: 'not yet' }
    ;(await site.post('/api/v1/topics/tools/visibility', hide, { token: site.admin })).as('changeVisibility')
    const before = await site.get('/api/v1/feedback', reader)
    assert.deepEqual(before.as('listFeedback').items, [{ ...receipt, state: null, fixed_hashes: [] }])
    const gone = await site.get(place, reader)
    gone.refused('not_found')
    const body = {
      state: 'resolved',
      expected_resolution_hash: null,
      reason: 'x',
      fixed_hashes: [article.content_hash],
    }
    ;(await site.post(place, body, { token: site.admin })).as('resolveSuggestion')
    assertSame(await site.get('/api/v1/feedback', reader), before)
    assertSame(await site.get(place, reader), gone)
    ;(await send(site, article.content_hash, reader)).refused('invalid_request')
  })

  test('a target that is hidden, unpublished, of another kind or missing is refused in the same words', async (t) => {
    const site = await sites.open(t, LIMITS)
    await site.topic('tools')
    await site.topic('secret', 'invited')
    const reader = await register(site)
    const missing = await send(site, 'a'.repeat(64), reader)
    assert.equal(missing.refused('invalid_request').errors?.[0]?.pointer, '/target_hash')
    const hidden = await site.publish({ path: '/secret/plan' })
    const draft = await site.candidate({ path: '/tools/saw' })
    const open = await site.publish({ path: '/tools/hammer' })
    for (const target of [
      hidden.content_hash,
      hidden.publication_hash,
      draft.candidate_hash,
      draft.proposal_hash,
      open.publication_hash,
    ])
      assertSame(await send(site, target, reader), missing)
    for (const { used } of (await site.get('/api/v1/me', reader)).as('getMe').quotas) assert.equal(used, 0)
    ;(await send(site, open.content_hash, { token: site.admin })).refused('forbidden')
    ;(await send(site, open.content_hash, {})).refused('unauthenticated')
  })

  test('what feedback must look like', async (t) => {
    const site = await sites.open(t, LIMITS)
    await site.topic('tools')
    const { content_hash } = await site.publish({ path: '/tools/hammer' })
    const reader = await register(site)
    for (const fields of [
      { title: 'x'.repeat(201) },
      { title: '' },
      { title: 'two\nlines' },
      { title: null },
      { comment: null },
      { comment: '😀'.repeat(501) },
      { comment: 'a\u0000' },
      { target_hash: content_hash.toUpperCase() },
      { target_hash: null },
      { kind: 'discussion' },
    ])
      (await send(site, content_hash, reader, fields)).refused('invalid_request')
    const wide = { title: '😀'.repeat(200), comment: 'e\u0301'.repeat(250) }
    assert.partialDeepStrictEqual((await send(site, content_hash, reader, wide)).as('sendFeedback'), wide)
  })

  test('own feedback is listed newest first in pages, and nobody sees another’s', async (t) => {
    const site = await sites.open(t, LIMITS)
    await site.topic('tools')
    const { content_hash } = await site.publish({ path: '/tools/hammer' })
    const [ada, ben] = [await register(site), await register(site)]
    for (const title of ['one', 'two', 'three']) {
      await send(site, content_hash, ada, { title })
      site.clock.advance({ seconds: 1 })
    }
    const first = await own(site, ada, '?limit=2')
    assert.deepEqual(
      first.items.map(({ title }) => title),
      ['three', 'two'],
    )
    const rest = await own(site, ada, `?limit=2&cursor=${first.next_cursor}`)
    assert.deepEqual(
      rest.items.map(({ title }) => title),
      ['one'],
    )
    assert.equal(rest.next_cursor, null)
    assert.deepEqual((await own(site, ben)).items, [])
    const foreign = await site.get(`/api/v1/feedback?limit=2&cursor=${first.next_cursor}`, ben)
    assert.doesNotMatch(foreign.text, /one|two|three/)
    ;(await site.get('/api/v1/feedback')).refused('unauthenticated')
    assert.deepEqual((await own(site, { token: site.admin })).items, [])
  })
})
