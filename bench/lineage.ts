import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { LINEAGE_LIMITS } from '@colophon/contract'
import type { App } from '../packages/server/src/app.ts'
import {
  linkCandidate,
  linkPolicy,
  linkProposal,
  publishInLineage,
} from '../packages/server/src/catalog/apply-lineage.ts'
import { readSettings } from '../packages/server/src/config.ts'
import { ANONYMOUS, type Caller, OPERATOR } from '../packages/server/src/core/authority.ts'
import type { RevisionMeta } from '../packages/server/src/core/front-matter.ts'
import { sha256Hex } from '../packages/server/src/core/hash.ts'
import { newSigningKey } from '../packages/server/src/core/jwt.ts'
import { createApp } from '../packages/server/src/create-app.ts'
import { invokeAs } from '../packages/server/src/road/invoke.ts'
import { NO_CREDENTIAL } from '../packages/server/src/road/request.ts'
import { insertion } from '../packages/server/src/storage/insertion.ts'
import type {
  CandidateRow,
  ProposalRow,
  PublicationRow,
} from '../packages/server/src/storage/rows/editorial.ts'
import type { Tx } from '../packages/server/src/storage/storage.ts'
import { median, report } from './figures.ts'
import { inFolder } from './folder.ts'

/**
 * The worst allowed requests of lineage on 200,000 nodes, each from a root that was not asked for before, and
 * how long other requests would have waited meanwhile.
 */
const NODES = 200_000
const POLICIES = 80
const REVISIONS_OF_AN_ENTRY = 40
/** Of the candidates that follow a revision, one is published. */
const CANDIDATES_OF_A_REVISION = 5
const ROUNDS = 60
/** Roots that the code is warmed up on. */
const WARM = 20
const TOPIC = 'bench'

const addProposal = insertion('proposals', {
  proposal_hash: true,
  topic_id: true,
  entry_id: true,
  author_id: true,
  document_kind: true,
  title: true,
  summary: true,
  path: true,
  parent_hash: true,
  task_id: true,
  task_generation: true,
  state: true,
  reason: true,
  decided_by: true,
  decided_at: true,
  candidate_hash: true,
  created_at: true,
  definition_hash: true,
})
const addObject = insertion('objects', {
  sha256: true,
  kind: true,
  topic_id: true,
  entry_id: true,
  owner_id: true,
  size: true,
  created_at: true,
})
let ticks = 0
const hashOf = (name: string) => sha256Hex(name)
const nextTime = () => new Date(1_700_000_000_000 + 1000 * ticks++).toISOString()

async function catalogue(tx: Tx, sha256: string, kind: string): Promise<string> {
  const created_at = nextTime()
  const row = { sha256, kind, topic_id: TOPIC, entry_id: null, owner_id: null, size: 1, created_at }
  await addObject(tx, row)
  return created_at
}

interface Site {
  policies: string[]
  /** Revisions in the middle of their entries. */
  middles: string[]
}

async function fill(app: App): Promise<Site> {
  const site: Site = { policies: [], middles: [] }
  await app.storage.write(async (tx) => {
    await tx
      .insertInto('topics')
      .values({
        id: TOPIC,
        title: TOPIC,
        summary: '',
        visibility: 'public',
        policy_hash: hashOf('policy 0'),
        last_published_at: null,
        created_at: nextTime(),
      })
      .execute()
    for (let n = 0; n < POLICIES; n += 1) await addPolicy(tx, site, n)
  })
  const perEntry = REVISIONS_OF_AN_ENTRY * CANDIDATES_OF_A_REVISION * 2
  for (let entry = 0; entry * perEntry < NODES; entry += 1)
    await app.storage.write((tx) => addEntry(tx, site, entry))
  return site
}

async function addPolicy(tx: Tx, site: Site, n: number): Promise<void> {
  const policy_hash = hashOf(`policy ${n}`)
  const created_at = await catalogue(tx, policy_hash, 'policy')
  await linkPolicy(tx, {
    policy_hash,
    topic_id: TOPIC,
    previous_hash: site.policies.at(-1) ?? null,
    evidence_ttl_days: 180,
    review_focuses: '[]',
    minimum_evidence: 0,
    publication_modes: '[]',
    created_at,
    created_by: '',
  })
  site.policies.push(policy_hash)
}

/** An entry whose published revisions follow each other; others of the candidates were not taken. */
async function addEntry(tx: Tx, site: Site, n: number): Promise<void> {
  const entryId = randomUUID()
  let head: string | null = null
  for (let revision = 0; revision < REVISIONS_OF_AN_ENTRY; revision += 1) {
    const path: string = `/${TOPIC}/entry-${n}/at-${revision}`
    const policyHash = site.policies[(n + revision) % POLICIES] ?? ''
    for (let candidate = 1; candidate < CANDIDATES_OF_A_REVISION; candidate += 1)
      await addCandidate(tx, { name: `${path} ${candidate}`, entryId, path, parent: head, policyHash })
    const taken = { name: `${path} taken`, entryId, path, parent: head, policyHash }
    await publishCandidate(tx, taken, await addCandidate(tx, taken))
    head = hashOf(`candidate ${taken.name}`)
    if (revision === REVISIONS_OF_AN_ENTRY / 2) site.middles.push(head)
  }
}

interface Made {
  name: string
  entryId: string
  path: string
  parent: string | null
  policyHash: string
}

function metaOf(made: Made, createdAt: string): RevisionMeta {
  const title = `An article of a bench at ${made.path}`
  return {
    title,
    path: made.path,
    parent_hash: made.parent,
    policy_hash: made.policyHash,
    proposal_hash: hashOf(`proposal ${made.name}`),
    created_at: createdAt,
  } as RevisionMeta
}

/** Answers when it was made. */
async function addCandidate(tx: Tx, made: Made): Promise<string> {
  const proposal_hash = hashOf(`proposal ${made.name}`)
  const candidate_hash = hashOf(`candidate ${made.name}`)
  const shared = {
    topic_id: TOPIC,
    entry_id: made.entryId,
    author_id: 'author',
    path: made.path,
    parent_hash: made.parent,
  }
  const proposal: ProposalRow = {
    ...shared,
    proposal_hash,
    document_kind: 'article',
    title: made.path,
    summary: '',
    task_id: null,
    task_generation: null,
    state: 'finalized',
    reason: null,
    decided_by: null,
    decided_at: null,
    candidate_hash,
    created_at: await catalogue(tx, proposal_hash, 'proposal'),
    definition_hash: null,
  }
  await addProposal(tx, proposal)
  await linkProposal(tx, proposal)
  const created_at = await catalogue(tx, candidate_hash, 'candidate')
  const candidate = { ...shared, candidate_hash, proposal_hash, created_at }
  await linkCandidate(tx, candidate as CandidateRow, metaOf(made, created_at))
  return created_at
}

async function publishCandidate(tx: Tx, made: Made, createdAt: string): Promise<void> {
  const published_at = nextTime()
  const row: PublicationRow = {
    publication_hash: hashOf(`publication ${made.name}`),
    content_hash: hashOf(`candidate ${made.name}`),
    entry_id: made.entryId,
    topic_id: TOPIC,
    mode: 'direct',
    previous_head: null,
    published_at,
    published_by: '',
  }
  await publishInLineage(tx, row, metaOf(made, createdAt))
  await tx
    .insertInto('aliases')
    .values({
      path: made.path,
      entry_id: made.entryId,
      topic_id: TOPIC,
      bound_at: published_at,
      superseded_at: null,
    })
    .execute()
  await tx
    .insertInto('revisions')
    .values({
      content_hash: row.content_hash,
      entry_id: made.entryId,
      topic_id: TOPIC,
      publication_hash: row.publication_hash,
      mode: 'direct',
      without_prior_review: 1,
      first_published_at: published_at,
      published_at,
      parent_hash: null,
      path: made.path,
      title: made.path,
      retirement_state: 'active',
      retirement_hash: null,
      superseded_at: null,
      superseded_by: null,
      successor_hash: null,
    })
    .execute()
}

async function ask(app: App, caller: Caller, root: string) {
  const outcome = await invokeAs(app, caller, {
    operation: 'getLineage',
    params: { sha256: root },
    query: { depth: String(LINEAGE_LIMITS.largestDepth), limit: String(LINEAGE_LIMITS.largestNodes) },
    credential: NO_CREDENTIAL,
    idempotencyKey: null,
    requestId: randomUUID(),
    network: null,
    readBody: async () => ({}),
  })
  return outcome.body as { nodes: unknown[]; edges: unknown[]; edges_scanned: number; truncated: boolean }
}

async function measure(app: App, caller: Caller, roots: readonly string[]) {
  const times: number[] = []
  const busy: number[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  for (const root of roots.slice(0, WARM)) await ask(app, caller, root)
  let last = { nodes: [] as unknown[], edges: [] as unknown[], edges_scanned: 0 }
  delay.enable()
  for (const root of roots.slice(WARM, WARM + ROUNDS)) {
    const before = process.threadCpuUsage()
    const start = performance.now()
    last = await ask(app, caller, root)
    times.push(performance.now() - start)
    const used = process.threadCpuUsage(before)
    busy.push((used.user + used.system) / 1000)
  }
  delay.disable()
  const size = `${last.nodes.length} nodes, ${last.edges.length} edges, ${last.edges_scanned} scanned`
  return {
    time: median(times),
    busy: median(busy),
    worst: Math.max(...times),
    stall: delay.max / 1e6 - 1,
    size,
  }
}

await inFolder(async (folder) => {
  const settings = {
    ...readSettings({}),
    databaseUrl: process.env.COLOPHON_BENCH_DATABASE ?? `sqlite:${join(folder, 'colophon.db')}`,
    signingKey: JSON.stringify(await newSigningKey()),
    logLevel: 'silent' as const,
  }
  const { app, close } = await createApp(settings)
  const site = await fill(app)
  const curator: Caller = { ...OPERATOR, via: 'bearer' }
  const cases = [
    ['anonymous, from a policy', ANONYMOUS, site.policies],
    ['anonymous, from a revision', ANONYMOUS, site.middles],
    ['curator, from a policy', curator, site.policies],
    ['curator, from a revision', curator, site.middles],
  ] as const
  const figures = []
  for (const [what, caller, roots] of cases) {
    const { time, busy, worst, stall, size } = await measure(app, caller, roots)
    figures.push({
      what: `Lineage of depth 16 and 1,000 nodes, ${what}`,
      measured: `${time.toFixed(1)} ms, ${busy.toFixed(1)} ms of them busy (worst ${worst.toFixed(1)} ms)`,
      beside: size,
      ratio: `longest stall ${stall.toFixed(1)} ms`,
      target: '12 ms',
    })
  }
  report('lineage', figures)
  await close()
})
