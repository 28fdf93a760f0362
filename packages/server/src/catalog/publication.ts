import type { RevisionMeta } from '../core/front-matter.ts'
import type { EntryRow } from '../storage/rows/catalog.ts'
import type { PublicationRow } from '../storage/rows/editorial.ts'

/** A publication and the head that it follows. */
export interface Publication {
  row: PublicationRow
  meta: RevisionMeta
  head: EntryRow | null
}
