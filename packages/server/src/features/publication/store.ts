import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { insertRow, preparedQuery } from '../../storage/portable.ts'

export const addPublication = insertRow('publications', {
  publication_hash: true,
  content_hash: true,
  entry_id: true,
  topic_id: true,
  mode: true,
  previous_head: true,
  published_at: true,
  published_by: true,
})

const mark = preparedQuery<{ hash: string }>()((db, p) =>
  db.updateTable('candidates').set({ state: 'published' }).where('candidate_hash', '=', p('hash')),
)

export async function markPublished(unit: UnitOfWork, candidateHash: string): Promise<void> {
  await mark.send(unit.tx, { hash: candidateHash })
}
