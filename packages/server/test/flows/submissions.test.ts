import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { describeSites } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'

const SUBMISSIONS = '/api/v1/submissions'
const article = (changes: Record<string, unknown> = {}) => ({
  ...submissionOf({ path: '/tools/saw' }),
  ...changes,
})
const observation = (changes: Record<string, unknown> = {}) =>
  article({
    kind: 'observation',
    observed_at: '2026-03-01T00:00:00Z',
    refresh_after: '2026-04-01T00:00:00Z',
    applicability: 'Saws of this year.',
    ...changes,
  })

/** What is wrong, and the pointer that must say so. */
const WRONG: [name: string, body: unknown, pointer: string][] = [
  ['a kind of its own', article({ kind: 'poem' }), '/kind'],
  ['no title', article({ title: null }), '/title'],
  ['an empty title', article({ title: '' }), '/title'],
  ['a blank title', article({ title: '   ' }), '/title'],
  ['an invisible title', article({ title: '\u200b\u200b' }), '/title'],
  ['a title of two lines', article({ title: 'a\nb' }), '/title'],
  ['a title with an escape', article({ title: 'a\u001b[31m' }), '/title'],
  ['a title with a line separator', article({ title: 'a\u2028b' }), '/title'],
  ['a title with a noncharacter', article({ title: 'a\ufffe' }), '/title'],
  ['a title that is too long', article({ title: '😀'.repeat(201) }), '/title'],
  ['a summary that is too long', article({ summary: 'x'.repeat(1001) }), '/summary'],
  ['a title that is a number', article({ title: 7 }), '/title'],
  ['a key too many', article({ author: 'me' }), '/author'],
  ['reserved metadata', article({ accepted_by: 'me' }), '/accepted_by'],
  ['another reserved key', article({ policy_hash: '0'.repeat(64) }), '/policy_hash'],
  ['no body', article({ body: '' }), '/body'],
  ['a body with NUL', article({ body: 'a\u0000b' }), '/body'],
  ['a body with a lone CR', article({ body: 'a\rb' }), '/body'],
  ['a body with C1', article({ body: 'a\u0085b' }), '/body'],
  ['a body that is a list', article({ body: ['x'] }), '/body'],
  ['a parent without an entry', article({ expected_parent_hash: '0'.repeat(64) }), '/expected_parent_hash'],
  ['an entry that is not there', article({ entry_id: randomUUID() }), '/entry_id'],
  ['an entry id in capitals', article({ entry_id: randomUUID().toUpperCase() }), '/entry_id'],
  ['a task that is not there', article({ task_id: randomUUID(), task_generation: 1 }), '/task_id'],
  ['a generation without a task', article({ task_generation: 1 }), '/task_generation'],
  ['an article with a time of observation', article({ observed_at: '2026-03-01T00:00:00Z' }), '/observed_at'],
  ['an article with an applicability', article({ applicability: 'here' }), '/applicability'],
  ['an observation without its time', observation({ observed_at: null }), '/observed_at'],
  ['an observation without its end', observation({ refresh_after: null }), '/refresh_after'],
  ['an observation without applicability', observation({ applicability: null }), '/applicability'],
  ['an observation of tomorrow', observation({ observed_at: '2026-03-03T00:00:00Z' }), '/observed_at'],
  ['an end before the observation', observation({ refresh_after: '2026-02-28T23:59:59Z' }), '/refresh_after'],
  ['an end at the observation', observation({ refresh_after: '2026-03-01T00:00:00Z' }), '/refresh_after'],
  ['a time with an offset', observation({ observed_at: '2026-03-01T00:00:00+00:00' }), '/observed_at'],
  ['a day that is none', observation({ observed_at: '2026-02-30T00:00:00Z' }), '/observed_at'],
  ['a time without Z', observation({ observed_at: '2026-03-01T00:00:00' }), '/observed_at'],
]

const BAD_PATHS = [
  '',
  '/',
  '/tools',
  '/tools/',
  'tools/saw',
  '//tools/saw',
  '/tools//saw',
  '/tools/saw/',
  '/tools/../saw',
  '/tools/..',
  '/tools/.',
  '/tools/.hidden',
  '/tools/-saw',
  '/tools/%2e%2e',
  '/tools/%2fsaw',
  '/tools/Saw',
  '/Tools/saw',
  '/tools/sаw',
  '/tools/säge',
  '/tools/sa w',
  '/tools/saw\u0000',
  '/tools/saw\n',
  '/tools/saw?x',
  '/tools/saw#x',
  '/tools\\saw',
  `/tools/${'a'.repeat(194)}`,
  '/nowhere/saw',
]

describeSites((sites) => {
  test('every fault of a submission is refused with a pointer to it, and nothing is stored', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (const [name, body, pointer] of WRONG) {
      const refused = (await site.post(SUBMISSIONS, body, { token: site.admin })).refused('invalid_request')
      assert.ok(
        refused.errors?.some((error) => error.pointer === pointer && error.location === 'body'),
        `${name}: ${JSON.stringify(refused.errors)}`,
      )
    }
    assert.deepEqual((await site.get(SUBMISSIONS, { token: site.admin })).as('listSubmissions').items, [])
  })

  test('a hostile path is refused with its pointer', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (const path of BAD_PATHS) {
      const refused = (await site.post(SUBMISSIONS, article({ path }), { token: site.admin })).refused(
        'invalid_request',
      )
      assert.equal(refused.errors?.[0]?.pointer, '/path', JSON.stringify(path))
    }
  })

  test('the limits themselves are allowed, counted in code points', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const body = observation({
      title: '😀'.repeat(200),
      summary: 'é'.repeat(1000),
      applicability: '😀'.repeat(1000),
      path: `/tools/${'a'.repeat(193)}`,
      observed_at: '2026-03-02T09:30:00.000Z',
    })
    ;(await site.post(SUBMISSIONS, body, { token: site.admin })).as('createSubmission')
  })

  test('a topic that the author may not write names nothing, in the same words as one that is not there', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('hidden', 'invited')
    const token = await site.token({ preset: 'contributor', topic_grants: [] })
    const answers = []
    for (const topic of ['hidden', 'nowhere', 'tools'])
      answers.push(
        (await site.post(SUBMISSIONS, article({ path: `/${topic}/x` }), { token })).refused(
          'invalid_request',
        ),
      )
    const [first] = answers
    for (const answer of answers)
      assert.deepEqual([answer.detail, answer.errors], [first?.detail, first?.errors])
  })

  test('line ends become LF and one newline ends the body', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (const [place, [sent, stored]] of [
      ['a\r\nb\r\n', 'a\nb\n'],
      ['no end', 'no end\n'],
      ['many ends\n\n\n', 'many ends\n'],
      ['\ttab\n\n  kept  ', '\ttab\n\n  kept  \n'],
    ].entries()) {
      const { content_hash } = await site.publish({ path: `/tools/n${place}`, body: sent ?? '' })
      const { text } = await site.get(`/objects/${content_hash}`)
      assert.equal(text.slice(text.indexOf('\n---\n') + 6), stored)
    }
  })

  test('a body of a mebibyte is stored, counted after its line ends are made one', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const largest = `${'x'.repeat(1024 * 1024 - 1)}\n`
    ;(await site.post(SUBMISSIONS, article({ body: largest }), { token: site.admin })).as('createSubmission')
    const crlf = 'x\r\n'.repeat(512 * 1024)
    ;(await site.post(SUBMISSIONS, article({ body: crlf }), { token: site.admin })).as('createSubmission')
    const over = await site.post(SUBMISSIONS, article({ body: `${largest}x` }), { token: site.admin })
    over.refused('payload_too_large')
    const accents = await site.post(SUBMISSIONS, article({ body: 'é'.repeat(524_288) }), {
      token: site.admin,
    })
    accents.refused('payload_too_large')
  })

  test('a request over eight mebibytes is refused whatever is in it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const padded = `${JSON.stringify(article())}${' '.repeat(8 * 1024 * 1024)}`
    ;(await site.post(SUBMISSIONS, padded, { token: site.admin })).refused('payload_too_large')
  })

  test('a submission is seen by its author and by the curators of its topic, and by nobody else', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const author = await site.token({ preset: 'contributor', label: 'Ada' })
    const colleague = await site.token({ preset: 'contributor' })
    const curator = await site.token({ preset: 'curator', topic_grants: ['tools'] })
    const elsewhere = await site.token({ preset: 'curator', topic_grants: [] })
    const { proposal_hash } = (await site.post(SUBMISSIONS, article(), { token: author })).as(
      'createSubmission',
    )
    const path = `${SUBMISSIONS}/${proposal_hash}`
    const count = async (token: string) =>
      (await site.get(SUBMISSIONS, { token })).as('listSubmissions').items.length
    for (const token of [author, curator]) {
      assert.partialDeepStrictEqual((await site.get(path, { token })).as('getSubmission'), {
        author: 'Ada',
        state: 'submitted',
      })
      assert.equal((await site.get(`/objects/${proposal_hash}`, { token })).status, 200)
      assert.equal(await count(token), 1)
    }
    for (const token of [colleague, elsewhere]) {
      ;(await site.get(path, { token })).refused('not_found')
      ;(await site.get(`/objects/${proposal_hash}`, { token })).refused('not_found')
      assert.equal(await count(token), 0)
    }
    ;(await site.get(`/objects/${proposal_hash}`)).refused('not_found')
  })

  test('a revision names the published head as its parent', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('others')
    const first = await site.publish({ path: '/tools/saw' })
    const second = await site.publish({ path: '/tools/saw', revises: first, title: 'Better' })
    assert.equal(second.entry_id, first.entry_id)
    const send = (changes: Record<string, unknown>) =>
      site.post(SUBMISSIONS, article({ entry_id: first.entry_id, ...changes }), { token: site.admin })
    for (const parent of [first.content_hash, null, '0'.repeat(64)]) {
      const stale = (await send({ expected_parent_hash: parent })).refused('stale_parent')
      assert.equal(stale.current, second.content_hash)
    }
    const moved = await send({ expected_parent_hash: second.content_hash, path: '/others/saw' })
    assert.equal(moved.refused('invalid_request').errors?.[0]?.pointer, '/path')
    const parent = { expected_parent_hash: second.content_hash }
    assert.equal((await send(parent)).as('createSubmission').entry_id, first.entry_id)
  })
})
