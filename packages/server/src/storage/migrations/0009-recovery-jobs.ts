import type { Kysely } from 'kysely'
import { createIndex, createTable } from './create-table.ts'

/** Jobs that restore or rebuild, and the order in which decisions are replayed. */
export const recoveryJobs = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createTable(db, 'recovery_jobs', {
      columns: {
        job_id: 'text',
        kind: 'text',
        state: 'text',
        phase: 'text',
        cursor: 'text?',
        offset: 'integer',
        done: 'integer',
        total: 'integer',
        carried: 'text',
        manifest: 'text?',
        started_at: 'text',
        completed_at: 'text?',
      },
      primaryKey: ['job_id'],
    })
    await createIndex(db, 'publications', ['published_at', 'publication_hash'])
    await createIndex(db, 'retirements', ['decided_at', 'retirement_hash'])
  },
}
