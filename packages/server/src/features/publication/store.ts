import type { Act } from '../../command/act.ts'
import { insertion } from '../../storage/insertion.ts'
import { compiled } from '../../storage/portable.ts'

export const addPublication = insertion('publications', {
  publication_hash: true,
  content_hash: true,
  entry_id: true,
  topic_id: true,
  mode: true,
  previous_head: true,
  published_at: true,
  published_by: true,
})

const mark = compiled<{ hash: string }>()((db, p) =>
  db.updateTable('candidates').set({ state: 'published' }).where('candidate_hash', '=', p('hash')),
)

export async function markPublished(act: Act, candidateHash: string): Promise<void> {
  await mark.run(act.tx, { hash: candidateHash })
}
