import {
  type AnswerOf,
  type BodyOf,
  comesAfter,
  faultOfRow,
  isRunning,
  LEGACY_LIMITS,
  type Operations,
  RECOVERED_SCHEMAS,
  type RecoveryRow,
} from '@colophon/contract'
import { changedSince, invalidField, problem } from '../../core/problem.ts'
import { COPIED_TABLES, type RecoveredTableName } from '../../storage/recovery/recovery-tables.ts'
import type { RecoveryJobRow } from '../../storage/rows/site.ts'

export type JobView = AnswerOf<Operations['continueRecovery']>
type StartBody = BodyOf<Operations['startRecovery']>
type ContinueBody = BodyOf<Operations['continueRecovery']>
export type Manifest = NonNullable<StartBody['manifest']>
export type LegacySnapshotBody = NonNullable<StartBody['snapshot']>

/** What a job is asked to do. */
export type RecoveryRequest =
  | { readonly kind: 'rebuild' }
  | { readonly kind: 'restore'; readonly manifest: Manifest }
  | { readonly kind: 'restore'; readonly snapshot: LegacySnapshotBody }

export function jobView(row: RecoveryJobRow): JobView {
  return {
    job_id: row.job_id,
    kind: row.kind as JobView['kind'],
    state: row.state as JobView['state'],
    phase: row.phase as JobView['phase'],
    cursor: row.cursor,
    offset: row.offset,
    progress: { done: row.done, total: row.total },
    started_at: row.started_at,
    completed_at: row.completed_at,
  }
}

/** Which of the fields belong together is more than the form of each says. */
export function readRecoveryRequest(body: StartBody): RecoveryRequest {
  return READERS[body.kind](body)
}

const READERS: Readonly<Record<StartBody['kind'], (body: StartBody) => RecoveryRequest>> = {
  rebuild: readRebuild,
  restore: readRestore,
}

function readRebuild({ manifest, snapshot }: StartBody): RecoveryRequest {
  if (manifest) throw invalidField('/manifest', 'goes with the kind restore')
  if (snapshot) throw invalidField('/snapshot', 'goes with the kind restore')
  return { kind: 'rebuild' }
}

function readRestore({ manifest, snapshot }: StartBody): RecoveryRequest {
  if (manifest && snapshot) throw invalidField('/snapshot', 'goes without a manifest')
  if (snapshot) {
    requireLegacySize(snapshot)
    return { kind: 'restore', snapshot }
  }
  if (!manifest) throw invalidField('/manifest', 'is required, or a snapshot')
  requireManifest(manifest)
  return { kind: 'restore', manifest }
}

function requireManifest(manifest: Manifest): void {
  const { schema_version: version, tables } = manifest
  if (version < RECOVERED_SCHEMAS.oldest || version > RECOVERED_SCHEMAS.newest)
    throw invalidField(
      '/manifest/schema_version',
      `must be between ${RECOVERED_SCHEMAS.oldest} and ${RECOVERED_SCHEMAS.newest}`,
    )
  const names = new Set<string>()
  for (const [place, { name }] of tables.entries()) {
    if (!COPIED_TABLES.some((table) => table.name === name))
      throw invalidField(`/manifest/tables/${place}/name`, 'is not a table that is recovered')
    if (names.has(name)) throw invalidField(`/manifest/tables/${place}/name`, 'is there twice')
    names.add(name)
  }
  const lacking = COPIED_TABLES.find(({ name }) => !names.has(name))
  if (lacking !== undefined) throw invalidField('/manifest/tables', `lacks the table ${lacking.name}`)
  const objects = tableIn(manifest, 'objects').rows
  if (objects !== manifest.blobs.count)
    throw invalidField('/manifest/blobs/count', `is not the number of objects, which is ${objects}`)
}

function requireLegacySize({ tables }: LegacySnapshotBody): void {
  let sum = 0
  for (const [name, rows] of Object.entries(tables)) {
    if (!COPIED_TABLES.some((table) => table.name === name))
      throw invalidField('/snapshot/tables', `has ${JSON.stringify(name)}, which is not recovered`)
    const bytes = Buffer.byteLength(JSON.stringify(rows))
    if (bytes > LEGACY_LIMITS.tableBytes) throw tooLarge(`The table ${name}`, LEGACY_LIMITS.tableBytes)
    sum += bytes
  }
  if (sum > LEGACY_LIMITS.jsonBytes) throw tooLarge('The JSON of the tables', LEGACY_LIMITS.jsonBytes)
}

function tooLarge(what: string, limit: number) {
  return problem('payload_too_large', `${what} exceeds ${limit} bytes.`)
}

export function tableIn(manifest: Manifest, name: string): Manifest['tables'][number] {
  const found = manifest.tables.find((table) => table.name === name)
  if (found === undefined) throw new Error(`the manifest has no table ${name}`)
  return found
}

export function manifestOfJob(job: RecoveryJobRow): Manifest {
  if (job.manifest === null) throw new Error(`the job ${job.job_id} has no manifest`)
  return JSON.parse(job.manifest) as Manifest
}

/** A driver goes on from where it believes the job to stand, or is told where that is. */
export function requirePlace(job: RecoveryJobRow, body: ContinueBody): void {
  const { phase, cursor, offset } = job
  const isExpected =
    body.expected_phase === phase &&
    (body.expected_cursor ?? null) === cursor &&
    body.expected_offset === offset
  if (!isExpected) throw changedSince('The place of the job', { phase, cursor, offset })
  if (!isRunning(job.state)) throw problem('invalid_state', 'The job is complete.')
}

export function requireStartable(newest: RecoveryJobRow | null): void {
  if (newest !== null && isRunning(newest.state))
    throw problem('invalid_state', `The job ${newest.job_id} is running: continue it.`)
}

export function requireEmptyTarget(hasEntries: boolean): void {
  if (hasEntries)
    throw problem('target_not_empty', 'A restore needs a target that has never published an entry.')
}

export function tableOf(name: string): RecoveredTableName {
  const found = COPIED_TABLES.find((table) => table.name === name)
  if (found === undefined) throw new Error(`${name} is not recovered`)
  return found
}

/** The columns of a row's key. */
export function rowKey(table: RecoveredTableName, row: RecoveryRow): RecoveryRow {
  return Object.fromEntries(table.key.map((column) => [column, row[column] ?? null]))
}

/** What is wrong with rows of a table; null where nothing is. `last` is the key before them. */
export function faultOf(
  rows: readonly RecoveryRow[],
  { table, last }: { table: RecoveredTableName; last: RecoveryRow | null },
): string | null {
  let before = last
  for (const row of rows) {
    const fault = faultOfRow(table.name, row)
    if (fault !== null) return `has a row that ${fault}`
    if (before !== null && !comesAfter(table.name, row, before))
      return 'has a row that does not come after the one before it'
    before = row
  }
  return null
}
