import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** Decisions on suggestions and revisions (records), and the graph of what came from what (projection). */
export const curation = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createTable(db, 'resolutions', {
      columns: {
        resolution_hash: 'text',
        suggestion_id: 'text',
        topic_id: 'text',
        position: 'integer',
        previous_hash: 'text?',
        state: 'text',
        reason: 'text',
        fixed_hashes: 'text',
        duplicate_of: 'text?',
        decided_by: 'text',
        decided_label: 'text',
        decided_at: 'text',
      },
      primaryKey: ['resolution_hash'],
      unique: [['suggestion_id', 'position']],
      indexes: [['suggestion_id', 'resolution_hash']],
    })
    await createTable(db, 'retirements', {
      columns: {
        retirement_hash: 'text',
        content_hash: 'text',
        entry_id: 'text',
        topic_id: 'text',
        position: 'integer',
        previous_hash: 'text?',
        state: 'text',
        reason: 'text',
        replacement_hashes: 'text',
        decided_by: 'text',
        decided_label: 'text',
        decided_at: 'text',
      },
      primaryKey: ['retirement_hash'],
      unique: [['content_hash', 'position']],
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
  },
}
