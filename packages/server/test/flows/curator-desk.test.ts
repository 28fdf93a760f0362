import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../support/console.ts'
import { actAt, wordsOf } from '../support/console-acts.ts'
import { register, WIDE_LIMITS } from '../support/readers.ts'
import { describePages, type Site } from '../support/site.ts'
import { openTask, readTask } from '../support/tasks.ts'

const SUGGESTED = {
  '/topic_id': 'tools',
  '/kind': 'research',
  '/question': 'Which saw cuts bone?',
  '/motivation': 'Butchers ask.',
}

async function openDesk(site: Site) {
  const token = await site.token({ label: 'Carl', preset: 'curator', topic_grants: ['tools'] })
  return { token, visitor: await signIn(site, token) }
}

describePages((sites) => {
  test('a suggestion is made, triaged into a task, and resolved by a revision that was searched for', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/bone-saw', title: 'The bone saw' })
    for (let place = 0; place < 9; place += 1) await site.publish({ path: `/tools/other-${place}` })
    const author = await signIn(site, await site.token({ label: 'Bea', preset: 'contributor' }))
    const made = await actAt(author, '/console/suggestions/new', { typed: SUGGESTED })
    assert.match(made.said('done') ?? '', /with the curators/)
    assert.doesNotMatch(made.html, /\/resolution"|\/triage"/)
    const { visitor, token } = await openDesk(site)
    assert.match(
      wordsOf(await visitor.open('/console')),
      /What waits for you Which saw cuts bone\? Suggestion to triage in tools/,
    )
    const address = /\/console\/suggestions\/[0-9a-f-]{36}/.exec(
      (await visitor.open('/console/suggestions?topic=tools&triage_state=untriaged')).html,
    )?.[0]
    assert.ok(address)
    const triaged = await actAt(visitor, `${address}/triage`, {
      typed: { '/state': 'accepted', '/reason': 'Worth it.', '/task/title': 'Bone', '/task/brief': 'Saw.' },
    })
    assert.match(wordsOf(triaged), /Accepted .*Task/)
    const resolution = `${address}/resolution`
    const typed = { '/state': 'resolved', '/reason': 'It is there.', find: 'bone saw', again: 'find' }
    const found = await visitor.fill(resolution, resolution, typed)
    assert.equal(found.status, 200)
    assert.match(found.html, new RegExp(`type="checkbox" [^>]*value="${saw.content_hash}"`))
    const form = found.form(resolution)
    assert.deepEqual(form['/reason'], ['It is there.'])
    const { again: _, ...chosen } = { ...form, again: '', '/fixed_hashes': saw.content_hash }
    const kept = await visitor.send(resolution, { ...chosen, find: 'other', again: 'find' })
    assert.match(kept.html, new RegExp(`value="${saw.content_hash}" checked`))
    assert.match(kept.html, /The bone saw/)
    const done = await visitor.send(resolution, chosen)
    assert.equal(done.status, 303, done.html)
    const page = await visitor.open(done.location ?? '')
    assert.match(wordsOf(page), /Resolved .*Decisions Resolved Carl, .*It is there/)
    assert.match(page.html, new RegExp(`href="/revisions/${saw.content_hash}"`))
    const { items } = (await site.get('/api/v1/tasks?topic=tools', { token })).as('listTasks')
    assert.deepEqual(
      items.map(({ title, suggestion_id }) => [title, suggestion_id]),
      [['Bone', address.slice(-36)]],
    )
  })

  test('what a suggestion is a duplicate of is any other of the topic, by its id or its page', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { visitor } = await openDesk(site)
    const first = await actAt(visitor, '/console/suggestions/new', { typed: SUGGESTED })
    const second = await actAt(visitor, '/console/suggestions/new', { typed: SUGGESTED })
    const [primary, duplicate] = [first, second].map(
      ({ html }) => /\/console\/suggestions\/([0-9a-f-]{36})\/triage/.exec(html)?.[1] ?? '',
    )
    const path = `/console/suggestions/${duplicate}/resolution`
    assert.doesNotMatch((await visitor.open(path)).html, new RegExp(`<option value="${duplicate}"`))
    const typed = { '/state': 'duplicate', '/reason': 'Asked before.', '/duplicate_of': 'that one' }
    const unknown = await visitor.fill(path, path, typed)
    assert.match(unknown.said('refusal') ?? '', /Duplicate of /)
    assert.deepEqual(unknown.form(path)['/duplicate_of'], ['that one'])
    const address = `${site.url}/console/suggestions/${primary}?notice=suggested`
    const decided = await actAt(visitor, path, { typed: { ...typed, '/duplicate_of': address } })
    assert.match(wordsOf(decided), /Duplicate of/)
    site.clock.advance({ seconds: 1 })
    for (let more = 0; more < 101; more += 1)
      await site.post(
        '/api/v1/suggestions',
        { topic_id: 'tools', kind: 'research', question: `More ${more}`, motivation: 'Many.' },
        { token: site.admin },
      )
    const crowded = await visitor.open(path)
    assert.doesNotMatch(crowded.html, new RegExp(`<option value="${primary}"`), 'it is not among the newest')
    const again = await actAt(visitor, path, { typed: { ...typed, '/duplicate_of': primary ?? '' } })
    assert.match(wordsOf(again), /Duplicate of/)
    const refused = await visitor.fill(path, path, { '/state': 'resolved', '/reason': 'No.' })
    assert.equal(refused.status, 400)
    assert.match(refused.said('refusal') ?? '', /Fixed by needs 1 to 10 hashes/)
    assert.deepEqual(refused.form(path)['/reason'], ['No.'])
  })

  test('a revision is retired with what replaces it, and made active again', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const old = await site.publish({ path: '/tools/adze', title: 'The adze' })
    const better = await site.publish({ path: '/tools/axe', title: 'The axe' })
    const { visitor } = await openDesk(site)
    const address = `/console/revisions/${old.content_hash}`
    assert.match((await visitor.open('/console/topics/tools?q=adze')).html, new RegExp(`href="${address}"`))
    const page = await visitor.open(address)
    assert.doesNotMatch(page.html, new RegExp(`type="checkbox" [^>]*value="${old.content_hash}"`))
    const retired = await actAt(visitor, address, {
      action: `${address}/retire`,
      typed: { '/reason': 'Nobody has one.', '/replacement_hashes': better.content_hash },
    })
    assert.match(wordsOf(retired), /The revision is retired.*Records Retired Carl.*Nobody has one/)
    assert.match(retired.html, new RegExp(`replaced by <a href="/revisions/${better.content_hash}"`))
    assert.match((await visitor.open('/console/topics/tools?q=/tools/adze')).html, new RegExp(address))
    const active = await actAt(visitor, address, {
      action: `${address}/reactivate`,
      typed: { '/reason': 'Found one.' },
    })
    assert.match(wordsOf(active), /The revision is active again.*Active again Carl/)
    const entry = (await site.get(`/api/v1/entries/${old.entry_id}`)).as('getEntry')
    assert.equal(entry.status, 'unlisted')
  })

  test('a decision that somebody else took first is shown, and nothing typed is lost', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { visitor } = await openDesk(site)
    const path = '/console/topics/tools/policy'
    const stale = {
      ...(await visitor.open(path)).form(path),
      '/review_focuses': 'safety\n\nspeed',
      '/minimum_evidence': '2',
    }
    await actAt(visitor, path, { typed: { '/evidence_ttl_days': '7' } })
    const refused = await visitor.send(path, stale)
    assert.equal(refused.status, 409)
    assert.match(refused.said('refusal') ?? '', /Someone else decided meanwhile/)
    const mended = refused.form(path)
    assert.deepEqual(mended['/review_focuses'], ['safety\n\nspeed'])
    assert.equal((await visitor.send(path, mended)).status, 303)
    const policy = (await site.get('/api/v1/topics/tools/policy')).as('getPolicy')
    assert.deepEqual(policy.review_focuses, ['safety', 'speed'])
    assert.equal(policy.minimum_evidence, 2)
    assert.deepEqual(policy.publication_modes, ['reviewed', 'direct', 'admin_override'])
    const none = await visitor.fill(path, path, { '/review_focuses': '', '/minimum_evidence': 'two' })
    assert.equal(none.status, 400)
    assert.match(
      none.said('refusal') ?? '',
      /Focuses of review.*Rows of evidence that a reviewed publication needs/,
    )
  })

  test('a topic is made invited with a reason, which its history keeps', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { visitor } = await openDesk(site)
    const path = '/console/topics/tools/visibility'
    const unexplained = await visitor.fill(path, path, {})
    assert.equal(unexplained.status, 400)
    const hidden = await actAt(visitor, path, { typed: { '/reason': 'It needs work.' } })
    assert.match(wordsOf(hidden), /Public to Invited, Carl.*It needs work/)
    assert.equal((await site.get('/api/v1/topics/tools')).status, 404)
    await actAt(visitor, path, { typed: { '/reason': 'It is mended.' } })
    assert.equal((await site.get('/api/v1/topics/tools')).status, 200)
  })

  test('a task is opened, given a new text and cancelled', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { visitor, token } = await openDesk(site)
    const first = await openTask(site)
    const opened = await actAt(visitor, '/console/tasks/new?topic=tools', {
      action: '/console/tasks/new',
      typed: { '/title': 'Compare axes', '/brief': 'Which?', '/prerequisites': `${first.task_id}\n` },
    })
    const address = /\/console\/tasks\/[0-9a-f-]{36}(?=\/cancel)/.exec(opened.html)?.[0] ?? ''
    const id = address.slice(-36)
    assert.deepEqual((await readTask(site, id, token)).prerequisites, [first.task_id])
    await actAt(visitor, `${address}/definition`, { typed: { '/title': 'Compare all axes' } })
    const task = await readTask(site, id, token)
    assert.deepEqual([task.title, task.brief], ['Compare all axes', 'Which?'])
    const closed = await actAt(visitor, `${address}/cancel`, { typed: { '/reason': 'Nobody has any.' } })
    assert.match(closed.said('done') ?? '', /cancelled/)
    assert.doesNotMatch(closed.html, /\/cancel"/)
  })

  test('a proposal is declined with a reason, another accepted, sent to review and published', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { visitor } = await openDesk(site)
    const token = await site.token({ label: 'Bea', preset: 'contributor' })
    const submit = async (name: string) => {
      const body = { kind: 'article', title: name, summary: 'S.', path: `/tools/${name}`, body: 'Text.\n' }
      return (await site.post('/api/v1/submissions', body, { token })).as('createSubmission').proposal_hash
    }
    const [wanted, unwanted] = [await submit('chisel'), await submit('spoon')]
    const declined = await actAt(visitor, `/console/submissions/${unwanted}/decline`, {
      typed: { '/reason': 'That is no tool.' },
    })
    assert.match(wordsOf(declined), /That is no tool/)
    const candidate = await actAt(visitor, `/console/submissions/${wanted}/finalize`, { typed: {} })
    const address = /\/console\/candidates\/[0-9a-f]{64}/.exec(candidate.html)?.[0] ?? ''
    const planned = await actAt(visitor, `${address}/review-plan`, { typed: {} })
    assert.match(wordsOf(planned), /The review tasks are open.*accuracy\s+not reviewed yet/)
    assert.doesNotMatch(planned.html, /review-plan"/)
    const published = await actAt(visitor, `${address}/publish`, { typed: { '/mode': 'direct' } })
    assert.match(published.said('done') ?? '', /published/)
    assert.equal((await site.get('/api/v1/resolve?path=/tools/chisel')).as('resolvePath').mode, 'direct')
  })

  test('a candidate that is not covered is not published as reviewed; an override says why', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { candidate_hash } = await site.candidate({ path: '/tools/chisel' })
    const path = `/console/candidates/${candidate_hash}/publish`
    const { visitor } = await openDesk(site)
    const early = await visitor.fill(path, path, { '/mode': 'reviewed' })
    assert.equal(early.status, 409)
    assert.doesNotMatch(early.html, /value="admin_override"/)
    const master = await signIn(site, site.admin)
    const unexplained = await master.fill(path, path, { '/mode': 'admin_override' })
    assert.equal(unexplained.status, 400)
    assert.match(unexplained.html, /id="[^"]*-reason-error"/)
    await actAt(master, path, { typed: { '/mode': 'admin_override', '/reason': 'It burns.' } })
    const { mode } = (await site.get('/api/v1/resolve?path=/tools/chisel')).as('resolvePath')
    assert.equal(mode, 'admin_override')
  })

  test('what readers report is drawn, counted and told', async (t) => {
    const site = await sites.open(t, { limits: WIDE_LIMITS, topics: ['tools', 'other'] })
    const hammer = await site.publish({ path: '/tools/hammer', title: 'The hammer' })
    const other = await site.publish({ path: '/other/thing', title: 'Another thing' })
    for (const value of ['up', 'up', 'down'] as const) {
      const { token } = await register(site)
      const report = { value, comment: `It was ${value}.` }
      for (const { content_hash } of [hammer, other])
        (await site.post(`/api/v1/objects/${content_hash}/signals`, report, { token })).as('reportSignal')
    }
    const { visitor } = await openDesk(site)
    const page = await visitor.open('/console/signals?topic=tools&days=1')
    assert.match(wordsOf(page), /2026-03-02 2 1 .*The hammer 2 helped, 1 did not/)
    assert.match(wordsOf(page), /It was down\./)
    assert.doesNotMatch(page.html, /Another thing/)
    assert.match(page.html, /<rect class="up" [^>]*height="29"/)
    site.clock.advance({ seconds: 2 * 86_400 })
    const later = (await openDesk(site)).visitor
    assert.match(wordsOf(await later.open('/console/signals?days=1')), /No reports in this period/)
    assert.match(wordsOf(await later.open('/console/signals')), /The hammer 2 helped/)
  })

  test('what a grant does not cover is not offered, and refused when it is posted by hand', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'other'] })
    const thing = await site.publish({ path: '/other/thing' })
    const { visitor } = await openDesk(site)
    const own = await visitor.open('/console/topics/tools/policy')
    const carried = own.form('/console/topics/tools/policy')
    assert.doesNotMatch((await visitor.open('/console/topics')).html, /topics\/other/)
    assert.doesNotMatch((await visitor.open('/console/topics/other')).html, /\/policy"|\/visibility"/)
    const revision = await visitor.open(`/console/revisions/${thing.content_hash}`)
    assert.deepEqual(
      revision.actions().filter((action) => action.includes('/revisions/')),
      [],
    )
    const retire = `/console/revisions/${thing.content_hash}/retire`
    const typed = { ...carried, '/state': 'retired', '/reason': 'No.', '/expected_retirement_hash': '' }
    assert.equal((await visitor.send(retire, typed)).status, 403)
    assert.equal((await visitor.open('/console/topics/other/visibility')).status, 403)
    const entry = (await site.get(`/api/v1/entries/${thing.entry_id}`)).as('getEntry')
    assert.equal(entry.status, 'published')
  })
})
