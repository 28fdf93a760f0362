import { cachedQuery } from '../storage/cached-query.ts'
import { preparedQuery } from '../storage/portable.ts'
import type { CandidateRow, EvidenceRow, ProposalRow } from '../storage/rows/editorial.ts'
import type { SignalReportRow } from '../storage/rows/signals.ts'
import type { RecoveryJobRow, SnapshotRow } from '../storage/rows/site.ts'
import type { Db } from '../storage/storage.ts'

const candidateByHash = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('candidates').selectAll().where('candidate_hash', '=', p('id')),
)

export const findCandidate: (db: Db, key: { id: string }) => Promise<CandidateRow | null> =
  cachedQuery(candidateByHash)

const evidenceById = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('evidence').selectAll().where('evidence_id', '=', p('id')),
)

export const findEvidence: (db: Db, key: { id: string }) => Promise<EvidenceRow | null> =
  cachedQuery(evidenceById)

const proposalByHash = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('proposals').selectAll().where('proposal_hash', '=', p('id')),
)

export const findProposal: (db: Db, key: { id: string }) => Promise<ProposalRow | null> =
  cachedQuery(proposalByHash)

const recoveryJobById = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('recovery_jobs').selectAll().where('job_id', '=', p('id')),
)

export function findRecoveryJob(db: Db, key: { id: string }): Promise<RecoveryJobRow | null> {
  return recoveryJobById.first(db, key)
}

const reportById = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('signal_reports').selectAll().where('report_id', '=', p('id')),
)

/** A reported-use report by its id. */
export const findReport: (db: Db, key: { id: string }) => Promise<SignalReportRow | null> =
  cachedQuery(reportById)

const snapshotById = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('snapshots').selectAll().where('snapshot_id', '=', p('id')).where('state', '!=', 'making'),
)

/** A snapshot that is there, or was. */
export function findSnapshot(db: Db, { id }: { id: string }): Promise<SnapshotRow | null> {
  return snapshotById.first(db, { id })
}
