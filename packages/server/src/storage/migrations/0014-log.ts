import type { Kysely } from 'kysely'
import { createTable } from './create-table.ts'

/** The transparency log, empty: whoever asks for its head first fills it (decision 41). */
export const log = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createTable(db, 'log_entries', {
      columns: { position: 'integer', record: 'text', public_seq: 'integer', seq: 'integer' },
      primaryKey: ['position'],
      unique: [['record']],
      isSmall: true,
    })
    await createTable(db, 'log_tiles', {
      columns: { level: 'integer', position: 'integer', hash: 'text' },
      primaryKey: ['level', 'position'],
      isSmall: true,
    })
  },
}
