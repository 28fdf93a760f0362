import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerOf, Operations } from '@colophon/contract'
import { describeSites, type Site } from '../support/site.ts'
import { claimTask, openTask, submitFor } from '../support/tasks.ts'

type Lineage = AnswerOf<Operations['getLineage']>

async function lineage(site: Site, hash: string, query = '', token: string | null = null): Promise<Lineage> {
  return (await site.get(`/api/v1/objects/${hash}/lineage${query}`, { token })).as('getLineage')
}

/** Edges as `type: from > to`, in names. */
function edgesOf(graph: Lineage, names: Record<string, string>): string[] {
  const name = (hash: string) => names[hash] ?? hash
  return graph.edges.map(({ type, from, to }) => `${type}: ${name(from)} > ${name(to)}`).sort()
}

function nodesOf(graph: Lineage, names: Record<string, string>): string[] {
  return graph.nodes.map(({ hash }) => names[hash] ?? hash).sort()
}

/** An entry of three revisions at two paths, under two policies, with a candidate that was not taken. */
async function openWithHistory(site: Site) {
  await site.topic('tools')
  const old = (await site.get('/api/v1/topics/tools')).as('getTopic').policy_hash
  const one = await site.publish({ path: '/tools/hammer', title: 'One' })
  site.clock.advance({ seconds: 1 })
  const spare = await site.candidate({ path: '/tools/mallet', title: 'Spare', revises: one })
  const two = await site.publish({ path: '/tools/claw', title: 'Two', revises: one })
  const body = { expected_policy_hash: old, minimum_evidence: 0 }
  const policy = (await site.post('/api/v1/topics/tools/policy', body, { token: site.admin })).as('setPolicy')
  site.clock.advance({ seconds: 1 })
  const three = await site.publish({ path: '/tools/claw', title: 'Three', revises: two })
  const names: Record<string, string> = {
    [old]: 'old policy',
    [policy.policy_hash]: 'new policy',
    [one.content_hash]: 'one',
    [two.content_hash]: 'two',
    [three.content_hash]: 'three',
    [spare.candidate_hash]: 'spare',
    [one.proposal_hash]: 'proposal one',
    [two.proposal_hash]: 'proposal two',
    [three.proposal_hash]: 'proposal three',
    [spare.proposal_hash]: 'proposal spare',
  }
  return { one, two, three, spare, old, policy: policy.policy_hash, names }
}

const PUBLIC_EDGES = [
  'policy_parent: new policy > old policy',
  'policy_parent: one > old policy',
  'policy_parent: three > new policy',
  'policy_parent: two > old policy',
  'revision_parent: three > two',
  'revision_parent: two > one',
]

describeSites((sites) => {
  test('the published graph shows revisions, policies, paths and publications to everybody', async (t) => {
    const site = await sites.open(t)
    const { one, two, three, names } = await openWithHistory(site)
    const graph = await lineage(site, three.content_hash)
    assert.equal(graph.root, three.content_hash)
    assert.equal(graph.direction, 'both')
    assert.equal(graph.depth, 2)
    assert.equal(graph.truncated, false)
    assert.equal(graph.edges_scanned, graph.edges.length)
    assert.deepEqual(nodesOf(graph, names), ['new policy', 'old policy', 'one', 'three', 'two'])
    assert.deepEqual(
      edgesOf(graph, names),
      PUBLIC_EDGES.filter((edge) => edge !== 'policy_parent: one > old policy'),
    )
    const root = graph.nodes.find(({ hash }) => hash === three.content_hash)
    assert.deepEqual(root, {
      hash: three.content_hash,
      kind: 'candidate',
      entry_id: one.entry_id,
      topic_id: 'tools',
      title: 'Three',
      proposed_path: '/tools/claw',
      accepted_path: '/tools/claw',
      created_at: site.clock.now(),
    })
    assert.deepEqual(graph.aliases, [
      { path: '/tools/claw', entry_id: one.entry_id, bound_at: two.published_at, superseded_at: null },
      {
        path: '/tools/hammer',
        entry_id: one.entry_id,
        bound_at: one.published_at,
        superseded_at: two.published_at,
      },
    ])
    assert.deepEqual(
      graph.publications.map((row) => row.publication_hash).sort(),
      [one, two, three].map((made) => made.publication_hash).sort(),
    )
    const whole = await lineage(site, three.content_hash, '?depth=16')
    assert.deepEqual(edgesOf(whole, names), PUBLIC_EDGES)
  })

  test('directions and depth bound the walk', async (t) => {
    const site = await sites.open(t)
    const { one, two, three, old, names } = await openWithHistory(site)
    const walk = async (hash: string, query: string) => nodesOf(await lineage(site, hash, query), names)
    assert.deepEqual(await walk(two.content_hash, '?depth=0'), ['two'])
    assert.deepEqual(await walk(two.content_hash, '?depth=1&direction=ancestors'), [
      'old policy',
      'one',
      'two',
    ])
    assert.deepEqual(await walk(two.content_hash, '?depth=1&direction=descendants'), ['three', 'two'])
    assert.deepEqual(await walk(one.content_hash, '?depth=16&direction=descendants'), ['one', 'three', 'two'])
    assert.deepEqual(await walk(old, '?direction=ancestors&depth=16'), ['old policy'])
    assert.deepEqual(await walk(old, '?direction=descendants&depth=1'), [
      'new policy',
      'old policy',
      'one',
      'two',
    ])
    // The walk up and the walk down, and not what lies beside them: three is under a policy that two is not.
    assert.deepEqual(await walk(three.content_hash, '?depth=1'), ['new policy', 'three', 'two'])
    assert.equal((await lineage(site, one.content_hash, '?depth=0')).truncated, false)
  })

  test('unpublished work is part of the graph for those with a grant, and proposals for their author and curators', async (t) => {
    const site = await sites.open(t)
    const { one, spare, names } = await openWithHistory(site)
    await site.topic('toys')
    const contributor = await site.token({ preset: 'contributor' })
    const below = '?direction=descendants&depth=1'
    assert.deepEqual(nodesOf(await lineage(site, one.content_hash, below), names), ['one', 'two'])
    const granted = await lineage(site, one.content_hash, below, contributor)
    assert.deepEqual(nodesOf(granted, names), ['one', 'spare', 'two'])
    const seen = granted.nodes.find(({ hash }) => hash === spare.candidate_hash)
    assert.equal(seen?.proposed_path, '/tools/mallet')
    assert.equal(seen?.accepted_path, null)
    assert.ok(!granted.aliases.some(({ path }) => path === '/tools/mallet'))
    const elsewhere = await site.token({ preset: 'curator', topic_grants: ['toys'] })
    assert.deepEqual(
      await lineage(site, one.content_hash, '?depth=16', elsewhere),
      await lineage(site, one.content_hash, '?depth=16'),
    )
    const up = '?direction=ancestors&depth=1'
    assert.deepEqual(nodesOf(await lineage(site, one.content_hash, up, contributor), names), [
      'old policy',
      'one',
    ])
    assert.deepEqual(nodesOf(await lineage(site, one.content_hash, up, site.admin), names), [
      'old policy',
      'one',
      'proposal one',
    ])
    const author = await site.token({ preset: 'trusted_author' })
    const own = await site.candidate({ path: '/tools/own', token: author })
    const mine = await lineage(site, own.candidate_hash, up, author)
    assert.ok(edgesOf(mine, {}).includes(`proposal_origin: ${own.candidate_hash} > ${own.proposal_hash}`))
    const down = await lineage(site, own.proposal_hash, below, author)
    assert.deepEqual(
      down.nodes.map(({ hash }) => hash),
      [own.proposal_hash, own.candidate_hash],
    )
  })

  test('definitions and resolutions have parents of their own kind', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const task = await openTask(site)
    const first = task.definition_hash ?? ''
    const author = await site.token({ preset: 'contributor' })
    const other = await site.token({ preset: 'contributor' })
    const lease = await claimTask(site, task.task_id, author)
    const early = (await submitFor(site, lease, author)).as('createSubmission').proposal_hash
    const text = { expected_definition_hash: first, title: 'Compare saws again', brief: 'All of them.' }
    site.clock.advance({ seconds: 1 })
    const path = `/api/v1/tasks/${task.task_id}/definition`
    const next = (await site.post(path, text, { token: site.admin })).as('defineTask').definition_hash ?? ''
    const late = (await submitFor(site, lease, author)).as('createSubmission').proposal_hash
    const names = { [first]: 'first', [next]: 'next', [early]: 'early', [late]: 'late' }
    const edges = [
      'definition_parent: early > first',
      'definition_parent: late > next',
      'definition_parent: next > first',
    ]
    for (const token of [site.admin, author])
      assert.deepEqual(edgesOf(await lineage(site, first, '', token), names), edges)
    assert.deepEqual(edgesOf(await lineage(site, first, '', other), names), [
      'definition_parent: next > first',
    ])
    ;(await site.get(`/api/v1/objects/${first}/lineage`)).refused('not_found')
    const body = { topic_id: 'tools', kind: 'discussion', question: 'Which?', motivation: 'Many.' }
    const made = (await site.post('/api/v1/suggestions', body, { token: author })).as('createSuggestion')
    const place = `/api/v1/suggestions/${made.suggestion_id}/resolution`
    let tip: string | null = null
    const decisions: string[] = []
    for (const reason of ['once', 'twice']) {
      const decision: unknown = { state: 'open', reason, expected_resolution_hash: tip }
      tip = (await site.post(place, decision, { token: site.admin })).as('resolveSuggestion').resolution_hash
      decisions.push(tip)
    }
    const [once = '', twice = ''] = decisions
    assert.deepEqual(edgesOf(await lineage(site, twice, '', author), { [once]: 'once', [twice]: 'twice' }), [
      'resolution_parent: twice > once',
    ])
    const alone = await lineage(site, made.suggestion_hash, '?depth=16', author)
    assert.equal(alone.nodes.length, 1)
    assert.deepEqual(alone.edges, [])
  })

  test('citations and discussion are no ancestry', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const saw = await site.publish({ path: '/tools/saw' })
    const hammer = await site.publish({
      path: '/tools/hammer',
      references: [{ kind: 'service', sha256: saw.content_hash }],
    })
    const body = { topic_id: 'tools', kind: 'discussion', question: 'Which?', motivation: 'Many.' }
    const about = { ...body, parent_hash: saw.content_hash, related_hashes: [hammer.content_hash] }
    ;(await site.post('/api/v1/suggestions', about, { token: site.admin })).as('createSuggestion')
    const graph = await lineage(site, saw.content_hash, '?depth=16&direction=descendants', site.admin)
    assert.deepEqual(
      graph.nodes.map(({ hash }) => hash),
      [saw.content_hash],
    )
  })

  test('what the limit leaves out is told, and nothing else is', async (t) => {
    const site = await sites.open(t)
    const { one, three, old, names } = await openWithHistory(site)
    for (let limit = 1; limit <= 6; limit += 1) {
      const graph = await lineage(site, three.content_hash, `?depth=16&limit=${limit}`)
      assert.equal(graph.nodes.length, Math.min(limit, 5))
      assert.equal(graph.truncated, limit < 5, `limit ${limit}`)
      const kept = new Set(graph.nodes.map(({ hash }) => hash))
      for (const { from, to } of graph.edges) assert.ok(kept.has(from) && kept.has(to))
    }
    assert.equal(
      (await lineage(site, one.content_hash, '?depth=1&limit=2&direction=ancestors')).truncated,
      false,
    )
    const below = await lineage(site, old, '?direction=descendants&depth=1&limit=2')
    assert.deepEqual(nodesOf(below, names), ['old policy', 'one'], 'the oldest come first')
    assert.equal(below.truncated, true)
  })

  test('at most 2,000 edges are scanned, and hidden ones are not among them', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const { policy_hash: root } = (await site.get('/api/v1/topics/tools')).as('getTopic')
    const child = (n: number) => n.toString(16).padStart(64, '0')
    const add = (count: number, audience: number, offset: number) =>
      site.app.storage.write(async (tx) => {
        for (let start = 0; start < count; start += 100) {
          const some = Array.from({ length: Math.min(100, count - start) }, (_, n) =>
            child(offset + start + n),
          )
          const shared = { topic_id: 'tools', audience, entry_id: null, policy_hash: root, publications: '' }
          const text = { title: null, proposed_path: null, created_at: site.clock.now() }
          const nodes = some.map((hash) => ({ ...shared, ...text, hash, kind: 'candidate' as const }))
          await tx.insertInto('lineage_nodes').values(nodes).execute()
          const edge = { parent: root, audience, owner_id: '', at: site.clock.now() }
          await tx
            .insertInto('lineage_edges')
            .values(some.map((hash) => ({ ...edge, child: hash })))
            .execute()
        }
      })
    const query = '?depth=1&limit=1000&direction=descendants'
    await add(999, 0, 0)
    await add(3000, 1, 100_000)
    const whole = await lineage(site, root, query)
    assert.equal(whole.nodes.length, 1000)
    assert.equal(whole.edges_scanned, 999)
    assert.equal(whole.truncated, false)
    await add(1, 0, 999)
    const cut = await lineage(site, root, query)
    assert.equal(cut.nodes.length, 1000)
    assert.equal(cut.truncated, true)
    await add(2500, 0, 1000)
    const scanned = await lineage(site, root, '?depth=1&limit=1000')
    assert.ok(scanned.edges_scanned <= 2000)
    assert.equal(scanned.truncated, true)
  })

  test('what a lineage is asked for has bounds', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('vault', 'invited')
    const hammer = await site.publish({ path: '/tools/hammer' })
    const hidden = await site.publish({ path: '/vault/key' })
    const draft = await site.candidate({ path: '/tools/draft' })
    const vault = await site.get('/api/v1/topics/vault', { token: site.admin })
    const place = `/api/v1/objects/${hammer.content_hash}/lineage`
    for (const query of [
      'depth=17',
      'depth=-1',
      'depth=1.5',
      'limit=1001',
      'limit=0',
      'direction=sideways',
      'x=1',
    ])
      (await site.get(`${place}?${query}`)).refused('invalid_request')
    for (const hash of [
      hidden.content_hash,
      hidden.publication_hash,
      vault.as('getTopic').policy_hash,
      draft.candidate_hash,
      draft.proposal_hash,
      '0'.repeat(64),
    ])
      (await site.get(`/api/v1/objects/${hash}/lineage`)).refused('not_found')
    const close = { expected_visibility: 'public', visibility: 'invited', reason: 'hidden now' }
    ;(await site.post('/api/v1/topics/tools/visibility', close, { token: site.admin })).as('changeVisibility')
    ;(await site.get(place)).refused('not_found')
    assert.ok((await lineage(site, hammer.content_hash, '', site.admin)).nodes.length > 0)
  })
})
