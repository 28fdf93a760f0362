import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedOut, signIn, type Visitor } from '../support/console.ts'
import { draft, openDesk } from '../support/editorial.ts'
import { openAnySite } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'

/** Where the reading room leads whoever is signed in, by the words of the links. */
async function waysFrom(visitor: Visitor, path: string): Promise<Record<string, string>> {
  const { html, status } = await visitor.open(path)
  assert.equal(status, 200, path)
  const [, inner = ''] = /<nav class="desk"[^>]*>(.*?)<\/nav>/s.exec(html) ?? []
  return Object.fromEntries(
    [...inner.matchAll(/<a href="([^"]*)">([^<]*)</g)].map(([, to, words]) => [words, to]),
  )
}

test('a page leads whoever may act to the console, and nobody else', async (t) => {
  const site = await openAnySite(t, { topics: ['tools', 'tides'] })
  const { entry_id, content_hash } = await site.publish({ path: '/tools/saw' })
  const author = await signIn(site, await site.token({ preset: 'contributor' }))
  const curator = await signIn(site, await site.token({ preset: 'curator', topic_grants: ['tools'] }))
  const elsewhere = await signIn(site, await site.token({ preset: 'curator', topic_grants: ['tides'] }))
  const reviewer = await signIn(site, await site.token({ preset: 'reviewer', review_grants: null }))
  const revise = { 'Revise this entry': `/console/write/${entry_id}` }
  const retire = { 'Retire this revision': `/console/revisions/${content_hash}` }
  for (const path of ['/read/tools/saw', `/revisions/${content_hash}`]) {
    assert.deepEqual(await waysFrom(author, path), revise)
    assert.deepEqual(await waysFrom(curator, path), { ...revise, ...retire })
    for (const other of [elsewhere, reviewer, signedOut(site)])
      assert.deepEqual(await waysFrom(other, path), {})
  }
  const write = { 'Write something for it': '/console/write?path=/tools/' }
  assert.deepEqual(await waysFrom(author, '/topics/tools'), write)
  assert.deepEqual(await waysFrom(curator, '/topics/tools'), {
    ...write,
    'Curate it': '/console/topics/tools',
  })
  for (const ways of [revise, retire, write])
    for (const way of Object.values(ways)) assert.equal((await curator.open(way)).status, 200, way)
  assert.match((await author.open('/read')).html, /<a href="\/console">Console<\/a><span class="visitor">/)
  const bearer = await site.get('/read/tools/saw', {
    token: site.admin,
    headers: { accept: 'text/html' },
  })
  assert.doesNotMatch(bearer.text, /class="desk"/)
})

test('a candidate leads from the reading room to the console, and back once it is published', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const desk = await openDesk(site)
  const { candidate_hash } = await draft(site, desk, { path: '/tools/saw' })
  const curator = await signIn(site, desk.curator)
  const page = `/console/candidates/${candidate_hash}`
  assert.deepEqual(await waysFrom(curator, `/revisions/${candidate_hash}`), {
    'The candidate at the console': page,
  })
  const published = `href="/revisions/${candidate_hash}">Read it as published<`
  assert.ok(!(await curator.open(page)).html.includes(published))
  const done = await curator.fill(`${page}/publish`, `${page}/publish`, { '/mode': 'direct' })
  assert.equal(done.location, `${page}?notice=published`)
  assert.ok((await curator.open(page)).html.includes(published))
})

/** The address of the first link whose words begin so. */
function linkIn(html: string, words: string): string {
  const found = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)</g)].find(([, , said = '']) =>
    said.startsWith(words),
  )
  assert.ok(found?.[1] !== undefined, `a link to ${words}`)
  return found[1].replaceAll('&amp;', '&')
}

test('an act on one thing of a list leads back to the list as it was, and to no other place', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const desk = await openDesk(site)
  const sent = await site.post('/api/v1/submissions', submissionOf({ path: '/tools/saw', title: 'Saws' }), {
    token: desk.author,
  })
  const { proposal_hash } = sent.as('createSubmission')
  const { candidate_hash } = await draft(site, desk, { path: '/tools/axe', title: 'Axes' })
  const curator = await signIn(site, desk.curator)
  const follow = async (page: string, words: string) => linkIn((await curator.open(page)).html, words)

  const proposals = '/console/submissions?topic=tools&state=submitted'
  const proposal = await follow(proposals, 'Saws')
  const [back] = [...(await curator.open(proposal)).html.matchAll(/class="eyebrow"><a href="([^"]*)"/g)]
  assert.equal(back?.[1]?.replaceAll('&amp;', '&'), proposals)
  const decline = await follow(proposal, 'Decline it')
  const form = `/console/submissions/${proposal_hash}/decline`
  const declined = await curator.fill(decline, form, { '/reason': 'We have one.' })
  const after = (await curator.open(declined.location ?? '')).html
  assert.match(after, /The proposal is declined/)
  assert.ok(after.includes(`class="eyebrow"><a href="${proposals.replaceAll('&', '&amp;')}"`))

  const plan = `/console/candidates/${candidate_hash}/review-plan`
  for (const list of ['https://elsewhere.example', '//elsewhere.example/', '/console/tasks?kind=review']) {
    const page = await curator.open(`${plan}?${new URLSearchParams({ list })}`)
    const link = linkIn(page.html, 'Axes')
    assert.ok(link.startsWith(`/console/candidates/${candidate_hash}`), link)
    const candidate = (await curator.open(link)).html
    assert.match(candidate, /class="eyebrow"><a href="\/console\/candidates"/)
  }
  const long = `/console/candidates?topic=${'a'.repeat(3000)}`
  const page = await curator.open(`${plan}?${new URLSearchParams({ list: long })}`)
  assert.deepEqual([page.status, page.form(plan).list], [200, undefined])
})

test('whoever fears for a token revokes it, and is signed out everywhere', async (t) => {
  const site = await openAnySite(t)
  const token = await site.token({ preset: 'contributor' })
  const [one, other] = [await signIn(site, token), await signIn(site, token)]
  assert.match((await one.open('/console')).html, /href="\/console\/revoke"/)
  const done = await one.fill('/console/revoke', '/console/revoke', {})
  assert.equal(done.location, '/console/sign-in?notice=own_token_revoked')
  assert.match((await one.open(done.location ?? '')).said('done') ?? '', /revoked, and you are signed out/)
  for (const visitor of [one, other]) assert.equal((await visitor.open('/console')).status, 303)
  assert.equal((await site.get('/api/v1/me', { token })).status, 401)
})
