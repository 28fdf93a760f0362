import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OperationId, openApiDocument } from '@colophon/contract'
import { openAnySite, type Site } from '../support/site.ts'
import { publishSkills } from '../support/skills.ts'

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

test('a press does what the examples of first acts ask for', async (t) => {
  const site = await openAnySite(t)
  const bodies = new Map(
    examplesOf('post').map(([path, { requestBody }]) => [
      path,
      requestBody?.content['application/json']?.example,
    ]),
  )
  for (const path of [
    '/api/v1/topics',
    '/api/v1/submissions',
    '/api/v1/tasks',
    '/api/v1/admin/tokens',
    '/api/v1/admin/recovery/snapshots',
    '/api/v1/identities',
  ]) {
    const wish = path === '/api/v1/identities' ? {} : { token: site.admin }
    const answer = await site.post(path, bodies.get(path), wish)
    assert.equal(answer.status, 201, `${path}: ${answer.text}`)
  }
})
