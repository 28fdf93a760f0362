import { isPublic, isRestore, RECOVERY_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { setTopicVisibility } from '../../catalog/topics.ts'
import { appendVisibilityChange, listVisibilityChanges } from '../../catalog/visibility-changes.ts'
import { releaseMaintenance } from '../../command/maintenance.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import type { ObjectRow } from '../../storage/rows/editorial.ts'
import type { RecoveryJobRow } from '../../storage/rows/site.ts'
import type { Tx } from '../../storage/storage.ts'
import { CHECKS, countObjects, objectsAfter, recordsBy } from './check-store.ts'
import { requireSound, unusable } from './material.ts'
import { chainFault, differenceOf, metaOf, RECORD_KINDS } from './records.ts'
import { type JobState, type RecoveryStep, stepCursor, stepParts } from './stage.ts'
import { allTopics, endSessions } from './store.ts'

/** Objects, then checks of whole tables, then the end. */
export async function beginCompleting(unit: UnitOfWork): Promise<JobState> {
  const total = (await countObjects(unit.tx)) + CHECKS.length + 1
  return stateAt(['objects', ''], { done: 0, total })
}

function stateAt(
  place: readonly [part: 'objects' | 'checks' | 'end', at: string | number],
  progress: { done: number; total: number },
): JobState {
  return {
    phase: 'complete',
    cursor: stepCursor(place),
    offset: progress.done,
    ...progress,
    carried: '{}',
  }
}

/** Nothing is believed because it was loaded: the site is opened after everything has been looked at. */
export async function completeJob(app: App, job: RecoveryJobRow): Promise<RecoveryStep> {
  const [part, at] = stepParts(job)
  if (part === 'objects') return checkObjects(app, job, String(at))
  if (part === 'checks') return checkTables(app, job, Number(at))
  return async (unit) => {
    // First: of two drivers the later waits here, is run again, and does not look for tables that were swapped.
    await releaseMaintenance(unit.tx)
    if (isRestore(job.kind)) await closeTopics(unit, app.storage.rebuilt.into(unit.tx))
    if (isRestore(job.kind)) await endSessions(unit.tx)
    await app.storage.rebuilt.swap(unit.tx)
    return { ...stateAt(['end', 0], { done: job.total, total: job.total }), cursor: null, isEnd: true }
  }
}

async function checkObjects(app: App, job: RecoveryJobRow, after: string): Promise<RecoveryStep> {
  const rows = await objectsAfter(app.storage.read, after, RECOVERY_LIMITS.stepRows)
  for (let from = 0; from < rows.length; from += RECOVERY_LIMITS.stepBlobs)
    await checkSome(app, rows.slice(from, from + RECOVERY_LIMITS.stepBlobs))
  const progress = { done: job.done + rows.length, total: job.total }
  const last = rows.at(-1)
  const hasMore = last !== undefined && rows.length === RECOVERY_LIMITS.stepRows
  return async () => stateAt(hasMore ? ['objects', last.sha256] : ['checks', 0], progress)
}

/** Bytes by their hash, and records by what the bytes say. */
async function checkSome(app: App, rows: readonly ObjectRow[]): Promise<void> {
  const found = await requireSound(
    app,
    rows.map(({ sha256 }) => sha256),
  )
  const objects = rows.map((row, place) => ({ row, bytes: found[place] ?? new Uint8Array() }))
  for (const { row, bytes } of objects)
    if (row.size !== bytes.length) throw unusable(`The object ${row.sha256}`, 'has another size')
  for (const kind of new Set(rows.map((row) => row.kind)))
    await checkKind(
      app,
      kind,
      objects.filter(({ row }) => row.kind === kind),
    )
}

async function checkKind(
  app: App,
  name: string,
  objects: readonly { row: ObjectRow; bytes: Uint8Array }[],
): Promise<void> {
  const kind = RECORD_KINDS[name]
  if (kind === undefined) throw unusable(`The object ${objects[0]?.row.sha256}`, 'is of no known kind')
  const db = app.storage.read
  const records = await recordsBy(
    db,
    kind,
    objects.map(({ row }) => row.sha256),
  )
  const [before = ''] = kind.chain ?? []
  const named = [...records.values()].flatMap((record) => record[before] ?? [])
  const previous = await recordsBy(db, kind, named)
  for (const { row, bytes } of objects) {
    const record = records.get(row.sha256)
    if (record === undefined) throw unusable(`The ${name} ${row.sha256}`, `is not in ${kind.table}`)
    const differing = differenceOf(record, fieldsOfObject(name, row.sha256, bytes))
    if (differing !== null)
      throw unusable(
        `The ${name} ${row.sha256}`,
        `has another ${differing} in ${kind.table} than in its bytes`,
      )
    const fault = chainFault(kind, record, previous.get(record[before]) ?? null)
    if (fault !== null) throw unusable(`The ${name} ${row.sha256}`, fault)
  }
}

function fieldsOfObject(kind: string, sha256: string, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  if (kind === 'candidate') return { ...metaOf(sha256, bytes) }
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, unknown>
  } catch {
    throw unusable(`The ${kind} ${sha256}`, 'is no JSON')
  }
}

/** One check takes its time on a large site; on a small one all of them are a step. */
async function checkTables(app: App, job: RecoveryJobRow, from: number): Promise<RecoveryStep> {
  const { read, rebuilt } = app.storage
  const until = performance.now() + RECOVERY_LIMITS.checksMilliseconds
  let number = from
  do {
    const fault = (await CHECKS[number]?.(read, rebuilt.into(read))) ?? null
    if (fault !== null) throw unusable('The site does not fit together:', fault)
    number += 1
  } while (number < CHECKS.length && performance.now() < until)
  const progress = { done: job.done + number - from, total: job.total }
  return async () => stateAt(number < CHECKS.length ? ['checks', number] : ['end', 0], progress)
}

const REASON = 'Restored from a backup: topics are invited until they are opened again.'

/** What was public is written down as having become invited, so that the history of the topic tells it. */
async function closeTopics(unit: UnitOfWork, rebuilt: Tx): Promise<void> {
  for (const topic of await allTopics(unit.tx)) {
    const [last] = await listVisibilityChanges(unit.tx, { topicId: topic.id, before: null, limit: 1 })
    if (!isPublic(topic.visibility) && !isPublic(last?.to_visibility)) continue
    const change = {
      topic: { ...topic, visibility: 'public' },
      visibility: 'invited',
      profile: topic.profile,
      reason: REASON,
    } as const
    await appendVisibilityChange(unit, change, rebuilt)
    await setTopicVisibility(unit.tx, topic.id, change)
  }
}
