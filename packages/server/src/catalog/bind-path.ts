import { preparedQuery } from '../storage/portable.ts'
import type { EntryRow } from '../storage/rows/catalog.ts'
import type { PublicationRow } from '../storage/rows/editorial.ts'
import type { Tx } from '../storage/storage.ts'
import type { RevisionMeta } from '../text/front-matter.ts'

/** A publication and the head that it follows. */
export interface PublicationView {
  row: PublicationRow
  meta: RevisionMeta
  head: EntryRow | null
}

/**
 * Gives the entry its published path; the one it had stays bound to it as an alias. Answers the aliases in
 * the order in which the entry left them.
 */
export async function bindPath(tx: Tx, { row, meta, head }: PublicationView): Promise<string[]> {
  const former = formerPaths(head, meta.path)
  if (head?.path === meta.path) return former
  if (head !== null) await leave.run(tx, { path: head.path, at: row.published_at })
  await bind.run(tx, { path: meta.path, entry: row.entry_id, topic: row.topic_id, at: row.published_at })
  return former
}

/** The paths that an entry had before, once it has this one, in the order in which it left them. */
export function formerPaths(head: EntryRow | null, path: string): string[] {
  const aliases = head === null ? [] : (JSON.parse(head.aliases_json) as string[])
  if (head === null || head.path === path) return aliases
  const former = [...aliases, head.path]
  return former.filter((one, place) => one !== path && former.lastIndexOf(one) === place)
}

const leave = preparedQuery<{ path: string; at: string }>()((db, p) =>
  db
    .updateTable('aliases')
    .set({ superseded_at: p('at') })
    .where('path', '=', p('path')),
)

const bind = preparedQuery<{ path: string; entry: string; topic: string; at: string }>()((db, p) =>
  db
    .insertInto('aliases')
    .values({
      path: p('path'),
      entry_id: p('entry'),
      topic_id: p('topic'),
      bound_at: p('at'),
      superseded_at: null,
    })
    // An entry may come back to a path that it had; the rules have refused everybody else.
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet({ bound_at: p('at'), superseded_at: null }),
    ),
)
