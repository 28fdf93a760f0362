import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../support/console.ts'
import { approveAll, draft, openDesk, plan, setPolicy } from '../support/editorial.ts'
import { openAnySite, type Site } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'
import { openTask, readTask } from '../support/tasks.ts'

const BOTH = /<button name="second_key" value="([^"]*)"/

/** The key that the button for two acts would send. */
function bothKey(html: string): string {
  const [, key = ''] = BOTH.exec(html) ?? []
  assert.notEqual(key, '', 'a button for both')
  return key
}

async function propose(site: Site, token: string, path: string): Promise<string> {
  const answer = await site.post('/api/v1/submissions', submissionOf({ path }), { token })
  return answer.as('createSubmission').proposal_hash
}

test('a proposal is accepted and its reviews are asked for by one button, once', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const desk = await openDesk(site)
  const form = `/console/submissions/${await propose(site, desk.author, '/tools/saw')}/finalize`
  const curator = await signIn(site, desk.curator)
  const page = await curator.open(form)
  assert.match(page.html, /one for each focus of the policy: accuracy, usefulness/)
  const typed = { ...page.form(form), second_key: bothKey(page.html) }
  const done = await curator.send(form, typed)
  assert.match(done.location ?? '', /^\/console\/candidates\/[0-9a-f]{64}\?notice=finalized_planned$/)
  assert.equal((await curator.send(form, typed)).location, done.location)
  const tasks = await site.get('/api/v1/tasks?kind=review', { token: desk.curator })
  assert.equal(tasks.as('listTasks').items.length, 2)
})

test('a second act that is refused undoes nothing of the first, and is offered to nobody who may not', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const token = await site.token({ preset: 'trusted_author' })
  const form = `/console/submissions/${await propose(site, token, '/tools/axe')}/finalize`
  const author = await signIn(site, token)
  const page = await author.open(form)
  assert.doesNotMatch(page.html, BOTH)
  const done = await author.send(form, { ...page.form(form), second_key: 'a-key-of-mine' })
  assert.match(done.location ?? '', /\?notice=finalized_alone$/)
  assert.match((await author.open(done.location ?? '')).said('done') ?? '', /opened no review tasks/)
  const tasks = await site.get('/api/v1/tasks?kind=review', { token: site.admin })
  assert.deepEqual(tasks.as('listTasks').items, [])
})

test('a claim from the desk leads to the draft, which is submitted and completes its task by one button', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { task_id } = await openTask(site, { brief: 'Which saw cuts <what>?' })
  const author = await signIn(site, await site.token({ preset: 'contributor' }))
  const claimed = await author.fill('/console', `/console/tasks/${task_id}/claim`, {})
  assert.equal(claimed.location, `/console/write?task=${task_id}&notice=task_claimed`)
  const page = await author.open(claimed.location ?? '')
  assert.match(page.html, /Which saw cuts &lt;what>\?/)
  const typed = {
    ...page.form('/console/write'),
    '/title': 'Saws',
    '/summary': 'Which saw cuts what.',
    '/path': '/tools/saws',
    '/body': 'A fine saw for fine work.',
    second_key: bothKey(page.html),
  }
  const refused = await author.send('/console/write', { ...typed, '/path': '/nowhere/saws' })
  assert.equal(refused.status, 400)
  assert.equal((await readTask(site, task_id)).state, 'leased')
  const done = await author.send('/console/write', typed)
  assert.match(done.location ?? '', /\?notice=submitted_completed$/)
  const task = await readTask(site, task_id)
  assert.deepEqual(
    [task.state, `/console/submissions/${task.artifact_hash}`],
    ['completed', done.location?.split('?')[0]],
  )
  assert.equal((await author.send('/console/write', typed)).location, done.location)
})

test('a covered candidate comes with its mode chosen, and another with none while several are possible', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const desk = await openDesk(site)
  const { candidate_hash } = await draft(site, desk, { path: '/tools/saw' })
  const form = `/console/candidates/${candidate_hash}/publish`
  const curator = await signIn(site, desk.curator)
  const modeNow = async () => (await curator.open(form)).form(form)['/mode']
  assert.equal(await modeNow(), undefined)
  await approveAll(site, desk, await plan(site, desk, candidate_hash))
  assert.deepEqual(await modeNow(), ['reviewed'])
  await setPolicy(site, { publication_modes: ['direct'] })
  assert.deepEqual(await modeNow(), ['direct'])
})
