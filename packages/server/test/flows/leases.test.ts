import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites } from '../support/site.ts'
import {
  claimTask,
  complete,
  heartbeat,
  openTask,
  readTask,
  release,
  submitFor,
  tryClaim,
} from '../support/tasks.ts'

describeSites((sites) => {
  test('of twenty who claim at once one gets the task, and generations count claims', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    await site.topic('tools')
    const { task_id } = await openTask(site)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => site.token({ preset: 'contributor' })))
    for (const generation of [1, 2, 3]) {
      const answers = await Promise.all(
        tokens.map((token, place) => tryClaim(place % 2 === 0 ? site : other, task_id, token)),
      )
      const won = answers.filter((answer) => answer.status === 200)
      assert.equal(won.length, 1)
      assert.equal(won[0]?.as('claimTask').generation, generation)
      for (const answer of answers) if (answer.status !== 200) answer.refused('not_claimable')
      site.clock.advance({ seconds: 300 })
    }
  })

  test('a lease is over at the instant that it names, and a late holder can do nothing', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const late = await site.token({ preset: 'contributor' })
    const next = await site.token({ preset: 'contributor' })
    const { task_id } = await openTask(site)
    const lease = await claimTask(site, task_id, late)
    const proposal = (await submitFor(site, lease, late)).as('createSubmission')
    const acts = {
      heartbeat: () => heartbeat(site, lease, late),
      release: () => release(site, lease, late),
      submit: () => submitFor(site, lease, late),
      complete: () => complete(site, lease, proposal.proposal_hash, late),
    }
    const refuseAll = async (when: string) => {
      for (const act of Object.values(acts)) (await act()).refused('lease_lost')
      const written = (await site.get('/api/v1/submissions', { token: late })).as('listSubmissions')
      assert.equal(written.items.length, 1, when)
    }
    site.clock.advance({ seconds: 299 })
    ;(await heartbeat(site, lease, late)).as('renewLease')
    site.clock.advance({ seconds: 300 })
    const expired = await readTask(site, task_id, late)
    assert.equal(expired.state, 'open')
    assert.equal(expired.can_claim, true)
    assert.equal(expired.leased_to_me, false)
    await refuseAll('before anybody has claimed it again')
    const second = await claimTask(site, task_id, next)
    assert.equal(second.generation, 2)
    await refuseAll('while another holds it')
    const own = (await submitFor(site, second, next)).as('createSubmission')
    ;(await complete(site, second, own.proposal_hash, next)).as('completeTask')
    await refuseAll('after another has completed it')
    assert.equal((await readTask(site, task_id)).artifact_hash, own.proposal_hash)
  })

  test('a former holder who claims again acts under the new generation only', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const author = await site.token({ preset: 'contributor' })
    const { task_id } = await openTask(site)
    const first = await claimTask(site, task_id, author)
    const old = (await submitFor(site, first, author)).as('createSubmission')
    ;(await release(site, first, author)).as('releaseTask')
    const second = await claimTask(site, task_id, author)
    assert.equal(second.generation, 2)
    ;(await heartbeat(site, first, author)).refused('lease_lost')
    ;(await submitFor(site, first, author)).refused('lease_lost')
    ;(await complete(site, first, old.proposal_hash, author)).refused('lease_lost')
    const { errors } = (await complete(site, second, old.proposal_hash, author)).refused('invalid_request')
    assert.equal(errors?.[0]?.pointer, '/artifact_hash')
    ;(await heartbeat(site, second, author)).as('renewLease')
  })

  test('a lease that was refused as over stays over in every process when the clock goes back', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    await site.topic('tools')
    const author = await site.token({ preset: 'contributor' })
    const { task_id } = await openTask(site)
    const lease = await claimTask(site, task_id, author)
    site.clock.advance({ seconds: 301 })
    ;(await heartbeat(site, lease, author)).refused('lease_lost')
    site.clock.advance({ seconds: -200 })
    ;(await heartbeat(site, lease, author)).refused('lease_lost')
    ;(await heartbeat(other, lease, author)).refused('lease_lost')
    assert.equal((await readTask(other, task_id, author)).leased_to_me, false)
  })

  test('a lease that was shown as over stays over when the clock goes back', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const author = await site.token({ preset: 'contributor' })
    const { task_id } = await openTask(site)
    const lease = await claimTask(site, task_id, author)
    site.clock.advance({ seconds: 301 })
    assert.equal((await readTask(site, task_id)).can_claim, true)
    site.clock.advance({ seconds: -200 })
    ;(await heartbeat(site, lease, author)).refused('lease_lost')
    assert.equal((await readTask(site, task_id)).can_claim, true)
  })

  test('only the holder acts under a lease', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const author = await site.token({ preset: 'contributor' })
    const { task_id } = await openTask(site)
    const lease = await claimTask(site, task_id, author)
    ;(await heartbeat(site, lease, site.admin)).refused('forbidden')
    ;(await release(site, lease, site.admin)).refused('forbidden')
    ;(await submitFor(site, lease, site.admin)).refused('forbidden')
    ;(await heartbeat(site, { task_id, generation: 2 }, author)).refused('lease_lost')
    ;(await heartbeat(site, { task_id, generation: 2 }, site.admin)).refused('lease_lost')
    assert.equal((await readTask(site, task_id, author)).leased_to_me, true)
  })

  test('a task is completed with the own proposal of its generation and nothing else', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const author = await site.token({ preset: 'contributor' })
    const rival = await site.token({ preset: 'contributor' })
    const { task_id } = await openTask(site)
    const elsewhere = await claimTask(site, (await openTask(site)).task_id, author)
    const lease = await claimTask(site, task_id, author)
    const free = await site.post(
      '/api/v1/submissions',
      { kind: 'article', title: 'Free', summary: 'Free.', path: '/tools/free', body: 'Free.\n' },
      { token: author },
    )
    const theirs = await site.candidate({ path: '/tools/theirs', token: site.admin })
    const rivals = await claimTask(site, (await openTask(site)).task_id, rival)
    const withdrawn = (await submitFor(site, lease, author)).as('createSubmission').proposal_hash
    ;(await site.post(`/api/v1/submissions/${withdrawn}/withdraw`, {}, { token: author })).as(
      'withdrawSubmission',
    )
    const unfit = {
      'of another task': (await submitFor(site, elsewhere, author)).as('createSubmission').proposal_hash,
      'of somebody else': (await submitFor(site, rivals, rival)).as('createSubmission').proposal_hash,
      'without a task': free.as('createSubmission').proposal_hash,
      'no proposal at all': theirs.candidate_hash,
      'nothing at all': 'a'.repeat(64),
      withdrawn,
    }
    const said = new Set<string>()
    for (const hash of Object.values(unfit)) {
      const refused = (await complete(site, lease, hash, author)).refused('invalid_request')
      said.add(JSON.stringify([refused.detail, refused.errors]))
    }
    assert.equal(said.size, 1, 'the same words for all')
    assert.equal((await readTask(site, task_id)).state, 'leased')
    const fit = (await submitFor(site, lease, author)).as('createSubmission').proposal_hash
    ;(await complete(site, lease, fit, author)).as('completeTask')
  })

  test('the same claim sent again is answered with its lease, not with another', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const { task_id } = await openTask(site)
    const send = () => site.post(`/api/v1/tasks/${task_id}/claim`, {}, { token: site.admin, key: 'once' })
    const first = (await send()).as('claimTask')
    site.clock.advance({ minutes: 10 })
    assert.deepEqual((await send()).as('claimTask'), first)
    assert.equal((await readTask(site, task_id)).state, 'open')
  })
})
