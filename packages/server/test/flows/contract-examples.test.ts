import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OperationId, openApiDocument } from '@colophon/contract'
import { draft, openDesk } from '../support/editorial.ts'
import { openAnySite, type Site } from '../support/site.ts'
import { publishSkills } from '../support/skills.ts'
import { submissionOf } from '../support/steps.ts'
import { claimTask, submitFor } from '../support/tasks.ts'

interface Example {
  readonly name: string
  readonly in: string
  readonly example?: unknown
}

interface Described {
  readonly operationId: OperationId
  readonly tags: readonly string[]
  readonly parameters: readonly Example[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
}

const paths = openApiDocument('https://press.example').paths as Record<string, Record<string, Described>>

function examplesOf(method: string): [string, Described][] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const described = item[method]
    const isOperation = described && !['discovery', 'pages'].includes(described.tags[0] ?? '')
    return isOperation ? [[path, described] as [string, Described]] : []
  })
}

/** The request of the example, with names that the site has in the place of those that stand for them. */
function requestOf(path: string, { parameters }: Described, named: (text: string) => string): string {
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: place, example } of parameters) {
    if (example === undefined) continue
    if (place === 'path') filled = filled.replace(`{${name}}`, String(example))
    if (place === 'query') for (const value of [example].flat()) query.append(name, String(value))
  }
  return named(query.size === 0 ? filled : `${filled}?${query}`)
}

function exampleIn(id: OperationId, name: string): string {
  const found = Object.values(paths).flatMap((item) => Object.values(item))
  const described = found.find(({ operationId }) => operationId === id)
  return String(described?.parameters.find((one) => one.name === name)?.example)
}

/** A server with what the examples read. */
async function fill(site: Site): Promise<(text: string) => string> {
  const first = await site.publish({ path: '/tools/saw', title: 'Saws', body: 'A saw is sharpened.\n' })
  const later = await site.publish({ path: '/tools/saw', title: 'Saws', body: 'So it is.\n', revises: first })
  await publishSkills(site, 'tools')
  await site.publish({ path: '/tools/sharpen-a-saw' })
  const names = new Map([
    [exampleIn('readObject', 'sha256'), first.content_hash],
    [exampleIn('diffRevisions', 'b'), later.content_hash],
    [exampleIn('getEntry', 'uuid'), first.entry_id],
    ['000.p/8', '000.p/2'],
  ])
  return (text) => [...names].reduce((made, [example, real]) => made.replaceAll(example, real), text)
}

/** What needs a thing that only a longer story makes. */
const OF_THINGS = /\{(proposal_hash|candidate_hash|id|evidence_id|table)\}/

test('a press answers every example that reads what everyone may read, or lists', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const named = await fill(site)
  const sent = new Set<string>()
  for (const [path, described] of examplesOf('get')) {
    if (OF_THINGS.test(path.replace('/topics/{id}', ''))) continue
    // A session is read with its cookie.
    if (described.operationId === 'getSession') continue
    const request = requestOf(path, described, named)
    const answer = await site.get(request, path.startsWith('/log/') ? {} : { token: site.admin })
    assert.equal(answer.status, 200, `${request}: ${answer.text}`)
    sent.add(described.operationId)
  }
  for (const [, { operationId, tags }] of examplesOf('get'))
    if (tags[0] === 'reading') assert.ok(sent.has(operationId), operationId)
})

interface Given {
  /** Another bearer than the administrator's; none when null. */
  readonly token?: string | null
  /** What the path names here, by the name of the parameter. */
  readonly params?: Readonly<Record<string, string>>
  /** Fields that name what this site has, where the example names what a site may have. */
  readonly names?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends the example of a POST, which has to be done; remembers which were. */
function senderOf(site: Site) {
  const sent = new Set<OperationId>()
  async function send(
    id: OperationId,
    { token = site.admin, params = {}, names = {}, headers = {} }: Given = {},
  ) {
    const [path = '', described] = examplesOf('post').find(([, { operationId }]) => operationId === id) ?? []
    const filled = described?.parameters.reduce(
      (made, { name, example }) => made.replace(`{${name}}`, params[name] ?? String(example)),
      path,
    )
    const [[type, { example }] = ['', {}]] = Object.entries(described?.requestBody?.content ?? {})
    for (const name of Object.keys(names)) assert.ok(name in Object(example), `${id} ${name}`)
    const isJson = type === 'application/json' && typeof example === 'object'
    const body = isJson ? { ...example, ...names } : String(example)
    const answer = await site.post(filled ?? '', body, {
      token,
      headers: { 'content-type': type, ...headers },
    })
    assert.ok(answer.status < 300, `${id}: ${answer.text}`)
    sent.add(id)
    return answer
  }
  return { send, sent }
}

type Send = ReturnType<typeof senderOf>['send']

test('a press does what every example of an act asks for', async (t) => {
  const site = await openAnySite(t)
  const { send, sent } = senderOf(site)
  await send('createTopic')
  await send('changeVisibility')
  const revisions = await publishExample(site, send)
  await askAndTakePart(send, revisions)
  await doTasks(site, send)
  await review(site, send)
  await send('retireRevision', {
    params: { sha256: revisions.first },
    names: { replacement_hashes: [revisions.later] },
  })
  await administer(site, send)
  await recover(send)
  assert.deepEqual(
    examplesOf('post').flatMap(([, { operationId }]) => (sent.has(operationId) ? [] : [operationId])),
    [],
  )
})

async function publishExample(site: Site, send: Send) {
  const { proposal_hash } = (await send('createSubmission')).as('createSubmission')
  const { candidate_hash } = (await send('finalizeSubmission', { params: { proposal_hash } })).as(
    'finalizeSubmission',
  )
  const published = (await send('publishCandidate', { params: { candidate_hash } })).as('publishCandidate')
  const later = await site.publish({
    path: '/tools/saw',
    title: 'Saws',
    body: 'So it is.\n',
    revises: published,
  })
  for (const id of ['declineSubmission', 'withdrawSubmission'] as const) {
    const other = submissionOf({ path: `/tools/${id.toLowerCase()}` })
    const submitted = await site.post('/api/v1/submissions', other, { token: site.admin })
    await send(id, { params: { proposal_hash: submitted.as('createSubmission').proposal_hash } })
  }
  return { first: published.content_hash, later: later.content_hash }
}

async function askAndTakePart(send: Send, { first, later }: { first: string; later: string }): Promise<void> {
  const asked = (await send('createSuggestion', { names: { related_hashes: [first] } })).as(
    'createSuggestion',
  )
  const params = { id: asked.suggestion_id }
  await send('triageSuggestion', { params })
  await send('resolveSuggestion', { params, names: { fixed_hashes: [later] } })
  const { token } = (await send('createIdentity', { token: null })).as('createIdentity')
  const reported = (await send('reportSignal', { token, params: { sha256: first } })).as('reportSignal')
  await send('correctSignal', {
    token,
    params: { id: reported.report_id },
    names: { expected_event_id: reported.last_event_id },
  })
  await send('sendFeedback', { token, names: { target_hash: first } })
}

async function doTasks(site: Site, send: Send): Promise<void> {
  const task = (await send('openTask')).as('openTask')
  const params = { id: task.task_id }
  await send('defineTask', { params, names: { expected_definition_hash: task.definition_hash } })
  for (const id of ['claimTask', 'renewLease', 'releaseTask', 'cancelTask'] as const)
    await send(id, { params })
  const other = (await send('openTask')).as('openTask')
  const { generation } = await claimTask(site, other.task_id, site.admin)
  const held = { task_id: other.task_id, generation }
  const made = (await submitFor(site, held, site.admin)).as('createSubmission')
  await send('completeTask', { params: { id: other.task_id }, names: { artifact_hash: made.proposal_hash } })
}

async function review(site: Site, send: Send): Promise<void> {
  const { policy_hash } = (await site.get('/api/v1/topics/tools')).as('getTopic')
  await send('setPolicy', { names: { expected_policy_hash: policy_hash } })
  const desk = await openDesk(site)
  const { candidate_hash } = await draft(site, desk, { path: '/tools/plane' })
  const params = { candidate_hash }
  const { focuses } = (await send('createReviewPlan', { params })).as('createReviewPlan')
  const [token] = desk.reviewers
  const { evidence_id } = (await send('createEvidence', { params, token })).as('createEvidence')
  await send('challengeEvidence', { params: { evidence_id } })
  const [planned] = focuses
  await claimTask(site, planned?.task_id ?? '', token)
  await send('createReview', { token, names: { task_id: planned?.task_id } })
}

async function administer(site: Site, send: Send): Promise<void> {
  const { token_id } = (await send('issueToken')).as('issueToken')
  await send('revokeToken', { params: { token_id } })
  await send('revokeMe', { token: await site.token() })
  const session = await send('createSession', { headers: { origin: site.url } })
  const cookie = session.header('set-cookie')?.split(';')[0] ?? ''
  const { csrf_token } = session.as('createSession')
  await send('endSession', { token: null, headers: { cookie, origin: site.url, 'x-csrf-token': csrf_token } })
}

async function recover(send: Send): Promise<void> {
  const { snapshot_id } = (await send('createSnapshot')).as('createSnapshot')
  await send('releaseSnapshot', { params: { id: snapshot_id } })
  await send('stagePage')
  await send('stageBlob')
  const job = (await send('startRecovery')).as('startRecovery')
  await send('continueRecovery', {
    params: { id: job.job_id },
    names: { expected_phase: job.phase, expected_cursor: job.cursor, expected_offset: job.offset },
  })
}
