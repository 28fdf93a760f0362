import {
  type AnswerOf,
  isCaptured,
  type Operations,
  RECOVERY_LIMITS,
  type RecoveryRow,
} from '@colophon/contract'
import type { CallOperation } from '../../call.ts'
import { inOrder } from '../../in-flight.ts'
import { ColophonProblem } from '../../problem.ts'
import type { Journal } from './journal.ts'

export type SnapshotAnswer = AnswerOf<Operations['getSnapshot']>

/** Pages that are asked for ahead; each has at most 1 MiB. */
const PAGES_AHEAD = 8

/**
 * The snapshot that the journal's backup is made of: the one that it captured, or a new one. Null when its own
 * was released, or is not there any more.
 */
export async function takeSnapshot(call: CallOperation, journal: Journal): Promise<SnapshotAnswer | null> {
  if (journal.snapshotId !== null) return await findCaptured(call, journal.snapshotId)
  // The same key, so that a capture whose answer was lost is answered again and not made again.
  const { snapshot_id } = await call('createSnapshot', { idempotencyKey: journal.key })
  await journal.noteSnapshot(snapshot_id)
  return await findCaptured(call, snapshot_id)
}

/** Null when it was released, or is not there. */
export async function findCaptured(call: CallOperation, id: string): Promise<SnapshotAnswer | null> {
  try {
    const snapshot = await call('getSnapshot', { params: { id } })
    return isCaptured(snapshot.state) ? snapshot : null
  } catch (error) {
    if (error instanceof ColophonProblem && error.code === 'not_found') return null
    throw error
  }
}

interface RowRange {
  readonly id: string
  readonly table: string
  /** From this row up to the last, of so many in all. */
  readonly from: number
  readonly rows: number
}

/** The rows of a table from one on, in order. */
export async function* readRows(
  call: CallOperation,
  { id, table, from, rows }: RowRange,
): AsyncGenerator<RecoveryRow, void, undefined> {
  const read = async (offset: number) =>
    (await call('readSnapshotTable', { params: { id, table }, query: { offset } })).rows
  const { pageRows } = RECOVERY_LIMITS
  const starts = Array.from({ length: Math.ceil((rows - from) / pageRows) }, (_, n) => from + n * pageRows)
  let place = from
  for await (const page of inOrder(starts, PAGES_AHEAD, read)) {
    const end = Math.min(place + pageRows, rows)
    // A page of large rows is clipped: what it lacks is asked for one after the other.
    for (let found = page; place < end; found = place < end ? await read(place) : []) {
      if (found.length === 0) throw new Error(`the press has fewer rows of ${table} than its snapshot says`)
      yield* found
      place += found.length
    }
  }
}
