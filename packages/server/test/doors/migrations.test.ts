import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { listReportsNear, replaySignal } from '../../src/catalog/apply-signals.ts'
import { createIndex, createTable } from '../../src/storage/migrations/create-table.ts'
import { openStorage } from '../../src/storage/open-storage.ts'
import type { SignalReportRow } from '../../src/storage/rows/signals.ts'
import type { Db, Tx } from '../../src/storage/storage.ts'
import { type Cleanup, describeEngines, type TestEngine } from '../support/engines.ts'

const AT = '2026-01-01T00:00:00.000Z'
const LATER = '2026-01-02T00:00:00.000Z'

/** A database as the version before the tenth migration left it. */
async function openFormer(engine: TestEngine, t: Cleanup, fill: (tx: Tx) => Promise<void>): Promise<string> {
  const url = await engine.freshUrl(t)
  const storage = await openStorage(url)
  await storage.write(async (tx) => {
    await makeFormerTables(tx as unknown as Kysely<unknown>)
    await sql`delete from kysely_migration where name >= '0010'`.execute(tx)
    await fill(tx)
  })
  await storage.close()
  return url
}

async function makeFormerTables(db: Kysely<unknown>): Promise<void> {
  const tables = ['objects', 'lineage_nodes', 'lineage_edges', 'signal_moments', 'signal_buckets', 'changes']
  tables.push('log_entries', 'log_tiles')
  for (const name of tables) await db.schema.dropTable(name).execute()
  await db.schema.alterTable('topics').addColumn('last_published_at', 'text').execute()
  await createTable(db, 'objects', {
    columns: {
      sha256: 'text',
      kind: 'text',
      topic_id: 'text?',
      entry_id: 'text?',
      owner_id: 'text?',
      size: 'integer',
      created_at: 'text',
    },
    primaryKey: ['sha256'],
    isSmall: true,
  })
  await createTable(db, 'lineage_nodes', {
    columns: {
      hash: 'text',
      kind: 'text',
      topic_id: 'text',
      entry_id: 'text?',
      title: 'text?',
      proposed_path: 'text?',
      accepted_path: 'text?',
      created_at: 'text',
      audience: 'integer',
      owner_id: 'text',
      successor_hash: 'text?',
      publications: 'text',
    },
    primaryKey: ['hash'],
    isSmall: true,
  })
  await createTable(db, 'lineage_edges', {
    columns: {
      parent: 'text',
      audience: 'integer',
      owner_id: 'text',
      at: 'text',
      child: 'text',
      type: 'text',
    },
    primaryKey: ['parent', 'audience', 'owner_id', 'at', 'child', 'type'],
    indexes: [['child']],
    isSmall: true,
  })
  const counts = { up: 'integer', down: 'integer', participants: 'integer' } as const
  await createTable(db, 'signal_moments', {
    columns: { at: 'integer', scope: 'text', ...counts },
    primaryKey: ['at', 'scope'],
    isSmall: true,
  })
  await createTable(db, 'signal_buckets', {
    columns: { scope: 'text', level: 'integer', bucket: 'integer', ...counts },
    primaryKey: ['scope', 'level', 'bucket'],
    isSmall: true,
  })
  await createIndex(db, 'publications', ['content_hash'])
  await createIndex(db, 'aliases', ['entry_id'])
  await createIndex(db, 'entries', ['path'])
}

type Row = Readonly<Record<string, string | number | null>>

async function add(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  for (const row of rows)
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(tx)
}

const node = (hash: string, kind: string, audience: number, more: Row = {}): Row => ({
  hash,
  kind,
  topic_id: 'tools',
  created_at: AT,
  audience,
  owner_id: '',
  publications: '',
  ...more,
})

const edge = (type: string, child: string, parent: string, audience: number, owner_id = ''): Row => ({
  parent,
  audience,
  owner_id,
  at: AT,
  child,
  type,
})

const publication = (publication_hash: string, published_at: string): Row => ({
  publication_hash,
  content_hash: 'one',
  entry_id: 'entry',
  topic_id: 'tools',
  mode: 'direct',
  published_at,
  published_by: 'curator',
})

const ENTRY: Row = {
  entry_id: 'entry',
  topic_id: 'tools',
  path: '/tools/one',
  status: 'active',
  content_hash: 'one',
  publication_hash: 'first',
  mode: 'direct',
  without_prior_review: 1,
  document_kind: 'article',
  title: 'One',
  summary: 'One.',
  author: 'author',
  accepted_by: 'curator',
  created_at: AT,
  published_at: AT,
  proposal_hash: 'proposal',
  policy_hash: 'policy',
  references_json: '[]',
  aliases_json: '[]',
}

const REVISION: Row = {
  content_hash: 'one',
  entry_id: 'entry',
  topic_id: 'tools',
  publication_hash: 'first',
  mode: 'direct',
  without_prior_review: 1,
  first_published_at: AT,
  published_at: AT,
  path: '/tools/one',
  title: 'One',
  retirement_state: 'active',
}

/** Two policies, a definition with a proposal, a revision that was published twice, and a candidate after it. */
async function addLineage(tx: Tx): Promise<void> {
  const article = { entry_id: 'entry', title: 'One', proposed_path: '/tools/one' }
  await add(tx, 'lineage_nodes', [
    node('policy', 'policy', 0),
    node('next policy', 'policy', 0),
    node('text', 'definition', 1, { title: 'A task' }),
    node('proposal', 'proposal', 2, { owner_id: 'author', ...article, accepted_path: '/tools/one' }),
    node('one', 'candidate', 0, { ...article, successor_hash: 'two', publications: ',{},{}' }),
    node('two', 'candidate', 1, article),
  ])
  await add(tx, 'lineage_edges', [
    edge('policy_parent', 'next policy', 'policy', 0),
    edge('definition_parent', 'proposal', 'text', 2, 'author'),
    edge('policy_parent', 'one', 'policy', 0),
    edge('proposal_origin', 'one', 'proposal', 0),
    edge('policy_parent', 'two', 'next policy', 1),
    edge('revision_parent', 'two', 'one', 1),
  ])
  await add(tx, 'publications', [publication('second', LATER), publication('first', AT)])
  await add(tx, 'objects', [{ sha256: 'one', kind: 'candidate', size: 1, created_at: AT }])
}

let reports = 0
const report = (identity: string, target: string, value: string | null, received_at: string): Row => ({
  identity_id: identity,
  entry_id: target === 'else' ? 'other' : 'entry',
  day: received_at.slice(0, 10),
  target_hash: target,
  report_id: `report ${reports++}`,
  topic_id: 'tools',
  value,
  received_at,
  updated_at: received_at,
  last_event_id: 'event',
})

/** Of one participant and of several, within the days that count together, at their edge and beyond, and withdrawn. */
const REPORTS = [
  report('a', 'one', 'up', AT),
  report('a', 'two', 'up', AT),
  report('a', 'else', 'down', AT),
  report('b', 'two', 'down', AT),
  report('b', 'two', 'up', '2026-02-01T23:59:59.999Z'),
  report('b', 'one', 'up', '2026-03-05T00:00:00.001Z'),
  report('c', 'one', null, '2026-03-05T00:00:00.001Z'),
  report('c', 'two', 'down', '2026-03-04T12:00:00.999Z'),
  report('c', 'two', null, '2026-03-20T07:08:09.010Z'),
]
const FIRST_MOMENT = { at: Date.parse(AT), entry_id: 'entry' }

function momentsOf(db: Db) {
  return db.selectFrom('signal_moments').selectAll().orderBy('at').orderBy('target_hash').execute()
}

async function countAnew(tx: Tx): Promise<void> {
  await tx.deleteFrom('signal_moments').execute()
  const met: SignalReportRow[] = []
  for (const one of await tx.selectFrom('signal_reports').selectAll().execute()) {
    const near = await listReportsNear(tx, one)
    const others = near.filter((other) => met.some(({ report_id }) => report_id === other.report_id))
    await replaySignal(tx, one, others)
    met.push(one)
  }
}

describeEngines((engine) => {
  test('lineage of an older database is taken over as it would be made now', async (t) => {
    const storage = await openStorage(await openFormer(engine, t, addLineage))
    t.after(() => storage.close())
    const nodes = await storage.read.selectFrom('lineage_nodes').selectAll().orderBy('hash').execute()
    const nothing = { entry_id: null, title: null, proposed_path: null, proposal_hash: null }
    const plain = { topic_id: 'tools', created_at: AT, ...nothing, policy_hash: null, successor_hash: null }
    const article = { entry_id: 'entry', title: 'One', proposed_path: '/tools/one' }
    assert.deepEqual(nodes, [
      { ...plain, hash: 'next policy', kind: 'policy', audience: 0, parent_hash: 'policy', publications: '' },
      {
        ...plain,
        ...article,
        hash: 'one',
        kind: 'candidate',
        audience: 0,
        parent_hash: null,
        proposal_hash: 'proposal',
        policy_hash: 'policy',
        successor_hash: 'two',
        publications: `first direct ${AT}\nsecond direct ${LATER}\n`,
      },
      { ...plain, hash: 'policy', kind: 'policy', audience: 0, parent_hash: null, publications: '' },
      {
        ...plain,
        hash: 'text',
        kind: 'definition',
        title: 'A task',
        audience: 1,
        parent_hash: null,
        publications: '',
      },
      {
        ...plain,
        ...article,
        hash: 'two',
        kind: 'candidate',
        audience: 1,
        parent_hash: 'one',
        policy_hash: 'next policy',
        publications: '',
      },
    ])
    const edges = await storage.read.selectFrom('lineage_edges').selectAll().execute()
    assert.deepEqual(
      edges
        .map(({ parent, audience, owner_id, child }) => `${parent} ${audience}${owner_id}: ${child}`)
        .sort(),
      [
        'next policy 1: two',
        'one 1: two',
        'policy 0: next policy',
        'policy 0: one',
        'policy 1: next policy',
        'policy 1: one',
        'text 2author: proposal',
      ],
    )
    const objects = await storage.read.selectFrom('objects').selectAll().execute()
    assert.deepEqual(objects, [
      {
        sha256: 'one',
        kind: 'candidate',
        topic_id: null,
        entry_id: null,
        owner_id: null,
        size: 1,
        created_at: AT,
      },
    ])
  })

  test('signals of an older database are counted as they would be now, and its keys stay used', async (t) => {
    const counts = { level: 0, bucket: 7, up: 2, down: 1, participants: 3 }
    const hash = 'f'.repeat(64)
    const storage = await openStorage(
      await openFormer(engine, t, async (tx) => {
        await add(tx, 'entries', [ENTRY])
        await add(tx, 'revisions', [REVISION])
        await add(tx, 'signal_reports', REPORTS)
        await add(tx, 'signal_buckets', [
          { scope: 'entry', ...counts },
          { scope: 'one', ...counts, bucket: 8 },
        ])
        await add(tx, 'idempotency', [
          { key_hash: hash, input_hash: hash, status: 201, body: '{}', created_at: AT },
        ])
      }),
    )
    t.after(() => storage.close())
    assert.deepEqual(await storage.read.selectFrom('signal_buckets').selectAll().orderBy('scope').execute(), [
      { entry_id: 'entry', scope: 'entry', ...counts },
      { entry_id: 'entry', scope: 'one', ...counts, bucket: 8 },
    ])
    const moments = await momentsOf(storage.read)
    assert.deepEqual(moments.slice(1, 3), [
      { ...FIRST_MOMENT, target_hash: 'one', up: 1, down: 0, participants: 1, entry_participants: 0 },
      { ...FIRST_MOMENT, target_hash: 'two', up: 1, down: 1, participants: 1, entry_participants: 1 },
    ])
    await storage.write(countAnew)
    assert.deepEqual(moments, await momentsOf(storage.read))
    const keys = await storage.read.selectFrom('idempotency').select('key_hash').execute()
    assert.deepEqual(keys, [{ key_hash: 'f'.repeat(22) }])
  })

  test('tables do not change under a recovery that runs', async (t) => {
    const job = { job_id: 'job', kind: 'rebuild', state: 'running', phase: 'build_projections', offset: 0 }
    const rest = { done: 0, total: 1, carried: '{}', started_at: AT }
    const url = await openFormer(engine, t, (tx) => add(tx, 'recovery_jobs', [{ ...job, ...rest }]))
    await assert.rejects(openStorage(url), /A recovery is running/)
  })
})
