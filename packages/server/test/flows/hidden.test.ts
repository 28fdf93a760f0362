import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, type Operation, type Resource } from '@colophon/contract'
import { manualEvidence } from '../support/editorial.ts'
import { assertSame } from '../support/sameness.ts'
import { describeSites, type Site } from '../support/site.ts'
import { openTask } from '../support/tasks.ts'
import { unknownName } from '../support/walk.ts'

/** Everything that a path can name, in an invited topic. */
async function hiddenThings(site: Site): Promise<Partial<Record<Resource, string>>> {
  await site.topic('hidden', 'invited')
  const { candidate_hash, proposal_hash } = await site.candidate({ path: '/hidden/draft' })
  const { entry_id, content_hash } = await site.publish({ path: '/hidden/secret' })
  const evidence = await site.post(
    `/api/v1/candidates/${candidate_hash}/evidence`,
    manualEvidence(site.clock.now()),
    {
      token: site.admin,
    },
  )
  const question = { topic_id: 'hidden', kind: 'discussion', question: 'Why?', motivation: 'Many ask.' }
  const asked = await site.post('/api/v1/suggestions', question, { token: site.admin })
  const { suggestion_id } = asked.as('createSuggestion')
  return {
    topic: 'hidden',
    entry: entry_id,
    object: content_hash,
    base: content_hash,
    compared: candidate_hash,
    revision: content_hash,
    suggestion: suggestion_id,
    decided_suggestion: suggestion_id,
    proposal: proposal_hash,
    candidate: candidate_hash,
    evidence: evidence.as('createEvidence').evidence_id,
    task: (await openTask(site, { topic_id: 'hidden' })).task_id,
  }
}

function pathWith(operation: Operation, name: (resource: Resource) => string): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_whole, parameter: string) => {
    const resource = operation.params?.[parameter]
    assert.ok(resource)
    return name(resource)
  })
}

describeSites((sites) => {
  test('what is not yours and what is not there have the same answer, to the byte', async (t) => {
    const site = await sites.open(t)
    const hidden = await hiddenThings(site)
    await site.topic('open')
    const outside = await site.token({ preset: 'curator', topic_grants: ['open'], review_grants: [] })
    let compared = 0
    for (const operation of Object.values(OPERATIONS)) {
      const resources = Object.values<Resource>('params' in operation ? operation.params : {})
      if (resources.length === 0 || resources.some((resource) => hidden[resource] === undefined)) continue
      const notYours = pathWith(operation, (resource) => hidden[resource] ?? '')
      const notThere = pathWith(operation, unknownName)
      for (const token of operation.access.credential === 'required' ? [outside] : [null, outside]) {
        const ask = (path: string) =>
          operation.method === 'GET'
            ? site.get(path, { token, headers: { 'if-none-match': '*' } })
            : site.post(path, plausibleBody(operation.id), { token })
        const answer = await ask(notYours)
        answer.refused('not_found')
        assertSame(answer, await ask(notThere))
        compared += 1
      }
    }
    assert.ok(compared >= 15)
  })

  test('no method, range or condition tells a hidden object from one that is not there', async (t) => {
    const site = await sites.open(t)
    const { object = '' } = await hiddenThings(site)
    const missing = 'a'.repeat(64)
    const variants: Record<string, string>[] = [
      { range: 'bytes=0-3' },
      { range: 'bytes=999999-' },
      { 'if-none-match': `W/"${object}"` },
      { 'if-none-match': `"x", "${object}"` },
      { 'if-match': '"x"' },
      { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
      { 'accept-encoding': 'br' },
      { 'x-http-method-override': 'POST' },
    ]
    for (const place of ['/objects/', '/api/v1/objects/', '/revisions/', '/lineage/'])
      for (const headers of variants)
        for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
          const ask = (hash: string) => site.send(method, place + hash, { headers })
          const answer = await ask(object)
          assert.equal(answer.status, 404)
          assertSame(answer, await ask(missing))
        }
  })

  test('a path of an invited topic resolves like one that nobody has', async (t) => {
    const site = await sites.open(t)
    await hiddenThings(site)
    const resolve = (path: string) => site.get(`/api/v1/resolve?path=${path}`)
    assertSame(await resolve('/hidden/secret'), await resolve('/hidden/nothing'))
    assertSame(await resolve('/hidden/secret'), await resolve('/nowhere/nothing'))
  })

  test('a filter that names a hidden topic gives the same empty list as one that names none', async (t) => {
    const site = await sites.open(t)
    await hiddenThings(site)
    const index = (topic: string) => site.get(`/api/v1/index?topic=${topic}`)
    assert.deepEqual((await index('hidden')).as('listIndex').items, [])
    assertSame(await index('hidden'), await index('nowhere'))
  })

  test('making a topic invited hides everything of it at once, and public again shows it', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    await site.topic('tools')
    const { entry_id, content_hash, publication_hash } = await site.publish({ path: '/tools/hammer' })
    const places = [
      '/api/v1/topics/tools',
      '/api/v1/topics/tools/policy',
      `/api/v1/entries/${entry_id}`,
      `/api/v1/entries/${entry_id}/revisions`,
      '/api/v1/resolve?path=/tools/hammer',
      `/objects/${content_hash}`,
      `/objects/${publication_hash}`,
      `/api/v1/objects/${content_hash}`,
    ]
    const lists = ['/api/v1/topics', '/api/v1/index']
    const expectAll = async (status: number, length: number) => {
      for (const press of [site, other]) {
        for (const path of places) assert.equal((await press.get(path)).status, status, path)
        for (const path of lists) assert.equal(lengthOf((await press.get(path)).json.items), length, path)
      }
    }
    const tag = (await site.get(`/objects/${content_hash}`)).header('etag') ?? ''
    await expectAll(200, 1)
    await changeVisibility(site, 'public', 'invited')
    await expectAll(404, 0)
    const conditional = await site.get(`/objects/${content_hash}`, { headers: { 'if-none-match': tag } })
    conditional.refused('not_found')
    await changeVisibility(site, 'invited', 'public')
    await expectAll(200, 1)
  })
})

async function changeVisibility(site: Site, expected_visibility: string, visibility: string): Promise<void> {
  const body = { expected_visibility, visibility, reason: 'a test' }
  ;(await site.post('/api/v1/topics/tools/visibility', body, { token: site.admin })).as('changeVisibility')
}

/** Bodies of the right form, so that only what the path names can be refused. */
function plausibleBody(operation: string): unknown {
  const bodies: Record<string, unknown> = {
    setPolicy: { expected_policy_hash: '0'.repeat(64) },
    changeVisibility: { expected_visibility: 'invited', visibility: 'public', reason: 'a test' },
    reportSignal: { value: 'up' },
    retireRevision: { state: 'retired', reason: 'a test' },
    triageSuggestion: { expected_triage_state: 'untriaged', state: 'accepted', reason: 'a test' },
    resolveSuggestion: { state: 'open', reason: 'a test' },
    publishCandidate: { mode: 'direct' },
    createEvidence: manualEvidence(new Date(0).toISOString()),
    challengeEvidence: { selector: 'line 1', reason: 'a test' },
    declineSubmission: { reason: 'a test' },
    defineTask: { expected_definition_hash: '0'.repeat(64), title: 'T', brief: 'B' },
    cancelTask: { reason: 'a test' },
    renewLease: { generation: 1 },
    releaseTask: { generation: 1 },
    completeTask: { generation: 1, artifact_hash: '0'.repeat(64) },
  }
  return bodies[operation] ?? {}
}

function lengthOf(items: unknown): number | null {
  return Array.isArray(items) ? items.length : null
}
