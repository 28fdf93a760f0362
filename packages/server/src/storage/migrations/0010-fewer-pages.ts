import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { createTable } from './create-table.ts'

/**
 * Fewer pages for each publication (decision 29): lineage without a row for what others say already, objects and
 * nodes in the order of their coming, and no index that nothing asks for.
 */
export const fewerPages = {
  async up(db: Kysely<unknown>): Promise<void> {
    await remakeNodes(db)
    await remakeEdges(db)
    await db.schema.dropTable('former_lineage_nodes').execute()
    await db.schema.dropTable('former_lineage_edges').execute()
    for (const index of ['publications_by_content_hash', 'aliases_by_entry_id', 'entries_by_path'])
      await db.schema.dropIndex(index).execute()
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) await remakeObjects(db)
  },
}

async function remakeNodes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lineage_nodes').renameTo('former_lineage_nodes').execute()
  await db.schema.alterTable('lineage_edges').renameTo('former_lineage_edges').execute()
  await createTable(db, 'lineage_nodes', {
    columns: {
      hash: 'text',
      kind: 'text',
      topic_id: 'text',
      entry_id: 'text?',
      title: 'text?',
      proposed_path: 'text?',
      created_at: 'text',
      audience: 'integer',
      parent_hash: 'text?',
      proposal_hash: 'text?',
      policy_hash: 'text?',
      successor_hash: 'text?',
      publications: 'text',
    },
    primaryKey: ['hash'],
  })
  const parent = (types: string) => sql`(
    select parent from former_lineage_edges as edge
    where edge.child = node.hash and ${sql.raw(types)})`
  await sql`
    insert into lineage_nodes (hash, kind, topic_id, entry_id, title, proposed_path, created_at, audience,
      parent_hash, proposal_hash, policy_hash, successor_hash, publications)
    select hash, kind, topic_id, entry_id, title, proposed_path, created_at, audience,
      ${parent(`(edge.type = 'revision_parent' or node.kind <> 'candidate')`)},
      ${parent(`edge.type = 'proposal_origin'`)},
      ${parent(`edge.type = 'policy_parent' and node.kind = 'candidate'`)},
      successor_hash,
      coalesce((
        select string_agg(publication_hash || ' ' || mode || ' ' || published_at || ${'\n'}, ''
          order by published_at, publication_hash)
        from publications where publications.content_hash = node.hash), '')
    from former_lineage_nodes as node
    where kind <> 'proposal'
    order by created_at, hash`.execute(db)
}

async function remakeEdges(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'lineage_edges', {
    columns: { parent: 'text', audience: 'integer', owner_id: 'text', at: 'text', child: 'text' },
    primaryKey: ['parent', 'audience', 'owner_id', 'at', 'child'],
    isSmall: true,
  })
  await sql`
    insert into lineage_edges (parent, audience, owner_id, at, child)
    select parent, case audience when 0 then 1 else audience end, owner_id, at, child from former_lineage_edges
    where type <> 'proposal_origin'
    union all
    select parent, 0, owner_id, at, child from former_lineage_edges
    where type = 'policy_parent' and audience = 0`.execute(db)
}

/** SQLite: with rows of 270 bytes in the order of random hashes, nearly every row was a page. */
async function remakeObjects(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('objects').renameTo('former_objects').execute()
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
  })
  await sql`
    insert into objects (sha256, kind, topic_id, entry_id, owner_id, size, created_at)
    select sha256, kind, topic_id, entry_id, owner_id, size, created_at
    from former_objects order by created_at, sha256`.execute(db)
  await db.schema.dropTable('former_objects').execute()
}
