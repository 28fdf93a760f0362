import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSame } from '../support/sameness.ts'
import { describeSites, type Site } from '../support/site.ts'

async function twoRevisions(site: Site, topic = 'tools') {
  const first = await site.publish({
    path: `/${topic}/saw`,
    title: 'Saws',
    body: '# Saw\n\n## Use\n\nCut.\n\n## Care\n\nOil it.\n',
  })
  const second = await site.publish({
    path: `/${topic}/saw`,
    title: 'Saws and blades',
    body: '# Saw\n\n## Use\n\nCut wood.\n\n## Storage\n\nKeep it dry.\n',
    revises: first,
  })
  return [first, second] as const
}

function diffPath(a: string, b: string): string {
  return `/api/v1/objects/${a}/diff/${b}`
}

describeSites((sites) => {
  test('two revisions are compared by line, by field and by section', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const [first, second] = await twoRevisions(site)
    const answer = await site.get(diffPath(first.content_hash, second.content_hash))
    const diff = answer.as('diffRevisions')
    assert.deepEqual(
      [diff.entry_id, diff.from, diff.to, diff.coarse],
      [first.entry_id, first.content_hash, second.content_hash, false],
    )
    assert.match(diff.unified, /\n-Cut\.\n\+Cut wood\.\n/)
    const fields = new Map(diff.fields.map(({ field, from, to }) => [field, [from, to]]))
    assert.deepEqual(fields.get('title'), ['Saws', 'Saws and blades'])
    assert.deepEqual(fields.get('parent_hash'), [null, first.content_hash])
    assert.deepEqual([...fields.keys()], ['parent_hash', 'proposal_hash', 'title'])
    assert.deepEqual(
      diff.sections.map(({ heading, level, state }) => [heading, level, state]),
      [
        ['Saw', 1, 'same'],
        ['Use', 2, 'changed'],
        ['Care', 2, 'removed'],
        ['Storage', 2, 'added'],
      ],
    )
    assert.equal(answer.header('cache-control'), 'public, max-age=15')
  })

  test('the other way round what was added is removed', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const [first, second] = await twoRevisions(site)
    const diff = (await site.get(diffPath(second.content_hash, first.content_hash))).as('diffRevisions')
    assert.match(diff.unified, /\n-Cut wood\.\n\+Cut\.\n/)
    assert.deepEqual(
      diff.sections.map(({ state }) => state),
      ['same', 'changed', 'removed', 'added'],
    )
  })

  test('a revision and itself have no difference', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const [{ content_hash }] = await twoRevisions(site)
    const diff = (await site.get(diffPath(content_hash, content_hash))).as('diffRevisions')
    assert.deepEqual([diff.unified, diff.fields, diff.coarse], ['', [], false])
    assert.ok(diff.sections.every(({ state }) => state === 'same'))
  })

  test('a field may change from a list to another, and from nothing to something', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/saw' })
    const note = { kind: 'url' as const, url: 'https://example.org/', title: 'Saws', note: null }
    const seen = { observed_at: '2026-03-01T00:00:00Z', refresh_after: '2026-04-01T00:00:00Z' }
    const second = await site.publish({
      path: '/tools/saw',
      revises: first,
      kind: 'observation',
      applicability: 'Workshops.',
      references: [{ ...note, checked_at: '2026-03-01T00:00:00Z' }],
      ...seen,
    })
    const diff = (await site.get(diffPath(first.content_hash, second.content_hash))).as('diffRevisions')
    const fields = new Map(diff.fields.map(({ field, from, to }) => [field, { from, to }]))
    assert.deepEqual(fields.get('applicability'), { from: null, to: 'Workshops.' })
    assert.deepEqual(fields.get('references')?.from, [])
    assert.partialDeepStrictEqual(fields.get('references')?.to, [{ url: 'https://example.org/' }])
  })

  test('a draft is compared with the head by those who may read it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/saw' })
    const { candidate_hash } = await site.candidate({ path: '/tools/saw', revises: first, body: 'New.\n' })
    const path = diffPath(first.content_hash, candidate_hash)
    const author = await site.get(path, { token: site.admin })
    assert.match(author.as('diffRevisions').unified, /\n\+New\.\n/)
    assert.equal(author.header('cache-control'), 'private, no-store')
    assertSame(await site.get(path), await site.get(diffPath(first.content_hash, '0'.repeat(64))))
  })

  test('what is not yours is not there, on either side', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('vault', 'invited')
    const [first] = await twoRevisions(site)
    const [hidden, other] = await twoRevisions(site, 'vault')
    const missing = '0'.repeat(64)
    const outside = await site.token({ preset: 'curator', topic_grants: ['tools'] })
    for (const token of [null, outside])
      for (const [mine, theirs] of [
        [first.content_hash, hidden.content_hash],
        [hidden.content_hash, first.content_hash],
        [hidden.content_hash, other.content_hash],
      ] as const) {
        const hide = (hash: string) => (hash === first.content_hash ? hash : missing)
        const answer = await site.get(diffPath(mine, theirs), { token })
        answer.refused('not_found')
        assertSame(answer, await site.get(diffPath(hide(mine), hide(theirs)), { token }))
      }
    const within = await site.get(diffPath(hidden.content_hash, other.content_hash), { token: site.admin })
    assert.equal(within.as('diffRevisions').entry_id, hidden.entry_id)
  })

  test('revisions of two entries are refused, and so is what is no revision or no hash', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const [first] = await twoRevisions(site)
    const other = await site.publish({ path: '/tools/axe' })
    const refused = (await site.get(diffPath(first.content_hash, other.content_hash))).refused(
      'invalid_request',
    )
    assert.deepEqual(refused.errors, [
      { location: 'path', pointer: 'b', message: 'is a revision of another entry' },
    ])
    ;(await site.get(diffPath(first.content_hash, first.publication_hash))).refused('not_found')
    ;(await site.get(diffPath(first.publication_hash, first.content_hash))).refused('not_found')
    for (const [a, b] of [
      ['0', first.content_hash],
      [first.content_hash, 'A'.repeat(64)],
    ] as const)
      (await site.get(diffPath(a, b))).refused('invalid_request')
  })
})
