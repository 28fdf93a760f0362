import type { AnswerOf, Operations } from '@colophon/contract'
import { compiled } from '../storage/portable.ts'
import type { PublicationRow } from '../storage/rows/editorial.ts'
import type { Db } from '../storage/storage.ts'

type Published = AnswerOf<Operations['getLineage']>['publications'][number]

/** What a node keeps of each publication: few bytes, for a row that grows may need another page. */
export function publicationLine({ publication_hash, mode, published_at }: PublicationRow): string {
  return `${publication_hash} ${mode} ${published_at}\n`
}

/** The publications of a revision, oldest first, from the lines that its node keeps. */
export function publicationsIn(lines: string): Omit<Published, 'content_hash'>[] {
  return lines
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [publication_hash = '', mode = '', published_at = ''] = line.split(' ')
      return { publication_hash, mode: mode as Published['mode'], published_at }
    })
}

const linesOf = compiled<{ hash: string }>()((db, p) =>
  db.selectFrom('lineage_nodes').select('publications').where('hash', '=', p('hash')),
)

/** The publications of a revision, oldest first. */
export async function listPublications(db: Db, contentHash: string) {
  const row = await linesOf.first(db, { hash: contentHash })
  return publicationsIn(row?.publications ?? '')
}
