import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/answer.ts'
import { describeSites } from '../support/site.ts'

function countBy(answers: readonly Answer[]): Record<string, number> {
  const codes = answers.map((answer) => String(answer.json.code ?? answer.status))
  return Object.fromEntries(
    [...new Set(codes)].sort().map((code) => [code, codes.filter((own) => own === code).length]),
  )
}

describeSites((sites) => {
  test('of twenty rival revisions published at once, by two processes, one becomes the head', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const other = await site.second(t)
    const first = await site.publish({ path: '/tools/saw' })
    const rivals = await Promise.all(
      Array.from({ length: 20 }, (_, place) =>
        site.candidate({ path: '/tools/saw', revises: first, title: `Rival ${place}` }),
      ),
    )
    const body = { mode: 'direct', expected_head_hash: first.content_hash }
    const answers = await Promise.all(
      rivals.map(({ candidate_hash }, place) =>
        (place % 2 ? other : site).post(`/api/v1/candidates/${candidate_hash}/publish`, body, {
          token: site.admin,
        }),
      ),
    )
    assert.deepEqual(countBy(answers), { 201: 1, compare_and_set_mismatch: 19 })
    const winner = answers.find((answer) => answer.status === 201)?.json.content_hash
    for (const server of [site, other]) {
      const entry = (await server.get(`/api/v1/entries/${first.entry_id}`)).as('getEntry')
      assert.equal(entry.content_hash, winner)
      const { items } = (await server.get(`/api/v1/entries/${first.entry_id}/revisions`)).as('listRevisions')
      assert.deepEqual(
        items.map((item) => item.content_hash),
        [winner, first.content_hash],
      )
    }
  })

  test('of ten new entries published at once on one path one gets it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const rivals = await Promise.all(Array.from({ length: 10 }, () => site.candidate({ path: '/tools/saw' })))
    const answers = await Promise.all(
      rivals.map(({ candidate_hash }) =>
        site.post(`/api/v1/candidates/${candidate_hash}/publish`, { mode: 'direct' }, { token: site.admin }),
      ),
    )
    assert.deepEqual(countBy(answers), { 201: 1, path_taken: 9 })
    assert.equal((await site.get('/api/v1/topics/tools')).as('getTopic').published_counts.total, 1)
  })

  test('a submission that is finalized ten times at once becomes one candidate', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const body = { kind: 'article', title: 'T', summary: 'S', path: '/tools/saw', body: 'B' }
    const { proposal_hash } = (await site.post('/api/v1/submissions', body, { token: site.admin })).as(
      'createSubmission',
    )
    const path = `/api/v1/submissions/${proposal_hash}/finalize`
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => site.post(path, {}, { token: site.admin })),
    )
    assert.deepEqual(countBy(answers), { 201: 1, already_finalized: 9 })
    assert.equal(
      (await site.get('/api/v1/candidates', { token: site.admin })).as('listCandidates').items.length,
      1,
    )
  })

  test('a topic that is made ten times at once is made once', async (t) => {
    const site = await sites.open(t)
    const body = { id: 'tools', title: 'T', summary: 'S' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => site.post('/api/v1/topics', body, { token: site.admin })),
    )
    assert.deepEqual(countBy(answers), { 201: 1, already_exists: 9 })
  })

  test('a policy and a visibility that ten curators change at once change once', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { policy_hash } = (await site.get('/api/v1/topics/tools')).as('getTopic')
    const policies = await Promise.all(
      Array.from({ length: 10 }, (_, minimum_evidence) =>
        site.post(
          '/api/v1/topics/tools/policy',
          { expected_policy_hash: policy_hash, minimum_evidence },
          { token: site.admin },
        ),
      ),
    )
    assert.deepEqual(countBy(policies), { 201: 1, compare_and_set_mismatch: 9 })
    const hide = { expected_visibility: 'public', visibility: 'invited', reason: 'a test' }
    const changes = await Promise.all(
      Array.from({ length: 10 }, () =>
        site.post('/api/v1/topics/tools/visibility', hide, { token: site.admin }),
      ),
    )
    assert.deepEqual(countBy(changes), { 200: 1, compare_and_set_mismatch: 9 })
    const audited = (await site.get('/api/v1/topics/tools/visibility', { token: site.admin })).as(
      'listVisibilityChanges',
    )
    assert.equal(audited.items.length, 2)
  })

  test('thirty entries published at once, by two processes, are all there, with times of their own', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    const other = await site.second(t)
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, place) =>
        (place % 2 ? other : site).publish({ path: `/${place % 3 ? 'tools' : 'toys'}/n${place}` }),
      ),
    )
    assert.equal(new Set(made.map((entry) => entry.published_at)).size, 30)
    const { items } = (await other.get('/api/v1/index?limit=100')).as('listIndex')
    assert.deepEqual(
      items.map((item) => item.content_hash).sort(),
      made.map((entry) => entry.content_hash).sort(),
    )
    const counts = await Promise.all(
      ['tools', 'toys'].map(
        async (id) => (await site.get(`/api/v1/topics/${id}`)).as('getTopic').published_counts.total,
      ),
    )
    assert.deepEqual(counts, [20, 10])
  })
})
