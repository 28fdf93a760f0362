import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../support/console.ts'
import { wordsOf } from '../support/console-acts.ts'
import { claim, openDesk, plan } from '../support/editorial.ts'
import { openAnySite } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'

const TURNED = 'A saw\u202ewas a'
const BODY = '## Use\n\nA *fine* saw.\n\n<b>raw</b> \u200bunseen\n'

test('a text is set before its publication as after it, beside what it changes of its entry', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const desk = await openDesk(site)
  const revises = await site.publish({ path: '/tools/saw', title: 'Saws', body: '## Use\n\nA saw.\n' })
  const references = [{ kind: 'url' as const, url: 'https://x.example/saw', title: 'On saws' }]
  const wish = { path: '/tools/saw', title: TURNED, body: BODY, revises, references }
  const sent = await site.post('/api/v1/submissions', submissionOf(wish), { token: desk.author })
  const { proposal_hash } = sent.as('createSubmission')
  const accepted = `/api/v1/submissions/${proposal_hash}/finalize`
  const finalized = await site.post(accepted, {}, { token: desk.curator })
  const { candidate_hash } = finalized.as('finalizeSubmission')
  const { accuracy } = await plan(site, desk, candidate_hash)
  const [author, reviewer] = [await signIn(site, desk.author), await signIn(site, desk.reviewers[0])]
  await claim(site, accuracy, desk.reviewers[0])
  const address = `/console/write/${revises.entry_id}`
  const blank = (await author.open(address)).form(address)
  const typed = { '/title': TURNED, '/body': BODY, '/references/0/url': 'https://x.example/saw' }
  const cited = { '/references/0/kind': 'url', '/references/0/title': 'On saws' }
  const draft = { ...blank, ...typed, ...cited, again: 'preview' }
  const pages = {
    submission: await author.open(`/console/submissions/${proposal_hash}`),
    candidate: await author.open(`/console/candidates/${candidate_hash}`),
    review: await reviewer.open(`/console/reviews/${accuracy}`),
    preview: await author.send(address, draft),
  }
  for (const [name, page] of Object.entries(pages)) {
    assert.equal(page.status, 200, name)
    assert.match(page.html, /A <em>fine<\/em> saw\./, name)
    assert.match(page.html, /&lt;b>raw&lt;\/b> ⟨U\+200B⟩unseen/, name)
    assert.match(page.html, /href="https:\/\/x\.example\/saw"[^>]*>On saws</, name)
    assert.match(wordsOf(page), /What it changes.* Title Saws A saw⟨U\+202E⟩was a/, name)
    assert.match(wordsOf(page), /removed: A saw\. added: A \*fine\* saw\./, name)
  }
  const again = pages.preview.form(address)
  assert.deepEqual([again['/title'], again['/body']], [[TURNED], [BODY]], 'what is typed stays as it is')
})

test('a text that begins an entry changes nothing, and one whose parent is unknown says nothing of it', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const author = await signIn(site, await site.token({ preset: 'contributor' }))
  const preview = async (address: string, typed: Record<string, string>) =>
    wordsOf(await author.send(address, { ...(await author.open(address)).form(address), ...typed }))
  const draft = { '/title': 'Saws', '/body': 'A saw.', again: 'preview' }
  assert.doesNotMatch(await preview('/console/write', draft), /What it changes/)
  const { entry_id } = await site.publish({ path: '/tools/saw' })
  for (const parent of ['0'.repeat(64), 'none']) {
    const words = await preview(`/console/write/${entry_id}`, { ...draft, '/expected_parent_hash': parent })
    assert.match(words, /Preview Saws/)
    assert.doesNotMatch(words, /What it changes/)
  }
})

test('a revision that was searched for is cited without its hash being copied', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { content_hash } = await site.publish({ path: '/tools/files', title: 'Filing a saw' })
  const author = await signIn(site, await site.token({ preset: 'contributor' }))
  const blank = (await author.open('/console/write')).form('/console/write')
  const found = await author.send('/console/write', { ...blank, find: 'filing', again: 'find' })
  assert.match(wordsOf(found), /Filing a saw \/tools\/files Cite it/)
  const pressed = { ...found.form('/console/write'), again: `cite ${content_hash}` }
  const cited = (await author.send('/console/write', pressed)).form('/console/write')
  assert.deepEqual(cited['/references/1/sha256'], [content_hash])
  assert.deepEqual(cited['/references/1/relation'], ['related_to'])
})
