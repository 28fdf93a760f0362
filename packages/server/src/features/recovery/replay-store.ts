import { countRows } from '../../storage/recovery/row-counts.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { DefinitionRow, ResolutionRow } from '../../storage/rows/curation.ts'
import type {
  CandidateRow,
  ProposalRow,
  PublicationRow,
  RetirementRow,
} from '../../storage/rows/editorial.ts'
import type { SignalReportRow } from '../../storage/rows/signals.ts'
import type { PolicyRow } from '../../storage/rows/topics.ts'
import type { Db } from '../../storage/storage.ts'

/** Records in the order of a replay, after a key. */
export type ReplayCursor<R> = (db: Db, after: readonly string[], limit: number) => Promise<R[]>

export const policiesAfter: ReplayCursor<PolicyRow> = (db, [hash = ''], limit) =>
  db
    .selectFrom('policies')
    .selectAll()
    .where('policy_hash', '>', hash)
    .orderBy('policy_hash')
    .limit(limit)
    .execute()

/** With the topic of their task. */
export const definitionsAfter: ReplayCursor<DefinitionRow & { topic_id: string }> = (
  db,
  [hash = ''],
  limit,
) =>
  db
    .selectFrom('definitions')
    .innerJoin('tasks', 'tasks.task_id', 'definitions.task_id')
    .selectAll('definitions')
    .select('tasks.topic_id')
    .where('definitions.definition_hash', '>', hash)
    .orderBy('definitions.definition_hash')
    .limit(limit)
    .execute()

export const proposalsAfter: ReplayCursor<ProposalRow> = (db, [hash = ''], limit) =>
  db
    .selectFrom('proposals')
    .selectAll()
    .where('proposal_hash', '>', hash)
    .orderBy('proposal_hash')
    .limit(limit)
    .execute()

export const candidatesAfter: ReplayCursor<CandidateRow> = (db, [hash = ''], limit) =>
  db
    .selectFrom('candidates')
    .selectAll()
    .where('candidate_hash', '>', hash)
    .orderBy('candidate_hash')
    .limit(limit)
    .execute()

export const resolutionsAfter: ReplayCursor<ResolutionRow> = (db, [hash = ''], limit) =>
  db
    .selectFrom('resolutions')
    .selectAll()
    .where('resolution_hash', '>', hash)
    .orderBy('resolution_hash')
    .limit(limit)
    .execute()

/** A publication or a retirement, and its key. */
export interface ReplayDecision {
  readonly at: string
  readonly hash: string
  readonly publication: PublicationRow | null
  readonly retirement: RetirementRow | null
}

/** Publications and retirements together, by time: those of an entry have increasing ones. */
export const decisionsAfter: ReplayCursor<ReplayDecision> = async (db, [at = '', hash = ''], limit) => {
  const publications = await publicationsAfter(db, { at, hash, limit })
  const retirements = await retirementsAfter(db, { at, hash, limit })
  return [
    ...publications.map((row) => ({
      at: row.published_at,
      hash: row.publication_hash,
      publication: row,
      retirement: null,
    })),
    ...retirements.map((row) => ({
      at: row.decided_at,
      hash: row.retirement_hash,
      publication: null,
      retirement: row,
    })),
  ]
    .sort((one, other) => (`${one.at} ${one.hash}` < `${other.at} ${other.hash}` ? -1 : 1))
    .slice(0, limit)
}

interface After {
  at: string
  hash: string
  limit: number
}

function publicationsAfter(db: Db, { at, hash, limit }: After): Promise<PublicationRow[]> {
  return db
    .selectFrom('publications')
    .selectAll()
    .where((eb) => eb(eb.refTuple('published_at', 'publication_hash'), '>', eb.tuple(at, hash)))
    .orderBy('published_at')
    .orderBy('publication_hash')
    .limit(limit)
    .execute()
}

function retirementsAfter(db: Db, { at, hash, limit }: After): Promise<RetirementRow[]> {
  return db
    .selectFrom('retirements')
    .selectAll()
    .where((eb) => eb(eb.refTuple('decided_at', 'retirement_hash'), '>', eb.tuple(at, hash)))
    .orderBy('decided_at')
    .orderBy('retirement_hash')
    .limit(limit)
    .execute()
}

export const reportsAfter: ReplayCursor<SignalReportRow> = (db, after, limit) => {
  const [identity = '', entry = '', day = '', target = ''] = after
  return db
    .selectFrom('signal_reports')
    .selectAll()
    .where((eb) =>
      eb(
        eb.refTuple('identity_id', 'entry_id', 'day', 'target_hash'),
        '>',
        eb.tuple(identity, entry, day, target),
      ),
    )
    .orderBy('identity_id')
    .orderBy('entry_id')
    .orderBy('day')
    .orderBy('target_hash')
    .limit(limit)
    .execute()
}

export const entriesAfter: ReplayCursor<EntryRow> = (db, [id = ''], limit) =>
  db.selectFrom('entries').selectAll().where('entry_id', '>', id).orderBy('entry_id').limit(limit).execute()

/** How many rows there are to replay. */
export async function countReplayed(db: Db): Promise<number> {
  const tables = [
    'policies',
    'definitions',
    'proposals',
    'candidates',
    'resolutions',
    'publications',
    'retirements',
    // Each is an act in the streams of changes too.
    'publications',
    'retirements',
    'visibility_changes',
    'signal_reports',
  ] as const
  let total = 0
  for (const table of tables) total += await countRows(db, table)
  const { entries } = await db
    .selectFrom('publications')
    .select((eb) => eb.fn.count<number>('entry_id').distinct().as('entries'))
    .executeTakeFirstOrThrow()
  return total + entries
}
