import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites, type Site } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'
import { claimTask, listTasks, openTask } from '../support/tasks.ts'

async function submit(site: Site, token: string, path: string): Promise<string> {
  const answer = await site.post('/api/v1/submissions', submissionOf({ path }), { token })
  return answer.as('createSubmission').proposal_hash
}

describeSites((sites) => {
  test('an author takes an undecided submission back, and nobody else does', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const author = await site.token({ preset: 'contributor' })
    const rival = await site.token({ preset: 'contributor' })
    const path = `/api/v1/submissions/${await submit(site, author, '/tools/saw')}`
    ;(await site.post(`${path}/withdraw`, {}, { token: site.admin })).refused('forbidden')
    ;(await site.post(`${path}/withdraw`, {}, { token: rival })).refused('not_found')
    const withdrawn = (await site.post(`${path}/withdraw`, {}, { token: author })).as('withdrawSubmission')
    assert.equal(withdrawn.state, 'withdrawn')
    assert.equal(withdrawn.decided_at, site.clock.now())
    ;(await site.post(`${path}/withdraw`, {}, { token: author })).refused('invalid_state')
    ;(await site.post(`${path}/decline`, { reason: 'late' }, { token: site.admin })).refused('invalid_state')
    ;(await site.post(`${path}/finalize`, {}, { token: site.admin })).refused('invalid_state')
  })

  test('a curator declines with a reason, which the author reads among own work', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('ships')
    const author = await site.token({ preset: 'contributor' })
    const outside = await site.token({ preset: 'curator', topic_grants: ['ships'] })
    const declined = await submit(site, author, '/tools/saw')
    const kept = await submit(site, author, '/tools/plane')
    const path = `/api/v1/submissions/${declined}`
    ;(await site.post(`${path}/decline`, { reason: 'no' }, { token: author })).refused('forbidden')
    ;(await site.post(`${path}/decline`, { reason: 'no' }, { token: outside })).refused('not_found')
    ;(await site.post(`${path}/decline`, {}, { token: site.admin })).refused('invalid_request')
    const reason = 'Says nothing\nabout teeth.'
    ;(await site.post(`${path}/decline`, { reason }, { token: site.admin })).as('declineSubmission')
    ;(await site.post(`${path}/withdraw`, {}, { token: author })).refused('invalid_state')
    const list = async (query: string) =>
      (await site.get(`/api/v1/submissions${query}`, { token: author })).as('listSubmissions').items
    const [fate, ...others] = await list('?state=declined')
    assert.equal(others.length, 0)
    assert.equal(fate?.proposal_hash, declined)
    assert.equal(fate?.reason, reason)
    assert.deepEqual(
      (await list('?state=submitted')).map((one) => one.proposal_hash),
      [kept],
    )
    const rival = await site.token({ preset: 'contributor' })
    ;(await site.get(path, { token: rival })).refused('not_found')
  })

  test('accepting a suggestion may open its research task, in one act', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('ships')
    const author = await site.token({ preset: 'contributor' })
    const said = { topic_id: 'tools', kind: 'research', question: 'Which saw?', motivation: 'Unclear.' }
    const suggestion = (await site.post('/api/v1/suggestions', said, { token: author })).as(
      'createSuggestion',
    )
    const triage = (body: object) =>
      site.post(
        `/api/v1/suggestions/${suggestion.suggestion_id}/triage`,
        { expected_triage_state: 'untriaged', reason: 'worth it', ...body },
        { token: site.admin },
      )
    const elsewhere = await openTask(site, { topic_id: 'ships' })
    const first = await openTask(site)
    const task = { title: 'Compare saws', brief: 'All of them.' }
    const wrong: [object, string][] = [
      [{ state: 'declined', task }, '/task'],
      [{ state: 'accepted', task: { ...task, kind: 'review' } }, '/task/kind'],
      [{ state: 'accepted', task: { ...task, title: '' } }, '/task/title'],
      [{ state: 'accepted', task: { ...task, prerequisites: [elsewhere.task_id] } }, '/task/prerequisites/0'],
    ]
    for (const [body, pointer] of wrong)
      assert.equal((await triage(body)).refused('invalid_request').errors?.[0]?.pointer, pointer)
    assert.equal((await listTasks(site, 'topic=tools')).length, 1, 'nothing was opened')
    const accepted = (
      await triage({ state: 'accepted', task: { ...task, prerequisites: [first.task_id] } })
    ).as('triageSuggestion')
    assert.equal(accepted.triage_state, 'accepted')
    const opened = (await listTasks(site, 'topic=tools')).find((one) => one.task_id === accepted.task_id)
    assert.equal(opened?.suggestion_id, suggestion.suggestion_id)
    assert.equal(opened?.title, 'Compare saws')
    assert.deepEqual(opened?.prerequisites, [first.task_id])
    ;(await triage({ state: 'accepted', task })).refused('compare_and_set_mismatch')
    assert.equal((await claimTask(site, first.task_id, author)).generation, 1)
  })

  test('a task opened for a suggestion is found from it', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const said = { topic_id: 'tools', kind: 'research', question: 'Which saw?', motivation: 'Unclear.' }
    const { suggestion_id } = (await site.post('/api/v1/suggestions', said, { token: site.admin })).as(
      'createSuggestion',
    )
    const { task_id } = await openTask(site, { suggestion_id })
    const shown = await site.get(`/api/v1/suggestions/${suggestion_id}`, { token: site.admin })
    assert.equal(shown.as('getSuggestion').task_id, task_id)
  })
})
