import { isListed, RECOVERY_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import {
  linkCandidate,
  linkDefinition,
  linkPolicy,
  linkProposal,
  linkResolution,
} from '../../catalog/apply-lineage.ts'
import { showPublication } from '../../catalog/apply-publication.ts'
import { showRetirement } from '../../catalog/apply-retirement.ts'
import { listForSearch } from '../../catalog/apply-search.ts'
import { listReportsNear, replaySignal } from '../../catalog/apply-signals.ts'
import { appendChange, nextChangePosition } from '../../catalog/changes.ts'
import { findEntry } from '../../catalog/entries.ts'
import type { SignalReportRow } from '../../storage/rows/signals.ts'
import type { Db, Tx } from '../../storage/storage.ts'
import type { RevisionMeta } from '../../text/front-matter.ts'
import { actsAfter, type ReplayEvent } from './changes-replay-store.ts'
import { unusable } from './material.ts'
import { readMetas } from './records.ts'
import {
  candidatesAfter,
  decisionsAfter,
  definitionsAfter,
  entriesAfter,
  policiesAfter,
  proposalsAfter,
  type ReplayDecision,
  reportsAfter,
  resolutionsAfter,
} from './replay-store.ts'

/** The next rows of a stage, with what they need at hand. */
interface Batch {
  readonly rows: number
  /** The key of the last row; null where the stage has no more. */
  readonly end: readonly string[] | null
  /** Writes into the projections that the handle means. */
  apply(tx: Tx): Promise<void>
}

type Stage = (app: App, after: readonly string[]) => Promise<Batch>

interface Replay<R> {
  /** It follows what an earlier stage has made. */
  readsRebuilt?: true
  read(db: Db, after: readonly string[], limit: number): Promise<R[]>
  keyOf(row: R): readonly string[]
  /** Statements that a row takes at most. */
  statements: number
  /** The revision whose front matter a row is shown by. */
  revisionOf?(row: R): string | null
  apply(tx: Tx, row: R, metas: ReadonlyMap<string, RevisionMeta>): Promise<void>
}

function stage<R>(replay: Replay<R>): Stage {
  const limit = Math.floor(RECOVERY_LIMITS.stepStatements / replay.statements)
  return async (app, after) => {
    const { read, rebuilt } = app.storage
    const rows = await replay.read(replay.readsRebuilt ? rebuilt.into(read) : read, after, limit)
    const metas = await readMetas(
      app,
      rows.flatMap((row) => replay.revisionOf?.(row) ?? []),
    )
    const last = rows.at(-1)
    return {
      rows: rows.length,
      end: last === undefined || rows.length < limit ? null : replay.keyOf(last),
      async apply(tx) {
        for (const row of rows) await replay.apply(tx, row, metas)
      },
    }
  }
}

/**
 * Everything that is derived, in an order in which each row finds what it builds on: first all that has ancestors,
 * then what was decided of it, then what was counted, then what search follows.
 */
export const STAGES: readonly (readonly [name: string, stage: Stage])[] = [
  [
    'policies',
    stage({
      read: policiesAfter,
      keyOf: (row) => [row.policy_hash],
      statements: 3,
      apply: linkPolicy,
    }),
  ],
  [
    'definitions',
    stage({
      read: definitionsAfter,
      keyOf: (row) => [row.definition_hash],
      statements: 2,
      apply: (tx, row) => linkDefinition(tx, row, row.topic_id),
    }),
  ],
  [
    'proposals',
    stage({
      read: proposalsAfter,
      keyOf: (row) => [row.proposal_hash],
      statements: 1,
      apply: linkProposal,
    }),
  ],
  [
    'candidates',
    stage({
      read: candidatesAfter,
      keyOf: (row) => [row.candidate_hash],
      statements: 3,
      revisionOf: (row) => row.candidate_hash,
      apply: (tx, row, metas) => linkCandidate(tx, row, metaIn(metas, row.candidate_hash)),
    }),
  ],
  [
    'resolutions',
    stage({
      read: resolutionsAfter,
      keyOf: (row) => [row.resolution_hash],
      statements: 2,
      apply: linkResolution,
    }),
  ],
  [
    'decisions',
    stage({
      read: decisionsAfter,
      keyOf: (row) => [row.at, row.hash],
      statements: 12,
      revisionOf: (row) => row.publication?.content_hash ?? null,
      apply: replayDecision,
    }),
  ],
  [
    'changes',
    stage({
      read: actsAfter,
      keyOf: ({ at, position, record }) => [at, String(position), record],
      statements: 2,
      apply: replayAct,
    }),
  ],
  [
    'signals',
    stage({
      read: reportsAfter,
      keyOf: (row) => [row.identity_id, row.entry_id, row.day, row.target_hash],
      statements: 5,
      apply: replayReport,
    }),
  ],
  [
    'search',
    stage({
      read: entriesAfter,
      readsRebuilt: true,
      keyOf: (row) => [row.entry_id],
      statements: 3,
      apply: async (tx, row) => {
        if (isListed(row.status)) await listForSearch(tx, row)
      },
    }),
  ],
]

function metaIn(metas: ReadonlyMap<string, RevisionMeta>, sha256: string): RevisionMeta {
  const meta = metas.get(sha256)
  if (meta === undefined) throw new Error(`the revision ${sha256} was not read`)
  return meta
}

async function replayDecision(
  tx: Tx,
  { publication, retirement }: ReplayDecision,
  metas: ReadonlyMap<string, RevisionMeta>,
): Promise<void> {
  if (publication !== null) {
    const head = await findEntry(tx, { id: publication.entry_id })
    if ((head?.content_hash ?? null) !== publication.previous_head)
      throw unusable(
        `The publication ${publication.publication_hash}`,
        'follows another head than its entry had',
      )
    await showPublication(tx, { row: publication, meta: metaIn(metas, publication.content_hash), head })
  }
  if (retirement !== null) {
    const head = await findEntry(tx, { id: retirement.entry_id })
    if (head !== null) await showRetirement(tx, retirement, head)
  }
}

/** At its own time: in older records two acts may have the same one. */
async function replayAct(tx: Tx, unit: ReplayEvent): Promise<void> {
  await appendChange(tx, await nextChangePosition(tx, unit.topic_id, unit.at), unit)
}

/** Reports of the same identity and entry that come before it in the order of the replay are counted already. */
async function replayReport(tx: Tx, report: SignalReportRow): Promise<void> {
  const near = await listReportsNear(tx, report)
  await replaySignal(
    tx,
    report,
    near.filter((other) => placeOf(other) < placeOf(report)),
  )
}

function placeOf({ day, target_hash }: SignalReportRow): string {
  return `${day} ${target_hash}`
}
