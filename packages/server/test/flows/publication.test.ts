import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites, type Site } from '../support/site.ts'

function publishPath(candidateHash: string): string {
  return `/api/v1/candidates/${candidateHash}/publish`
}

async function entryOf(site: Site, id: string) {
  return (await site.get(`/api/v1/entries/${id}`)).as('getEntry')
}

async function setModes(site: Site, publication_modes: string[]): Promise<void> {
  const { policy_hash } = (await site.get('/api/v1/topics/tools')).as('getTopic')
  const body = { expected_policy_hash: policy_hash, publication_modes }
  ;(await site.post('/api/v1/topics/tools/policy', body, { token: site.admin })).as('setPolicy')
}

describeSites((sites) => {
  test('an article goes from submission to its published bytes, with its provenance', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const author = await site.token({ preset: 'trusted_author', label: 'Ada' })
    const published = await site.publish({ path: '/tools/hammer', title: 'Hammers', token: author })
    const entry = await entryOf(site, published.entry_id)
    const object = (await site.get(`/api/v1/objects/${published.content_hash}`)).as('getObject')
    const { policy_hash } = (await site.get('/api/v1/topics/tools')).as('getTopic')
    const provenance = {
      title: 'Hammers',
      author: 'Ada',
      accepted_by: 'Ada',
      topic_id: 'tools',
      path: '/tools/hammer',
      parent_hash: null,
      policy_hash,
      document_kind: 'article',
      created_at: '2026-03-02T09:30:00.000Z',
    }
    assert.partialDeepStrictEqual(object, { ...provenance, is_head: true, retirement_state: 'active' })
    assert.partialDeepStrictEqual(entry, {
      ...provenance,
      status: 'published',
      mode: 'direct',
      without_prior_review: true,
      content_hash: published.content_hash,
      publication_hash: published.publication_hash,
      proposal_hash: entry.proposal_hash,
      retirement: null,
      aliases: [],
      reference: {
        kind: 'service',
        sha256: published.content_hash,
        selection: 'latest_at_check',
        relation: null,
      },
    })
  })

  test('an observation keeps its times and its applicability', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const seen = {
      observed_at: '2026-03-01T00:00:00.000Z',
      refresh_after: '2026-06-01T00:00:00.000Z',
      applicability: 'Saws of this year.',
    }
    const { entry_id } = await site.publish({ path: '/tools/saw', kind: 'observation', ...seen })
    assert.partialDeepStrictEqual(await entryOf(site, entry_id), { ...seen, document_kind: 'observation' })
  })

  test('a submission is finalized once, by a curator or by its trusted author', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const contributor = await site.token({ preset: 'contributor' })
    const stranger = await site.token({ preset: 'trusted_author' })
    const body = { kind: 'article', title: 'T', summary: 'S', path: '/tools/saw', body: 'B' }
    const sent = await site.post('/api/v1/submissions', body, { token: contributor })
    const { proposal_hash } = sent.as('createSubmission')
    const finalize = (token: string) =>
      site.post(`/api/v1/submissions/${proposal_hash}/finalize`, {}, { token })
    ;(await finalize(contributor)).refused('forbidden')
    ;(await finalize(stranger)).refused('not_found')
    const curator = await site.token({ preset: 'curator', topic_grants: ['tools'] })
    const { candidate_hash } = (await finalize(curator)).as('finalizeSubmission')
    ;(await finalize(site.admin)).refused('already_finalized')
    const read = await site.get(`/api/v1/submissions/${proposal_hash}`, { token: contributor })
    assert.partialDeepStrictEqual(read.as('getSubmission'), { state: 'finalized', candidate_hash })
  })

  test('a candidate is read by those who are granted its topic, and by nobody else before publication', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { candidate_hash } = await site.candidate({ path: '/tools/saw' })
    const granted = await site.token({ preset: 'contributor', topic_grants: ['tools'] })
    const outside = await site.token({ preset: 'administrator', topic_grants: [] })
    const list = async (token: string) =>
      (await site.get('/api/v1/candidates', { token })).as('listCandidates').items
    for (const path of [`/api/v1/candidates/${candidate_hash}`, `/objects/${candidate_hash}`]) {
      assert.equal((await site.get(path, { token: granted })).status, 200)
      ;(await site.get(path, { token: outside })).refused('not_found')
    }
    ;(await site.get(`/objects/${candidate_hash}`)).refused('not_found')
    assert.equal((await list(granted)).length, 1)
    assert.deepEqual(await list(outside), [])
    await site.post(publishPath(candidate_hash), { mode: 'direct' }, { token: site.admin })
    assert.equal((await site.get(`/objects/${candidate_hash}`)).status, 200)
  })

  test('a candidate says every field of the front matter of its bytes', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { candidate_hash } = await site.candidate({ path: '/tools/saw' })
    const [, block = ''] = (await site.get(`/objects/${candidate_hash}`, { token: site.admin })).text.split(
      '---\n',
    )
    const written = Object.fromEntries(
      block
        .trimEnd()
        .split('\n')
        .map((field) => {
          const [name = '', ...value] = field.split(': ')
          return [name, JSON.parse(value.join(': '))]
        }),
    )
    assert.partialDeepStrictEqual(written, { kind: 'candidate', format_version: 1 })
    const read = await site.get(`/api/v1/candidates/${candidate_hash}`, { token: site.admin })
    assert.partialDeepStrictEqual(read.as('getCandidate'), written)
    const list = await site.get('/api/v1/candidates', { token: site.admin })
    assert.partialDeepStrictEqual(list.as('listCandidates').items[0], written)
  })

  test('each mode asks for its own authority', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const author = await site.token({ preset: 'trusted_author' })
    const { candidate_hash } = await site.candidate({ path: '/tools/saw', token: author })
    const stranger = await site.token({ preset: 'trusted_author' })
    const curator = await site.token({ preset: 'curator' })
    const send = (token: string, body: object) => site.post(publishPath(candidate_hash), body, { token })
    ;(await send(stranger, { mode: 'direct' })).refused('forbidden')
    ;(await send(author, { mode: 'reviewed' })).refused('forbidden')
    const override = { mode: 'admin_override', reason: 'urgent' }
    for (const token of [author, curator]) (await send(token, override)).refused('forbidden')
    ;(await send(await site.token({ preset: 'contributor' }), { mode: 'direct' })).refused('forbidden')
    ;(await send(await site.token({ preset: 'reviewer', review_grants: null }), { mode: 'direct' })).refused(
      'forbidden',
    )
    ;(await send(author, { mode: 'direct' })).as('publishCandidate')
  })

  test('an override needs its reason, and says its mode for ever', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { candidate_hash, entry_id } = await site.candidate({ path: '/tools/saw' })
    const send = (body: object) => site.post(publishPath(candidate_hash), body, { token: site.admin })
    const refused = (await send({ mode: 'admin_override' })).refused('invalid_request')
    assert.equal(refused.errors?.[0]?.pointer, '/reason')
    ;(await send({ mode: 'admin_override', reason: 'urgent' })).as('publishCandidate')
    assert.partialDeepStrictEqual(await entryOf(site, entry_id), {
      mode: 'admin_override',
      without_prior_review: true,
    })
  })

  test('a reviewed publication waits for the reviews', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { candidate_hash, entry_id } = await site.candidate({ path: '/tools/saw' })
    const refused = await site.post(publishPath(candidate_hash), { mode: 'reviewed' }, { token: site.admin })
    refused.refused('coverage_incomplete')
    ;(await site.get(`/api/v1/entries/${entry_id}`)).refused('not_found')
  })

  test('a mode that the policy leaves out is refused', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await setModes(site, ['reviewed'])
    const { candidate_hash } = await site.candidate({ path: '/tools/saw' })
    const send = (body: object) => site.post(publishPath(candidate_hash), body, { token: site.admin })
    ;(await send({ mode: 'direct' })).refused('invalid_state')
    ;(await send({ mode: 'admin_override', reason: 'urgent' })).refused('invalid_state')
    await setModes(site, ['direct'])
    ;(await send({ mode: 'direct' })).as('publishCandidate')
  })

  test('the head is compared first, and the answer names it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/saw' })
    const again = (body: object) => site.post(publishPath(first.content_hash), body, { token: site.admin })
    for (const expected_head_hash of [null, '0'.repeat(64)]) {
      const refused = (await again({ mode: 'direct', expected_head_hash })).refused(
        'compare_and_set_mismatch',
      )
      assert.equal(refused.current, first.content_hash)
    }
    ;(await again({ mode: 'direct', expected_head_hash: first.content_hash })).refused('already_published')
    const fresh = await site.candidate({ path: '/tools/new' })
    const wrong = { mode: 'direct', expected_head_hash: first.content_hash }
    const refused = await site.post(publishPath(fresh.candidate_hash), wrong, { token: site.admin })
    assert.equal(refused.refused('compare_and_set_mismatch').current, null)
  })

  test('of two rivals that follow one head the second is stale', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/saw' })
    const rival = await site.candidate({ path: '/tools/saw', revises: first, title: 'Rival' })
    const second = await site.publish({ path: '/tools/saw', revises: first, title: 'Second' })
    const body = { mode: 'direct', expected_head_hash: second.content_hash }
    const refused = await site.post(publishPath(rival.candidate_hash), body, { token: site.admin })
    refused.refused('stale_parent')
    assert.equal((await entryOf(site, first.entry_id)).title, 'Second')
  })

  test('revisions are listed newest first, and each says where it stands', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/saw' })
    const second = await site.publish({ path: '/tools/saw', revises: first })
    const third = await site.publish({ path: '/tools/saw', revises: second })
    const path = `/api/v1/entries/${first.entry_id}/revisions`
    const page = (await site.get(`${path}?limit=2`)).as('listRevisions')
    assert.deepEqual(
      page.items.map((item) => [item.content_hash, item.parent_hash]),
      [
        [third.content_hash, second.content_hash],
        [second.content_hash, first.content_hash],
      ],
    )
    const rest = (await site.get(`${path}?limit=2&cursor=${page.next_cursor}`)).as('listRevisions')
    assert.deepEqual(
      rest.items.map((item) => item.content_hash),
      [first.content_hash],
    )
    assert.equal(rest.next_cursor, null)
    const link = (await site.get(`/objects/${second.content_hash}`)).header('link') ?? ''
    assert.match(link, new RegExp(`</objects/${third.content_hash}>; rel="latest-version"`))
    assert.match(link, new RegExp(`</objects/${first.content_hash}>; rel="predecessor-version"`))
    assert.match(link, new RegExp(`</objects/${third.content_hash}>; rel="successor-version"`))
    assert.match(link, new RegExp(`<${path}>; rel="version-history"`))
  })
})
