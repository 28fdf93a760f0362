import type { RecoveryRow } from '@colophon/contract'
import type { App } from '../../app.ts'
import { COPIED_TABLES } from '../../storage/recovery/recovery-tables.ts'
import type { RecoveryJobRow } from '../../storage/rows/site.ts'
import { beginBuilding } from './build.ts'
import { unusable } from './material.ts'
import { mergeRows } from './merge-store.ts'
import { faultOf, type Manifest, manifestOfJob, rowKey, tableIn, tableOf } from './rules.ts'
import { type JobState, type RecoveryStep, stepCursor, stepParts } from './stage.ts'
import { type PagePosition, readStretch } from './walk.ts'

interface LoadState {
  /** The key of the last row of the table. */
  last: RecoveryRow | null
}

export function beginLoading(manifest: Manifest): JobState {
  const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0)
  return beginTable(manifest, { table: COPIED_TABLES[0]?.name ?? '', done: 0, total })
}

function beginTable(manifest: Manifest, at: { table: string; done: number; total: number }): JobState {
  const { table, done, total } = at
  const place = { index: tableIn(manifest, table).index, page: 0, row: 0 }
  return stateAt({ table, place, offset: 0, last: null }, { done, total })
}

function stateAt(
  at: { table: string; place: PagePosition; offset: number; last: RecoveryRow | null },
  progress: { done: number; total: number },
): JobState {
  const { table, place, offset, last } = at
  const carried: LoadState = { last }
  return {
    phase: 'load_tables',
    cursor: stepCursor([table, place.index, place.page, place.row]),
    offset,
    ...progress,
    carried: JSON.stringify(carried),
  }
}

/** Loads the next page of a table: rows are held to its columns, its order and the count of the manifest. */
export async function loadTables(app: App, job: RecoveryJobRow): Promise<RecoveryStep> {
  const manifest = manifestOfJob(job)
  const [name, index, page, row] = stepParts(job)
  const table = tableOf(String(name))
  const { last } = JSON.parse(job.carried) as LoadState
  const place = { index: String(index), page: Number(page), row: Number(row) }
  const stretch = await readStretch(app, table.name, place)
  const { rows } = stretch
  const fault = faultOf(rows, { table, last })
  if (fault !== null) throw unusable(`The page ${stretch.page} of ${table.name}`, fault)
  const next = stretch.after(rows.length)
  const offset = job.offset + rows.length
  requireCount(manifest, { table: table.name, found: offset, isEnd: next === null })
  const progress = { done: job.done + rows.length, total: job.total }
  const end = rows.at(-1)
  const reached = end === undefined ? last : rowKey(table, end)
  return async (unit) => {
    await mergeRows(unit.tx, table, rows)
    if (next !== null) return stateAt({ table: table.name, place: next, offset, last: reached }, progress)
    const after = COPIED_TABLES[COPIED_TABLES.indexOf(table) + 1]
    return after === undefined
      ? beginBuilding(app, unit)
      : beginTable(manifest, { table: after.name, ...progress })
  }
}

function requireCount(manifest: Manifest, at: { table: string; found: number; isEnd: boolean }): void {
  const { rows } = tableIn(manifest, at.table)
  if (at.found > rows || (at.isEnd && at.found < rows))
    throw unusable(
      `The table ${at.table}`,
      `has ${at.isEnd ? at.found : `more than ${rows}`} rows, and the manifest counts ${rows}`,
    )
}
