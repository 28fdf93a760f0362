import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BodyOf, Operations } from '@colophon/contract'
import type { Answer } from '../support/answer.ts'
import { verifyChain } from '../support/chain.ts'
import { describeSites, type Site } from '../support/site.ts'

type Wish = Partial<BodyOf<Operations['createSuggestion']>> & { token?: string }
type Decision = Partial<BodyOf<Operations['resolveSuggestion']>> & { token?: string }

function suggest(site: Site, { token, ...wish }: Wish = {}): Promise<Answer> {
  const body = {
    topic_id: 'tools',
    kind: 'discussion',
    question: 'Which hammer?',
    motivation: 'There are\nmany.',
    ...wish,
  }
  return site.post('/api/v1/suggestions', body, { token: token ?? site.admin })
}

async function made(site: Site, wish: Wish = {}) {
  return (await suggest(site, wish)).as('createSuggestion')
}

function decide(site: Site, id: string, { token, ...decision }: Decision = {}): Promise<Answer> {
  const body = { state: 'open', reason: 'because', ...decision }
  return site.post(`/api/v1/suggestions/${id}/resolution`, body, { token: token ?? site.admin })
}

async function page(site: Site, id: string, token = site.admin) {
  return (await site.get(`/api/v1/suggestions/${id}/resolution`, { token })).as('listResolutions')
}

async function listed(site: Site, query: string, token = site.admin) {
  const { items } = (await site.get(`/api/v1/suggestions${query}`, { token })).as('listSuggestions')
  return items.map((item) => item.suggestion_id)
}

describeSites((sites) => {
  test('a suggestion is made, read and listed, and its words are an object', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const hammer = await site.publish({ path: '/tools/hammer' })
    const author = await site.token({ preset: 'contributor' })
    const one = await made(site, {
      related_hashes: [hammer.content_hash],
      parent_hash: hammer.content_hash,
      token: author,
    })
    assert.equal(one.resolution_state, 'open')
    assert.equal(one.resolution_hash, null)
    assert.equal(one.triage_state, 'untriaged')
    assert.equal(one.created_by, 'somebody')
    const read = await site.get(`/api/v1/suggestions/${one.suggestion_id}`, { token: author })
    assert.deepEqual(read.as('getSuggestion'), one)
    const words = (await site.get(`/objects/${one.suggestion_hash}`, { token: author })).json
    assert.equal(words.kind, 'suggestion')
    assert.equal(words.suggestion_kind, 'discussion')
    assert.equal(words.question, 'Which hammer?')
    assert.deepEqual(await listed(site, ''), [one.suggestion_id])
  })

  test('suggestions are listed by kind, state and topic, newest first and in pages', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('toys', 'invited')
    const ids: string[] = []
    for (const kind of ['discussion', 'research', 'correction'] as const) {
      ids.unshift((await made(site, { kind })).suggestion_id)
      site.clock.advance({ seconds: 1 })
    }
    const [newest = '', middle = '', oldest = ''] = ids
    const toy = (await made(site, { topic_id: 'toys' })).suggestion_id
    await decide(site, middle, { state: 'duplicate', duplicate_of: oldest })
    assert.deepEqual(await listed(site, ''), [toy, newest, middle, oldest])
    assert.deepEqual(await listed(site, '?topic=tools'), ids)
    assert.deepEqual(await listed(site, '?kind=research'), [middle])
    assert.deepEqual(await listed(site, '?resolution_state=duplicate'), [middle])
    assert.deepEqual(await listed(site, '?resolution_state=open&topic=tools'), [newest, oldest])
    assert.deepEqual(await listed(site, '?topic=no-such-topic'), [])
    const first = (await site.get('/api/v1/suggestions?limit=3', { token: site.admin })).as('listSuggestions')
    assert.equal(first.items.length, 3)
    assert.deepEqual(await listed(site, `?limit=3&cursor=${first.next_cursor}`), [oldest])
    const other = await site.token({ preset: 'contributor', topic_grants: ['tools'] })
    assert.deepEqual(await listed(site, '', other), ids)
    ;(await site.get('/api/v1/suggestions')).refused('unauthenticated')
    ;(await site.get(`/api/v1/suggestions/${toy}`, { token: other })).refused('not_found')
    ;(await site.get(`/api/v1/suggestions/${toy}/resolution`, { token: other })).refused('not_found')
  })

  test('what a suggestion names must be readable and fit, and is refused in the same words', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('toys', 'invited')
    await site.topic('games')
    const hidden = await site.publish({ path: '/toys/ball' })
    const draft = await site.candidate({ path: '/games/draft' })
    const chess = await site.publish({ path: '/games/chess' })
    const author = await site.token({ preset: 'contributor', topic_grants: ['tools', 'games'] })
    const words = new Set<string>()
    const refuse = async (wish: Wish, pointer: string) => {
      const [error] =
        (await suggest(site, { ...wish, token: author })).refused('invalid_request').errors ?? []
      assert.equal(error?.pointer, pointer)
      words.add(error?.message ?? '')
    }
    for (const hash of [hidden.content_hash, draft.candidate_hash, chess.publication_hash, 'a'.repeat(64)])
      await refuse({ related_hashes: [chess.content_hash, hash] }, '/related_hashes/1')
    for (const hash of [hidden.content_hash, chess.content_hash, 'a'.repeat(64)])
      await refuse({ parent_hash: hash }, '/parent_hash')
    for (const topic of ['toys', 'no-such-topic']) await refuse({ topic_id: topic }, '/topic_id')
    assert.equal(words.size, 1)
    ;(await suggest(site, { question: 'two\nlines' })).refused('invalid_request')
    ;(await suggest(site, { motivation: 'x'.repeat(2001) })).refused('invalid_request')
    const many = Array.from({ length: 21 }, (_, n) => n.toString(16).padStart(64, '0'))
    ;(await suggest(site, { related_hashes: many })).refused('invalid_request')
    const reader = await site.token({ preset: 'reviewer', review_grants: [] })
    ;(await suggest(site, { token: reader })).refused('forbidden')
  })

  test('a related revision is no longer shown to those for whom its topic became hidden', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('games')
    const chess = await site.publish({ path: '/games/chess' })
    const author = await site.token({ preset: 'contributor', topic_grants: ['tools'] })
    const one = await made(site, { related_hashes: [chess.content_hash], token: author })
    assert.deepEqual(one.related_hashes, [chess.content_hash])
    const close = { expected_visibility: 'public', visibility: 'invited', reason: 'hidden now' }
    ;(await site.post('/api/v1/topics/games/visibility', close, { token: site.admin })).as('changeVisibility')
    const seen = async (token: string) =>
      (await site.get(`/api/v1/suggestions/${one.suggestion_id}`, { token })).as('getSuggestion')
        .related_hashes
    assert.deepEqual(await seen(author), [])
    assert.deepEqual(await seen(site.admin), [chess.content_hash])
  })

  test('triage goes by compare and set, and leaves the resolution alone', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const one = await made(site)
    const path = `/api/v1/suggestions/${one.suggestion_id}/triage`
    const triage = (expected_triage_state: string, state: string, token = site.admin) =>
      site.post(path, { expected_triage_state, state, reason: 'worth it' }, { token })
    const accepted = (await triage('untriaged', 'accepted')).as('triageSuggestion')
    assert.equal(accepted.triage_state, 'accepted')
    assert.equal(accepted.resolution_state, 'open')
    assert.equal(
      (await triage('untriaged', 'declined')).refused('compare_and_set_mismatch').current,
      'accepted',
    )
    ;(await triage('accepted', 'accepted')).refused('invalid_state')
    ;(await triage('accepted', 'resolved')).refused('invalid_request')
    ;(await triage('accepted', 'declined')).as('triageSuggestion')
    await decide(site, one.suggestion_id, { state: 'open' })
    const after = await site.get(`/api/v1/suggestions/${one.suggestion_id}`, { token: site.admin })
    assert.equal(after.as('getSuggestion').triage_state, 'declined')
    await site.topic('other')
    const elsewhere = await site.token({ preset: 'curator', topic_grants: ['other'] })
    ;(await triage('declined', 'accepted', elsewhere)).refused('not_found')
    const author = await site.token({ preset: 'contributor' })
    ;(await triage('declined', 'accepted', author)).refused('forbidden')
  })

  test('decisions are kept in a chain and listed in the order of their hashes', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const hammer = await site.publish({ path: '/tools/hammer' })
    const { suggestion_id: id } = await made(site)
    let tip: string | null = null
    for (const state of ['open', 'resolved', 'open', 'resolved', 'open'] as const) {
      const fixed_hashes = state === 'resolved' ? [hammer.content_hash] : []
      const answer = await decide(site, id, { state, fixed_hashes, expected_resolution_hash: tip })
      const decision = answer.as('resolveSuggestion')
      assert.equal(decision.previous_hash, tip)
      assert.equal(decision.decided_by, 'administrator')
      tip = decision.resolution_hash
    }
    const read = await page(site, id)
    assert.equal(read.resolution_hash, tip)
    assert.equal(read.state, 'open')
    const hashes = read.items.map((item) => item.resolution_hash)
    assert.deepEqual(hashes, hashes.toSorted())
    const records = read.items.map((item) => ({
      hash: item.resolution_hash,
      previous_hash: item.previous_hash,
    }))
    assert.deepEqual(verifyChain(records), { ok: true, tip })
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const at: string = cursor === '' ? '' : `&cursor=${cursor}`
      const part = await site.get(`/api/v1/suggestions/${id}/resolution?limit=2${at}`, { token: site.admin })
      const { items, next_cursor } = part.as('listResolutions')
      found.push(...items.map((item) => item.resolution_hash))
      cursor = next_cursor
    }
    assert.deepEqual(found, hashes)
    const said = (await site.get(`/objects/${tip}`, { token: site.admin })).json
    assert.equal(said.kind, 'resolution')
    ;(await site.get(`/objects/${tip}`)).refused('not_found')
  })

  test('a stale, null or foreign token is told the current decision', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const { suggestion_id: id } = await made(site)
    const { suggestion_id: other } = await made(site)
    const foreign = (await decide(site, other)).as('resolveSuggestion').resolution_hash
    const early = await decide(site, id, { expected_resolution_hash: foreign })
    assert.equal(early.refused('compare_and_set_mismatch').current, null)
    const tip = (await decide(site, id)).as('resolveSuggestion').resolution_hash
    for (const expected_resolution_hash of [null, foreign, '0'.repeat(64)]) {
      const late = await decide(site, id, { expected_resolution_hash })
      assert.equal(late.refused('compare_and_set_mismatch').current, tip)
    }
    assert.equal((await page(site, id)).items.length, 1)
  })

  test('fixes that cannot be one are refused in the same words', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('toys', 'invited')
    const hammer = await site.publish({ path: '/tools/hammer' })
    const gone = await site.publish({ path: '/tools/gone' })
    const retired = { state: 'retired', reason: 'wrong' }
    await site.post(`/api/v1/objects/${gone.content_hash}/retirement`, retired, { token: site.admin })
    const bad = [
      gone.content_hash,
      (await site.candidate({ path: '/tools/draft' })).candidate_hash,
      (await site.publish({ path: '/toys/ball' })).content_hash,
      hammer.publication_hash,
      '0'.repeat(64),
    ]
    const curator = await site.token({ preset: 'curator', topic_grants: ['tools'] })
    const { suggestion_id: id } = await made(site)
    const words = new Set<string>()
    for (const hash of bad)
      for (const state of ['resolved', 'open'] as const) {
        const fixed_hashes = [hammer.content_hash, hash]
        const answer = await decide(site, id, { state, fixed_hashes, token: curator })
        const [error] = answer.refused('invalid_request').errors ?? []
        assert.equal(error?.pointer, '/fixed_hashes/1')
        words.add(error?.message ?? '')
      }
    assert.equal(words.size, 1)
    const twice = [hammer.content_hash, hammer.content_hash]
    const eleven = Array.from({ length: 11 }, (_, n) => n.toString(16).padStart(64, '0'))
    for (const fixed_hashes of [[], twice, eleven])
      (await decide(site, id, { state: 'resolved', fixed_hashes })).refused('invalid_request')
    const { suggestion_id: primary } = await made(site)
    const stray: Decision = {
      state: 'duplicate',
      duplicate_of: primary,
      fixed_hashes: [hammer.content_hash],
    }
    ;(await decide(site, id, stray)).refused('invalid_request')
    const older = await site.publish({ path: '/tools/hammer', title: 'Second', revises: hammer })
    const fixed_hashes = [hammer.content_hash, older.content_hash]
    const done = (await decide(site, id, { state: 'resolved', fixed_hashes })).as('resolveSuggestion')
    assert.deepEqual(done.fixed_hashes, fixed_hashes)
  })

  test('a duplicate names a primary suggestion of its topic, so that there are no cycles', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('toys', 'invited')
    const [one, two, three] = [await made(site), await made(site), await made(site)]
    const toy = await made(site, { topic_id: 'toys' })
    const duplicate = (id: string, of: string | null, expected: string | null = null) =>
      decide(site, id, { state: 'duplicate', duplicate_of: of, expected_resolution_hash: expected })
    const done = (await duplicate(two.suggestion_id, one.suggestion_id)).as('resolveSuggestion')
    assert.equal(done.duplicate_of, one.suggestion_id)
    const words = new Set<string>()
    for (const [id, of] of [
      [one.suggestion_id, one.suggestion_id],
      [one.suggestion_id, two.suggestion_id],
      [three.suggestion_id, two.suggestion_id],
      [one.suggestion_id, toy.suggestion_id],
      [one.suggestion_id, '00000000-0000-4000-8000-000000000000'],
    ] as const) {
      const [error] = (await duplicate(id, of)).refused('invalid_request').errors ?? []
      assert.equal(error?.pointer, '/duplicate_of')
      words.add(error?.message ?? '')
    }
    assert.equal(words.size, 1)
    ;(await duplicate(one.suggestion_id, null)).refused('invalid_request')
    ;(await decide(site, three.suggestion_id, { duplicate_of: one.suggestion_id })).refused('invalid_request')
    const reopened = { expected_resolution_hash: done.resolution_hash } as const
    const open = (await decide(site, two.suggestion_id, reopened)).as('resolveSuggestion')
    assert.equal(open.duplicate_of, null)
    ;(await duplicate(three.suggestion_id, two.suggestion_id)).as('resolveSuggestion')
  })

  test('of two that call each other duplicates at once, one is the primary', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const [one, two] = [await made(site), await made(site)]
    const answers = await Promise.all([
      decide(site, one.suggestion_id, { state: 'duplicate', duplicate_of: two.suggestion_id }),
      decide(site, two.suggestion_id, { state: 'duplicate', duplicate_of: one.suggestion_id }),
    ])
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 400])
  })

  test('only a curator of the topic decides', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('other')
    const { suggestion_id: id } = await made(site)
    const elsewhere = await site.token({ preset: 'curator', topic_grants: ['other'] })
    ;(await decide(site, id, { token: elsewhere })).refused('not_found')
    const author = await site.token({ preset: 'contributor' })
    ;(await decide(site, id, { token: author })).refused('forbidden')
    assert.deepEqual((await page(site, id, author)).items, [])
    ;(await site.get(`/api/v1/suggestions/${id}/resolution`)).refused('unauthenticated')
    ;(await site.get(`/api/v1/suggestions/${'0'.repeat(36)}/resolution`, { token: author })).refused(
      'invalid_request',
    )
  })
})
