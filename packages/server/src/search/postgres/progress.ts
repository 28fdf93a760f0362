import type { PostgresRows } from '../indexer/rows-postgres.ts'
import type { Lengths } from './document-rows.ts'

/** What is done to a topic's documents in the database: `clearing` those of before, `filling` from its entries, `following` its changes. */
export type IndexingPhase = 'clearing' | 'filling' | 'following'

/** How far a topic's documents have come, and what there is of them. */
export interface TopicProgress {
  readonly topicId: string
  /** Of the topic, in keys of the index. */
  readonly number: number
  readonly epoch: string
  /** Everything up to this change is in the documents. */
  readonly seq: number
  readonly phase: IndexingPhase
  /** The last entry that was filled in. */
  readonly filled: readonly [publishedAt: string, publicationHash: string]
  /** Of the next document; they only ever grow. */
  readonly place: number
  readonly documents: number
  readonly lengths: Lengths
  /** Languages of all documents there ever were. */
  readonly languages: number
  /** How keys of some documents are cut: see `vectorOf`. */
  readonly cuts: number
}

/** A topic as its list of changes says, and how far its documents have come; null where nothing was done for it. */
export interface TopicState {
  readonly topicId: string
  readonly epoch: string
  readonly seq: number
  /** Changes up to it may be gone. */
  readonly packedSeq: number
  readonly progress: TopicProgress | null
}

const COLUMNS = `p.number, p.epoch as made_of, p.seq as done_seq, p.phase, p.filled_at, p.filled_hash, p.place, p.documents,
  p.title_words, p.path_words, p.summary_words, p.body_words, p.languages, p.cuts`

/** Of some topics, or of all. */
export async function readStates(
  rows: PostgresRows,
  topics: readonly string[] | null,
): Promise<TopicState[]> {
  const found = await rows.query(
    `select t.topic_id, t.epoch, t.seq, t.packed_seq, ${COLUMNS}
     from search_topics t left join search_progress p on p.topic_id = t.topic_id
     ${topics === null ? '' : 'where t.topic_id = any($1)'}`,
    topics === null ? [] : [topics],
  )
  return found.map((row) => ({
    topicId: String(row.topic_id),
    epoch: String(row.epoch),
    seq: Number(row.seq),
    packedSeq: Number(row.packed_seq),
    progress: row.number === null ? null : progressOf(row),
  }))
}

function progressOf(row: Record<string, unknown>): TopicProgress {
  const number = (column: string) => Number(row[column])
  return {
    topicId: String(row.topic_id),
    number: number('number'),
    epoch: String(row.made_of),
    seq: number('done_seq'),
    // Only this file writes it.
    phase: String(row.phase) as IndexingPhase,
    filled: [String(row.filled_at), String(row.filled_hash)],
    place: number('place'),
    documents: number('documents'),
    lengths: [number('title_words'), number('path_words'), number('summary_words'), number('body_words')],
    languages: number('languages'),
    cuts: number('cuts'),
  }
}

/** Everything that was listed is among the documents. */
export function isCurrent({ epoch, seq, progress }: TopicState): boolean {
  return progress?.phase === 'following' && progress.epoch === epoch && progress.seq >= seq
}

interface Distance extends Pick<TopicState, 'epoch' | 'seq'> {
  readonly progress: Pick<TopicProgress, 'epoch' | 'seq' | 'phase'> | null
}

/** Changes that are still to be made, at most. */
export function countBehind({ epoch, seq, progress }: Distance): number {
  return progress?.phase === 'following' && progress.epoch === epoch ? seq - progress.seq : seq
}

/** Begins anew: with the changes where all of them should be there, else, or where some are not, with the entries. */
export async function beginProgress(
  rows: PostgresRows,
  state: TopicState,
  { areChangesGone = false } = {},
): Promise<void> {
  const { topicId, epoch, packedSeq, progress } = state
  await rows.inTransaction(async () => {
    // No two topics get one number.
    await rows.query(`select pg_advisory_xact_lock(hashtext('search_progress'))`, [])
    await rows.query(BEGIN, [
      topicId,
      epoch,
      packedSeq,
      progress?.epoch ?? '',
      progress?.seq ?? -1,
      areChangesGone,
    ])
  })
}

const BEGIN = `insert into search_progress as p (topic_id, number, epoch, seq, phase, filled_at, filled_hash, place, documents,
       title_words, path_words, summary_words, body_words, languages, cuts)
     select topic_id, (select coalesce(max(number), 0) + 1 from search_progress), epoch,
       case when packed_seq = 0 and not $6::boolean then 0 else seq end, 'clearing', '', '', 0, 0, 0, 0, 0, 0, 0, 0
     from search_topics where topic_id = $1 and epoch = $2 and packed_seq = $3
     on conflict (topic_id) do update set epoch = excluded.epoch, seq = excluded.seq, phase = 'clearing',
       filled_at = '', filled_hash = ''
     where (p.epoch, p.seq) = ($4, $5)`

/** Locks a topic's progress in a transaction: false where another process has come further. */
export async function lockProgress(rows: PostgresRows, known: TopicProgress): Promise<boolean> {
  const { topicId, epoch, seq, phase, filled, place } = known
  const found = await rows.query(
    `select 1 from search_progress where topic_id = $1 and epoch = $2 and seq = $3 and phase = $4
       and filled_at = $5 and filled_hash = $6 and place = $7 for update`,
    [topicId, epoch, seq, phase, ...filled, place],
  )
  return found.length > 0
}

export async function writeProgress(rows: PostgresRows, next: TopicProgress): Promise<void> {
  const { topicId, seq, phase, filled, place, documents, lengths, languages, cuts } = next
  await rows.query(
    `update search_progress set seq = $2, phase = $3, filled_at = $4, filled_hash = $5, place = $6, documents = $7,
       title_words = $8, path_words = $9, summary_words = $10, body_words = $11, languages = $12, cuts = $13
     where topic_id = $1`,
    [topicId, seq, phase, ...filled, place, documents, ...lengths, languages, cuts],
  )
}

/** Takes the making of a topic for a while; false where another process has it. */
export async function claimProgress(
  rows: PostgresRows,
  claim: { topicId: string; by: string; seconds: number },
): Promise<boolean> {
  const taken = await rows.query(
    `update search_progress set claimed_by = $2, claimed_until = extract(epoch from now())::int8 + $3
     where topic_id = $1 and (claimed_by is null or claimed_by = $2 or claimed_until < extract(epoch from now()))
     returning 1`,
    [claim.topicId, claim.by, claim.seconds],
  )
  return taken.length > 0
}

/** Gives it back. */
export async function releaseProgress(rows: PostgresRows, topicId: string, by: string): Promise<void> {
  await rows.query(
    'update search_progress set claimed_by = null, claimed_until = null where topic_id = $1 and claimed_by = $2',
    [topicId, by],
  )
}
