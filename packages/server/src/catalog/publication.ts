import type { RevisionMeta } from '../core/front-matter.ts'
import type { EntryRow, PublicationRow } from '../storage/tables.ts'

/** A publication and the head that it follows. */
export interface Publication {
  row: PublicationRow
  meta: RevisionMeta
  head: EntryRow | null
}
