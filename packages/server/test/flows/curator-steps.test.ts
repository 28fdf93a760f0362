import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn, type Visitor } from '../support/console.ts'
import { actAt, wordsOf } from '../support/console-acts.ts'
import { approveAll, draft, manualEvidence, openDesk, plan } from '../support/editorial.ts'
import { describePages } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'

/** What the desk of somebody lists: the title of each step, and the words of its buttons. */
async function stepsOf(visitor: Visitor): Promise<string[]> {
  const { html } = await visitor.open('/console')
  const [, list = ''] = /<ol class="entries steps">([\s\S]*?)<\/ol>/.exec(html) ?? []
  return list
    .split('<li>')
    .slice(1)
    .map((step) => {
      const title = /<h3><a[^>]*>([^<]*)/.exec(step)?.[1] ?? ''
      const buttons = [...step.matchAll(/<(?:button|a class="button")[^>]*>([^<]+)</g)].map(
        ([, words]) => words,
      )
      return `${title}: ${buttons.join(', ')}`
    })
}

describePages((sites) => {
  test('the desk names the next step of a text until it is published', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const [author, curator, reviewer] = await Promise.all(
      [desk.author, desk.curator, desk.reviewers[0]].map((token) => signIn(site, token)),
    )
    assert.ok(author && curator && reviewer)
    await site.post('/api/v1/submissions', submissionOf({ path: '/tools/saw', title: 'Saw' }), {
      token: desk.author,
    })
    assert.deepEqual(await stepsOf(curator), ['Saw: Accept it, Decline it'])
    assert.deepEqual(await stepsOf(author), [])
    const { html } = await curator.open('/console')
    const finalize = /href="([^"]*\/finalize)"/.exec(html)?.[1] ?? ''
    const accepted = await actAt(curator, finalize, { typed: {} })
    assert.match(wordsOf(accepted), /Saw/)
    assert.deepEqual(await stepsOf(curator), ['Saw: Ask for reviews, Publish it'])
    const { items } = (await site.get('/api/v1/candidates', { token: desk.curator })).as('listCandidates')
    const [{ candidate_hash } = { candidate_hash: '' }] = items
    const tasks = await plan(site, desk, candidate_hash)
    assert.deepEqual(await stepsOf(curator), [])
    assert.match((await stepsOf(reviewer)).join(), /: Claim it$/)
    await approveAll(site, desk, tasks)
    const evidence = manualEvidence(site.clock.now())
    await site.post(`/api/v1/candidates/${candidate_hash}/evidence`, evidence, { token: desk.reviewers[0] })
    const covered = (await site.get(`/api/v1/candidates/${candidate_hash}`, { token: desk.curator })).as(
      'getCandidate',
    )
    assert.equal(covered.coverage.passes, true)
    assert.deepEqual(await stepsOf(curator), ['Saw: Publish it'])
    await actAt(curator, `/console/candidates/${candidate_hash}/publish`, { typed: { '/mode': 'reviewed' } })
    assert.deepEqual(await stepsOf(curator), [])
  })

  test('the oldest waits first, and a review is claimed from the desk itself', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const curator = await signIn(site, desk.curator)
    for (const title of ['First', 'Second', 'Third']) {
      await site.post('/api/v1/submissions', submissionOf({ path: `/tools/${title.toLowerCase()}`, title }), {
        token: desk.author,
      })
      site.clock.advance({ seconds: 1 })
    }
    const titles = (await stepsOf(curator)).map((step) => step.split(':')[0])
    assert.deepEqual(titles, ['First', 'Second', 'Third'])
    const { candidate_hash } = await draft(site, desk, { path: '/tools/fourth', title: 'Fourth' })
    const [task] = Object.values(await plan(site, desk, candidate_hash))
    const reviewer = await signIn(site, desk.reviewers[0])
    const claimed = await actAt(reviewer, '/console', { action: `/console/reviews/${task}/claim`, typed: {} })
    assert.match(claimed.said('lease') ?? '', /You hold this task/)
  })

  test('nobody is shown a step of a topic that is not theirs', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'plants'] })
    const desk = await openDesk(site)
    await site.post('/api/v1/submissions', submissionOf({ path: '/tools/saw', title: 'Saw' }), {
      token: desk.author,
    })
    const other = await site.token({ preset: 'curator', label: 'other', topic_grants: ['plants'] })
    assert.deepEqual(await stepsOf(await signIn(site, other)), [])
  })
})
