import type { AnswerOf, Operations } from '@colophon/contract'
import type { Site } from './site.ts'

export const SNAPSHOTS = '/api/v1/admin/recovery/snapshots'

export type Snapshot = AnswerOf<Operations['getSnapshot']>
export type Row = Readonly<Record<string, string | number | null>>

export async function capture(site: Site): Promise<Snapshot> {
  return (await site.post(SNAPSHOTS, {}, { token: site.admin })).as('createSnapshot')
}

export async function readPage(site: Site, place: { id: string; table: string; offset?: number }) {
  const query = place.offset === undefined ? '' : `?offset=${place.offset}`
  const answer = await site.get(`${SNAPSHOTS}/${place.id}/tables/${place.table}${query}`, {
    token: site.admin,
  })
  return answer.as('readSnapshotTable')
}

/** Every row of a table of a snapshot, page by page. */
export async function readTable(site: Site, id: string, table: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(site, { id, table, offset })
    rows.push(...page.rows)
    offset = page.next_offset
  }
  return rows
}

/** Everything that a snapshot holds, by table. */
export async function readTables(site: Site, { snapshot_id, manifest }: Snapshot) {
  const tables = new Map<string, Row[]>()
  for (const { name } of manifest.tables) tables.set(name, await readTable(site, snapshot_id, name))
  return tables
}
