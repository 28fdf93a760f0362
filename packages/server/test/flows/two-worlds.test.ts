import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cleanup } from '../support/engines.ts'
import { fixRandomness } from '../support/fixed-randomness.ts'
import { rpc, say } from '../support/mcp.ts'
import { register } from '../support/readers.ts'
import { describeSearches, type Site, type Sites, type Wish } from '../support/site.ts'
import type { PublicationWish, Published } from '../support/steps.ts'
import { everyGet, everyPage, type Names, told } from '../support/worlds.ts'

interface World {
  site: Site
  readers: Record<string, string | null>
  /** What everybody may see. */
  open: Names
  /** What only one of the worlds has. */
  hidden: Names
}

function noNames(): Names {
  return {
    topic: [],
    entry: [],
    object: [],
    base: [],
    compared: [],
    revision: [],
    proposal: [],
    candidate: [],
    suggestion: [],
    decided_suggestion: [],
    token: [],
    report: [],
    evidence: [],
    task: [],
    snapshot: [],
    recovered_table: [],
    catalogued: [],
    brought: [],
    recovery_job: [],
    log_level: ['0', 'entries'],
    log_tile: ['000', ...[1, 2, 3, 4, 5, 6].map((width) => `000.p/${width}`)],
    paths: [],
    words: [],
  }
}

function note(names: Names, made: Published): void {
  const hashes = [made.content_hash, made.publication_hash, made.proposal_hash]
  names.entry.push(made.entry_id)
  names.object.push(...hashes)
  names.base.push(made.content_hash)
  names.compared.push(made.content_hash)
  names.revision.push(made.content_hash)
  names.proposal.push(made.proposal_hash)
  names.candidate.push(made.content_hash)
  names.paths.push(made.path)
}

/** A script whose steps draw and happen as they would without the steps between them. */
async function openWorld(t: Cleanup, sites: Sites, withHidden: boolean): Promise<World> {
  const site = await sites.open(t, { isRandomnessFixed: true })
  const randomness = fixRandomness(site.app)
  const open = noNames()
  const hidden = noNames()
  const decisions: string[] = []
  let minutes = 0
  const begin = (step: string, fraction: string) => {
    randomness.begin(step)
    site.clock.set(`2026-03-02T10:${String(minutes).padStart(2, '0')}:00.${fraction}Z`)
  }
  const everybody = async <T>(step: string, act: () => Promise<T>): Promise<T> => {
    minutes += 1
    begin(step, '000')
    return act()
  }
  const behind = async (step: string, act: () => Promise<void>) => {
    begin(step, '500')
    if (withHidden) await act()
  }
  const publish = async (names: Names, wish: PublicationWish) => {
    const made = await site.publish(wish)
    note(names, made)
    return made
  }
  const retire = async (names: Names, hash: string, more: Record<string, unknown> = {}) => {
    const body = { state: 'retired', reason: 'no longer so', ...more }
    const answer = await site.post(`/api/v1/objects/${hash}/retirement`, body, { token: site.admin })
    names.object.push(answer.as('retireRevision').retirement_hash)
  }
  const decide = async (names: Names, id: string, more: Record<string, unknown>) => {
    const body = { reason: 'looked into', ...more }
    const answer = await site.post(`/api/v1/suggestions/${id}/resolution`, body, { token: site.admin })
    decisions.push(answer.as('resolveSuggestion').resolution_hash)
    names.object.push(...decisions)
  }
  const suggest = async (topic_id: string) => {
    const body = { topic_id, kind: 'research', question: 'Which?', motivation: 'Many ask.' }
    return (await site.post('/api/v1/suggestions', body, { token: site.admin })).as('createSuggestion')
  }

  await everybody('topic', () => site.topic('tools'))
  const reader = await everybody('reader', () => register(site))
  await behind('hidden topic', async () => {
    await site.topic('vault', 'invited')
    const safe = await publish(hidden, { path: '/vault/hammer', title: 'The hammer in the vault' })
    const key = await publish(hidden, { path: '/vault/key', title: 'Keys to the vault' })
    await retire(hidden, key.content_hash, { replacement_hashes: [safe.content_hash] })
    hidden.topic.push('vault')
    hidden.words.push('vault', 'keys', 'va')
  })
  const hammer = await everybody('hammer', () => publish(open, { path: '/tools/hammer', title: 'Hammers' }))
  const queued = await everybody('suggestion', () => suggest('tools'))
  open.suggestion.push(queued.suggestion_id)
  open.decided_suggestion.push(queued.suggestion_id)
  open.object.push(queued.suggestion_hash)
  await behind('unpublished candidates', async () => {
    const next = await site.candidate({ path: '/tools/mallet', title: 'Mallets', revises: hammer })
    const other = await site.candidate({ path: '/tools/drill', title: 'Drills' })
    for (const made of [next, other]) {
      hidden.object.push(made.candidate_hash, made.proposal_hash)
      hidden.base.push(made.candidate_hash)
      hidden.compared.push(made.candidate_hash)
      hidden.revision.push(made.candidate_hash)
      hidden.candidate.push(made.candidate_hash)
      hidden.proposal.push(made.proposal_hash)
    }
    hidden.entry.push(other.entry_id)
    hidden.paths.push('/tools/mallet', '/tools/drill')
    hidden.words.push('mallets', 'drills')
  })
  const saw = await everybody('saw', () => publish(open, { path: '/tools/saw', title: 'Saws' }))
  await behind('private resolution', async () => {
    await decide(hidden, queued.suggestion_id, { state: 'resolved', fixed_hashes: [saw.content_hash] })
    const triage = { expected_triage_state: 'untriaged', state: 'accepted', reason: 'worth it' }
    const path = `/api/v1/suggestions/${queued.suggestion_id}/triage`
    ;(await site.post(path, triage, { token: site.admin })).as('triageSuggestion')
    const more = await suggest('tools')
    hidden.suggestion.push(more.suggestion_id)
    hidden.decided_suggestion.push(more.suggestion_id)
    hidden.object.push(more.suggestion_hash)
  })
  await everybody('second', () =>
    publish(open, { path: '/tools/claw-hammer', title: 'Hammers', revises: hammer }),
  )
  await behind('topic that was public', async () => {
    await site.topic('fad')
    const yoyo = await publish(hidden, { path: '/fad/yo-yo', title: 'Yo-yo hammers' })
    await publish(hidden, { path: '/fad/kendama', title: 'Kendama', revises: yoyo })
    await retire(hidden, yoyo.content_hash)
    const seen = await site.post(
      `/api/v1/objects/${yoyo.content_hash}/signals`,
      { value: 'up' },
      { token: site.admin },
    )
    hidden.report.push(seen.as('reportSignal').report_id)
    const close = { expected_visibility: 'public', visibility: 'invited', reason: 'it is over' }
    ;(await site.post('/api/v1/topics/fad/visibility', close, { token: site.admin })).as('changeVisibility')
    hidden.topic.push('fad')
    hidden.words.push('kendama', 'yo')
  })
  const feedback = await everybody('feedback', async () => {
    const body = { target_hash: saw.content_hash, title: 'Blunt', comment: 'It does not cut.' }
    return (await site.post('/api/v1/feedback', body, reader)).as('sendFeedback')
  })
  open.suggestion.push(feedback.suggestion_id)
  open.decided_suggestion.push(feedback.suggestion_id)
  await behind('reopening', () =>
    decide(hidden, queued.suggestion_id, { state: 'open', expected_resolution_hash: decisions.at(-1) }),
  )
  await everybody('retirement', () =>
    retire(open, hammer.content_hash, { replacement_hashes: [saw.content_hash] }),
  )
  await everybody('policy', async () => {
    const topic = (await site.get('/api/v1/topics/tools')).as('getTopic')
    const body = { expected_policy_hash: topic.policy_hash, minimum_evidence: 1 }
    const policy = await site.post('/api/v1/topics/tools/policy', body, { token: site.admin })
    open.object.push(topic.policy_hash, policy.as('setPolicy').policy_hash)
  })
  await behind('tasks and credentials', async () => {
    const task = { topic_id: 'tools', title: 'Compare', brief: 'Compare hammers.' }
    hidden.task.push((await site.post('/api/v1/tasks', task, { token: site.admin })).as('openTask').task_id)
    await site.token({ preset: 'curator', topic_grants: ['tools'] })
    hidden.token.push((await site.issue({ preset: 'contributor' })).token_id)
  })
  open.topic.push('tools')
  open.words.push('hammer', 'ham', 'saws', 'which')
  begin('reading', '900')
  return { site, readers: { anonymous: null, reader: reader.token }, open, hidden }
}

function joined(one: Names, other: Names): Names {
  const names = noNames()
  for (const name of Object.keys(names) as (keyof Names)[])
    names[name] = [...new Set([...one[name], ...other[name]])]
  return names
}

/** Acts of a reader on what it may know of, and on what it may not. */
function probesOf(names: Names): [string, unknown][] {
  return [
    ...names.object.flatMap((hash): [string, unknown][] => [
      [`/api/v1/objects/${hash}/signals`, { value: 'sideways' }],
      ['/api/v1/feedback', { target_hash: hash, title: 'x'.repeat(201), comment: 'Why?' }],
    ]),
    ...names.suggestion.map((id): [string, unknown] => [
      `/api/v1/suggestions/${id}/resolution`,
      { state: 'open', reason: 'mine' },
    ]),
  ]
}

/** What a model asks through MCP, of all that there is in either world. */
function messagesOf({ object, entry, paths, words, topic }: Names): unknown[] {
  const calls: [string, object][] = [
    ['list_topics', {}],
    ...topic.map((slug): [string, object] => ['browse_index', { topic: slug }]),
    ...words.flatMap((q): [string, object][] => [
      ['search_knowledge', { q }],
      ['find_passages', { q }],
    ]),
    ...paths.map((path): [string, object] => ['read_article', { path }]),
    ...entry.map((uuid): [string, object] => ['read_article', { uuid, section: '1' }]),
    ...object.flatMap((sha256): [string, object][] => [
      ['read_article', { sha256 }],
      ['trace_lineage', { sha256, direction: 'both' }],
      ['check_citations', { sha256: [sha256] }],
      ['compare_revisions', { a: sha256, b: object[0] ?? '' }],
    ]),
    ['my_reports', {}],
    ['my_reports', { show: 'notices' }],
    ['list_tasks', {}],
    ['my_access', {}],
  ]
  const uris = [
    ...object.map((hash) => `colophon://objects/${hash}`),
    ...paths.map((path) => `colophon://entries${path}`),
  ]
  return [
    rpc('tools/list'),
    rpc('resources/list'),
    ...calls.map(([name, given]) => rpc('tools/call', { name, arguments: given })),
    ...uris.map((uri) => rpc('resources/read', { uri })),
  ]
}

/**
 * The public stream and the log have counted what was done while a topic was public, and go on from there when the
 * topic is hidden: what was never public moves no number of theirs, which `changes.test.ts` and `log.test.ts` look at.
 */
function isPublicHistory(path: string): boolean {
  if (/^\/log\/(checkpoint|tile)|\/log$/.test(path)) return true
  return path.startsWith('/api/v1/changes') && !path.includes('topic=')
}

/** A range stands behind the path as a fragment would, which is not sent. */
function withRanges(path: string): string[] {
  return ['bytes=0-9', 'bytes=9999999-', 'bytes=x'].map((range) => `${path}#${range}`)
}

/** As a browser asks: a problem is a page then, too. */
function asked(path: string, token: string | null): Wish {
  const [, range] = path.split('#')
  if (range !== undefined) return { token, headers: { range } }
  return { token, headers: isPage(path) ? { accept: 'text/html,*/*;q=0.8' } : {} }
}

/** Pages of texts are asked for as Markdown, too. */
function hasTwin(path: string): boolean {
  return /^\/(read|revisions)\/./.test(path)
}

function withoutRange(path: string): string {
  return path.split('#')[0] ?? ''
}

function isPage(path: string): boolean {
  return !/^\/(?:api|objects)\//.test(path)
}

describeSearches((sites) => {
  test('hidden acts change no byte of what anybody, or a reader, is told', async (t) => {
    const [plain, busy] = [await openWorld(t, sites, false), await openWorld(t, sites, true)]
    assert.deepEqual(plain.open, busy.open, 'what is public has the same names in both worlds')
    const names = joined(busy.open, busy.hidden)
    const objects = names.object.map((hash) => `/objects/${hash}`)
    const gets = everyGet(names).filter((path) => !isPublicHistory(path))
    const paths = [...gets, ...everyPage(names), ...objects, ...objects.flatMap(withRanges), ...DOCUMENTS]
    const statuses = new Map<number, number>()
    for (const caller of Object.keys(plain.readers))
      for (const path of paths) {
        const one = await plain.site.get(withoutRange(path), asked(path, plain.readers[caller] ?? null))
        const other = await busy.site.get(withoutRange(path), asked(path, busy.readers[caller] ?? null))
        assert.ok(
          told(plain.site, one) === told(busy.site, other),
          `${caller}: ${path}\n${one.text}\n${other.text}`,
        )
        statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1)
      }
    for (const caller of Object.keys(plain.readers))
      for (const message of messagesOf(names)) {
        const one = await say(plain.site, message, { token: plain.readers[caller] ?? null })
        const other = await say(busy.site, message, { token: busy.readers[caller] ?? null })
        assert.ok(
          told(plain.site, one) === told(busy.site, other),
          `${caller}: ${JSON.stringify(message)}\n${one.text}\n${other.text}`,
        )
      }
    for (const status of [200, 401, 403, 404]) assert.ok((statuses.get(status) ?? 0) > 20, `${status}`)
    for (const path of everyPage(names).filter(hasTwin)) {
      const headers = { accept: 'text/markdown' }
      const one = await plain.site.get(path, { headers })
      assert.ok(told(plain.site, one) === told(busy.site, await busy.site.get(path, { headers })), path)
    }
    for (const [path, body] of probesOf(names)) {
      const one = await plain.site.post(path, body, { token: plain.readers.reader ?? null })
      const other = await busy.site.post(path, body, { token: busy.readers.reader ?? null })
      assert.ok(told(plain.site, one) === told(busy.site, other), `${path}\n${one.text}\n${other.text}`)
    }
  })

  test('what the hidden acts did is there for those who may know it', async (t) => {
    const { site, hidden } = await openWorld(t, sites, true)
    for (const hash of hidden.object)
      assert.equal((await site.get(`/objects/${hash}`, { token: site.admin })).status, 200)
    const [head = ''] = hidden.revision
    const lineage = (await site.get(`/api/v1/objects/${head}/lineage`, { token: site.admin })).as(
      'getLineage',
    )
    assert.ok(lineage.nodes.length >= 3)
  })
})

const DOCUMENTS = [
  '/',
  '/agent.md',
  '/openapi.json',
  '/llms.txt',
  '/robots.txt',
  '/sitemap.xml',
  ...['pages', 'tools-1', 'vault-1'].map((name) => `/sitemap-${name}.xml`),
  '/feed.atom',
  ...['/activity.atom', '/activity.atom?kind=retirement'],
  '/opensearch.xml',
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
  '/.well-known/agent-skills/index.json',
  '/.well-known/agent-skills/vault/secret/SKILL.md',
  ...['tools', 'vault', 'fad', 'nothing'].map((topic) => `/topics/${topic}/feed.atom`),
  ...['tools', 'vault', 'fad', 'nothing'].map((topic) => `/topics/${topic}/activity.atom`),
  '/healthz',
  '/readyz',
  '/api/v1/nothing',
]
