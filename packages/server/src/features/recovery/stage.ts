import type { App } from '../../app.ts'
import type { Handler, ReplyOf } from '../../catalog/handler.ts'
import { ok } from '../../command/call.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { sha256Hex } from '../../core/hash.ts'
import { problem } from '../../core/problem.ts'
import type { RecoveryJobRow } from '../../storage/rows/site.ts'
import { readPage } from './material.ts'
import { noteStaged } from './staged-store.ts'

/**
 * Not in a command: nothing is decided. What is stored can be named by its hash only, and stored again at any time; a row
 * tells that it is there, until it is named or removed.
 */
export const stagePage: Handler<'stagePage'> = async (app, call) => {
  const { brought } = await call.resolveResources(app.storage.read)
  requireHash(brought, call.body)
  readPage(call.body)
  return keep(app, brought, call.body)
}

export const stageBlob: Handler<'stageBlob'> = async (app, call) => {
  const { brought } = await call.resolveResources(app.storage.read)
  requireHash(brought, call.body)
  return keep(app, brought, call.body)
}

async function keep(app: App, sha256: string, bytes: Uint8Array): Promise<ReplyOf<'stagePage'>> {
  await noteStaged(app, [sha256])
  await app.blobs.repair(sha256, bytes)
  // What was damaged may have been read and kept.
  app.bytes.delete(sha256)
  return ok({ sha256, bytes: bytes.length })
}

function requireHash(sha256: string, bytes: Uint8Array): void {
  if (sha256Hex(bytes) === sha256) return
  const message = 'is not the SHA-256 of the body'
  throw problem('invalid_request', message, { errors: [{ location: 'path', pointer: 'sha256', message }] })
}

export type Phase = 'verify_blobs' | 'load_tables' | 'build_projections' | 'complete'

/** Where a job stands after a step. */
export interface JobState {
  readonly phase: Phase
  readonly cursor: string | null
  readonly offset: number
  readonly done: number
  readonly total: number
  readonly carried: string
  /** There is no step after this. */
  readonly isEnd?: true
}

/** A step that was made ready: what takes time is done, and its transaction only writes. */
export type RecoveryStep = (unit: UnitOfWork) => Promise<JobState>

/** A job's cursor is a list, which nobody else reads. */
export function stepCursor(parts: readonly (string | number | null)[]): string {
  return JSON.stringify(parts)
}

export function stepParts(job: RecoveryJobRow): (string | number | null)[] {
  return job.cursor === null ? [] : (JSON.parse(job.cursor) as (string | number | null)[])
}
