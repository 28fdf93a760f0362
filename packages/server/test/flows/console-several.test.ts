import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORM_LIMITS } from '@colophon/contract'
import { signIn } from '../support/console.ts'
import { openDesk } from '../support/editorial.ts'
import { register, WIDE_LIMITS } from '../support/readers.ts'
import { openAnySite, type Site } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'

const TRIAGE = '/console/suggestions/several/'
const DECIDE = '/console/submissions/several/'

async function suggest(site: Site, question: string, topic = 'tools'): Promise<string> {
  const body = { topic_id: topic, kind: 'discussion', question, motivation: 'I wonder.' }
  const answer = await site.post('/api/v1/suggestions', body, { token: site.admin })
  return answer.as('createSuggestion').suggestion_id
}

async function propose(site: Site, token: string, path: string, text = 'A text.\n'): Promise<string> {
  const body = submissionOf({ path, title: `About ${path}`, body: text })
  return (await site.post('/api/v1/submissions', body, { token })).as('createSubmission').proposal_hash
}

function query(ids: readonly string[], list = ''): string {
  return new URLSearchParams([['list', list], ...ids.map((id) => ['chosen', id])]).toString()
}

/** The rows of a result: the mark and the words behind it. */
function results(html: string): string[] {
  const [, list = ''] = /<ol class="records">(.*?)<\/ol>/s.exec(html) ?? []
  return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

async function triageOf(site: Site, id: string) {
  return (await site.get(`/api/v1/suggestions/${id}`, { token: site.admin })).as('getSuggestion').triage_state
}

function boxes(html: string): number {
  return html.match(/<input type="checkbox"/g)?.length ?? 0
}

test('several suggestions are declined by one form, which does nothing twice', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const ids = [await suggest(site, 'Which saw?'), await suggest(site, 'Which <hammer>?')]
  const curator = await signIn(site, await site.token({ preset: 'curator' }))
  const list = '/console/suggestions?topic=tools&kind=discussion'
  const shown = await curator.open(list)
  assert.equal(boxes(shown.html), 2)
  assert.match(shown.html, /name="list" value="\/console\/suggestions\?topic=tools&amp;kind=discussion"/)

  const asked = `${TRIAGE}declined?${query(ids, list)}`
  const page = await curator.open(asked)
  assert.match(page.html, /<h1>Decline 2 suggestions\?<\/h1>/)
  assert.match(page.html, /Which saw\?.*Which &lt;hammer>\?/s)
  const form = page.form(`${TRIAGE}declined`)
  const refused = await curator.send(`${TRIAGE}declined`, form)
  assert.equal(refused.status, 400)
  assert.match(refused.html, /Reason is required/)
  assert.deepEqual(await Promise.all(ids.map((id) => triageOf(site, id))), ['untriaged', 'untriaged'])

  const typed = { ...refused.form(`${TRIAGE}declined`), '/reason': 'Not of this topic.' }
  const first = await curator.send(`${TRIAGE}declined`, typed)
  assert.equal(first.status, 200)
  assert.equal(first.said('done'), '2 of 2 done.')
  assert.match(first.html, /href="\/console\/suggestions\?topic=tools&amp;kind=discussion"/)
  assert.deepEqual(await Promise.all(ids.map((id) => triageOf(site, id))), ['declined', 'declined'])
  const again = await curator.send(`${TRIAGE}declined`, typed)
  assert.deepEqual(results(again.html), results(first.html))
  const audit = await site.get('/api/v1/admin/audit?limit=100', { token: site.admin })
  const triages = audit.as('listAudit').items.filter(({ action }) => action === 'triageSuggestion')
  assert.equal(triages.length, 2)

  const other = await curator.send(`${TRIAGE}declined`, { ...typed, '/reason': 'Another reason.' })
  assert.equal(other.said('done'), '0 of 2 done.')
  assert.match(results(other.html)[0] ?? '', /^Refused Which saw\? .*sent this form before/)
})

test('a form of several that is sent twice at a time does each act once', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const ids = [await suggest(site, 'One?'), await suggest(site, 'Two?'), await suggest(site, 'Three?')]
  const curator = await signIn(site, await site.token({ preset: 'curator' }))
  const form = (await curator.open(`${TRIAGE}accepted?${query(ids)}`)).form(`${TRIAGE}accepted`)
  const typed = { ...form, '/reason': 'Wanted.' }
  await Promise.all([1, 2, 3].map(() => curator.send(`${TRIAGE}accepted`, typed)))
  assert.equal((await curator.send(`${TRIAGE}accepted`, typed)).said('done'), '3 of 3 done.')
  const audit = await site.get('/api/v1/admin/audit?limit=100', { token: site.admin })
  const triages = audit.as('listAudit').items.filter(({ action }) => action === 'triageSuggestion')
  assert.deepEqual(triages.map(({ target }) => target).sort(), ids.toSorted())
})

test('feedback of readers is triaged with the others, and names its article', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { content_hash } = await site.publish({ path: '/tools/saw', title: 'Saws of all kinds' })
  const { token } = await register(site)
  const said = { target_hash: content_hash, title: 'The year is missing', comment: 'When?' }
  ;(await site.post('/api/v1/feedback', said, { token })).as('sendFeedback')
  const curator = await signIn(site, await site.token({ preset: 'curator' }))
  const list = await curator.open('/console/suggestions?kind=article_feedback')
  const id = /name="chosen" value="([^"]*)"/.exec(list.html)?.[1] ?? ''
  const page = await curator.open(`${TRIAGE}declined?${query([id])}`)
  assert.match(page.html, /The year is missing.*Saws of all kinds/s)
  const typed = { ...page.form(`${TRIAGE}declined`), '/reason': 'It is there.' }
  assert.equal((await curator.send(`${TRIAGE}declined`, typed)).said('done'), '1 of 1 done.')
  assert.equal(await triageOf(site, id), 'declined')
})

test('what changed meanwhile is told of one thing, and the others are done', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const ids = [await suggest(site, 'First?'), await suggest(site, 'Second?')]
  const curator = await signIn(site, await site.token({ preset: 'curator' }))
  const form = (await curator.open(`${TRIAGE}accepted?${query(ids)}`)).form(`${TRIAGE}accepted`)
  const body = { state: 'declined', expected_triage_state: 'untriaged', reason: 'No.' }
  await site.post(`/api/v1/suggestions/${ids[0]}/triage`, body, { token: site.admin })
  const done = await curator.send(`${TRIAGE}accepted`, { ...form, '/reason': 'Wanted.' })
  assert.equal(done.said('done'), '1 of 2 done.')
  assert.match(results(done.html)[0] ?? '', /^Changed meanwhile First\?/)
  assert.match(results(done.html)[1] ?? '', /^Done Second\?$/)
  assert.deepEqual(await Promise.all(ids.map((id) => triageOf(site, id))), ['declined', 'accepted'])
  const left = new RegExp(`href="(${TRIAGE}accepted\\?[^"]*)"`).exec(done.html)?.[1] ?? ''
  assert.match((await curator.open(left.replaceAll('&amp;', '&'))).html, /Accept 1 suggestion\?/)
})

test('nothing is chosen, shown or done that is not the visitor’s to decide', async (t) => {
  const site = await openAnySite(t, { topics: ['tools', 'tides'] })
  const [own = '', foreign = ''] = [await suggest(site, 'Ours?'), await suggest(site, 'Theirs?', 'tides')]
  const token = await site.token({ preset: 'curator', topic_grants: ['tools'] })
  const curator = await signIn(site, token)
  assert.equal(boxes((await curator.open('/console/suggestions')).html), 1)
  const unknown = '00000000-0000-4000-8000-000000000000'
  const page = await curator.open(`${TRIAGE}accepted?${query([own, foreign, unknown])}`)
  assert.match(page.html, /Accept 1 suggestion\?/)
  assert.match(page.html, /2 that you chose: there is nothing that you can read/)
  assert.doesNotMatch(page.html, /Theirs|tides/)
  const form = page.form(`${TRIAGE}accepted`)
  const forged = Object.fromEntries(
    [foreign, unknown].flatMap((id) => [
      [`idempotency_key ${id}`, id],
      [`/expected_triage_state ${id}`, 'untriaged'],
      [`/state ${id}`, 'accepted'],
    ]),
  )
  const sent = { ...form, ...forged, chosen: [foreign, unknown, own], '/reason': 'Wanted.' }
  const done = await curator.send(`${TRIAGE}accepted`, sent)
  assert.equal(done.said('done'), '1 of 3 done.')
  const words = results(done.html).map((row) => row.replace(/[0-9a-f]{8}-[0-9a-f]{3}/, 'ID'))
  assert.equal(words[0], words[1])
  assert.equal(await triageOf(site, foreign), 'untriaged')
  assert.doesNotMatch(done.html, /Theirs|tides/)

  const author = await signIn(site, await site.token({ preset: 'contributor' }))
  assert.equal(boxes((await author.open('/console/suggestions')).html), 0)
  const own2 = await author.open(`${TRIAGE}accepted?${query([own])}`)
  assert.deepEqual([own2.status, own2.actions().includes(`${TRIAGE}accepted`)], [200, false])
})

test('a form of several is refused from elsewhere, without its token, and beyond its bound', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const id = await suggest(site, 'One?')
  const curator = await signIn(site, await site.token({ preset: 'curator' }))
  const path = `${TRIAGE}accepted`
  const form = { ...(await curator.open(`${path}?${query([id])}`)).form(path), '/reason': 'Yes.' }
  assert.equal((await curator.send(path, form, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await curator.send(path, { ...form, csrf_token: 'x' })).status, 403)
  assert.equal((await curator.send(path, { ...form, chosen: [] })).status, 400)
  const many = Array.from({ length: FORM_LIMITS.decidedTogether + 1 }, (_, place) => `${id}${place}`)
  assert.equal((await curator.send(path, { ...form, chosen: many })).status, 400)
  assert.equal((await curator.open(`${path}?${query(many)}`)).status, 400)
  assert.match(
    (await curator.open(`${path}?list=/console/suggestions%3Fkind%3Dresearch`)).html,
    /href="\/console\/suggestions\?kind=research">Back/,
  )
  assert.equal(await triageOf(site, id), 'untriaged')
  const author = await signIn(site, await site.token({ preset: 'contributor' }))
  const own = (await author.open('/console')).form('/console/sign-out').csrf_token ?? ''
  const forbidden = await author.send(path, { ...form, csrf_token: own })
  assert.match(results(forbidden.html)[0] ?? '', /^Refused One\? /)
  assert.equal(await triageOf(site, id), 'untriaged')
})

test('proposals are accepted and declined together, each by whoever may', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const desk = await openDesk(site)
  const hashes = [
    await propose(site, desk.author, '/tools/saw'),
    await propose(site, desk.author, '/tools/axe'),
    await propose(site, desk.author, '/tools/adze'),
  ]
  const author = await signIn(site, desk.author)
  assert.equal(boxes((await author.open('/console/submissions')).html), 0)
  const curator = await signIn(site, desk.curator)
  const list = await curator.open('/console/submissions?state=submitted&tick=all')
  assert.equal(list.html.match(/<input type="checkbox"[^>]* checked/g)?.length, 3)
  const accepted = await curator.fill(
    `${DECIDE}accepted?${query(hashes.slice(0, 2), '/console/submissions?state=submitted')}`,
    `${DECIDE}accepted`,
    {},
  )
  assert.equal(accepted.said('done'), '2 of 2 done.')
  const page = await curator.open(`${DECIDE}declined?${query(hashes)}`)
  assert.match(page.html, /Decline 1 proposal\?.*Already decided, or not yours to decide.*\/tools\/saw/s)
  const declined = await curator.send(`${DECIDE}declined`, {
    ...page.form(`${DECIDE}declined`),
    '/reason': 'We have one.',
  })
  assert.equal(declined.said('done'), '1 of 1 done.')
  const states = (await site.get('/api/v1/submissions', { token: desk.author })).as('listSubmissions').items
  assert.deepEqual(states.map(({ path, state, reason }) => [path, state, reason]).sort(), [
    ['/tools/adze', 'declined', 'We have one.'],
    ['/tools/axe', 'finalized', null],
    ['/tools/saw', 'finalized', null],
  ])
})

test('as many long proposals as one form takes are asked about and accepted together', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'], limits: WIDE_LIMITS })
  const desk = await openDesk(site)
  const text = 'A saw has teeth, see [here](https://saws.example/) and *there*.\n\n'.repeat(2500)
  const hashes: string[] = []
  for (let place = 0; place < FORM_LIMITS.decidedTogether; place += 1)
    hashes.push(await propose(site, desk.author, `/tools/saw-${place}`, text))
  const curator = await signIn(site, desk.curator)
  const done = await curator.fill(`${DECIDE}accepted?${query(hashes)}`, `${DECIDE}accepted`, {})
  assert.equal(done.said('done'), `${hashes.length} of ${hashes.length} done.`)
  assert.ok(results(done.html).includes('Done About /tools/saw-7'))
})

test('a form of several comes back from the sign-in page as it was typed', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const id = await suggest(site, 'One?')
  const token = await site.token({ preset: 'curator' })
  const curator = await signIn(site, token)
  const path = `${TRIAGE}declined`
  const form = { ...(await curator.open(`${path}?${query([id])}`)).form(path), '/reason': 'A long thought.' }
  const elsewhere = await signIn(site, token)
  await curator.send('/console/sign-out', (await curator.open('/console')).form('/console/sign-out'))
  const kept = await curator.send(path, form)
  assert.equal(kept.status, 401)
  const back = await curator.send('/console/sign-in', { ...kept.form('/console/sign-in'), token })
  const again = back.form(path)
  assert.deepEqual([again['/reason'], again.chosen], [['A long thought.'], [id]])
  assert.equal((await curator.send(path, again)).said('done'), '1 of 1 done.')
  assert.equal(await triageOf(site, id), 'declined')
  assert.equal((await elsewhere.open('/console')).status, 200)
})
