import {
  Count,
  component,
  Enrollment,
  EntryPath,
  explained,
  Hash,
  nullable,
  oneOf,
  RetirementState,
  Scope,
  SignalValue,
  Timestamp,
  TopicSlug,
  Uuid,
} from '../fields.ts'
import { Type } from '../schema.ts'
import { page } from './page.ts'

/** What the two values say; the words are kept with each event as they were when it was given. */
export const SIGNAL_MEANINGS = {
  up: 'I used exactly this revision and it helped.',
  down: 'I used exactly this revision and it did not help, or it was wrong.',
} as const

/** A reader that registered itself, with its bearer. */
export const RegisteredReader = component('RegisteredReader', {
  identity_id: Uuid,
  participant_id: Uuid,
  enrollment: Enrollment,
  scopes: Type.Array(Scope),
  token: nullable(Type.String({ description: 'The bearer, shown once; null in a replay.' })),
  token_id: Uuid,
  expires_at: Timestamp,
  created_at: Timestamp,
})

/** What a reader said of a revision on one day; a null value was withdrawn. */
export const SignalReceipt = component('SignalReceipt', {
  report_id: Uuid,
  participant_id: Uuid,
  target_hash: Hash,
  entry_id: Uuid,
  value: nullable(SignalValue),
  comment: nullable(Type.String()),
  received_at: Timestamp,
  updated_at: Timestamp,
  last_event_id: Uuid,
})

const SignalWindow = component('SignalWindow', {
  up: Count,
  down: Count,
  participants: Count,
})

const SignalCounts = component('SignalCounts', {
  windows: component('SignalWindows', { '24h': SignalWindow, '7d': SignalWindow, '30d': SignalWindow }),
  collection: component('SignalCollection', {
    started_at: Timestamp,
    age_seconds: Count,
    up_per_day: nullable(Type.Number({ description: 'null before a full day.' })),
    down_per_day: nullable(Type.Number({ description: 'null before a full day.' })),
  }),
})

/** The signals about a revision and about its entry. */
export const SignalSummary = component('SignalSummary', {
  target_hash: Hash,
  entry_id: Uuid,
  as_of: Timestamp,
  revision: SignalCounts,
  entry: SignalCounts,
  my_report_today: nullable(SignalReceipt),
})

/** One act in the curators’ feed of signals. */
export const SignalEvent = component('SignalEvent', {
  event_id: Uuid,
  report_id: Uuid,
  event: oneOf(['reported', 'corrected', 'withdrawn']),
  target_hash: Hash,
  entry_id: Uuid,
  topic_id: TopicSlug,
  path: EntryPath,
  title: Type.String(),
  value: nullable(SignalValue),
  previous_value: nullable(SignalValue),
  meaning: nullable(Type.String({ description: 'The words shown for the value when it was given.' })),
  comment: nullable(Type.String()),
  participant_id: Uuid,
  received_at: Timestamp,
  occurred_at: Timestamp,
})

/** Feedback, and what became of it. */
export const FeedbackReceipt = component('FeedbackReceipt', {
  feedback_id: Uuid,
  suggestion_id: Uuid,
  target_hash: Hash,
  entry_id: Uuid,
  title: Type.String(),
  comment: Type.String(),
  received_at: Timestamp,
  state: nullable(oneOf(['open', 'resolved', 'duplicate'], 'null while the target is not readable.')),
  fixed_hashes: Type.Array(Hash),
})

/** What happened to a revision that the caller reported on. */
export const RevisionNotice = component('RevisionNotice', {
  kind: oneOf(
    ['retired', 'superseded', 'challenged', 'fixed'],
    '`challenged` is given for as long as it is; `fixed` is of what the caller itself suggested or sent as feedback.',
  ),
  at: explained(
    Timestamp,
    'When it happened, or when the caller first reported on the revision, if that was later: notices are in this order.',
  ),
  content_hash: Hash,
  entry_id: Uuid,
  topic_id: TopicSlug,
  path: explained(EntryPath, 'Where the entry is now.'),
  title: Type.String({ description: 'Of the revision.' }),
  head_hash: explained(Hash, 'The head of the entry now.'),
  retirement_state: RetirementState,
  reason: nullable(Type.String({ description: 'Given with a retirement or a fix.' })),
  retirement_hash: nullable(Hash),
  replacement_hashes: Type.Array(Hash),
  suggestion_id: nullable(Uuid),
  fixed_hashes: Type.Array(Hash),
})

/** A page of notices, and where to go on another day. */
export const NoticePage = component('NoticePage', {
  ...page('NoticePage', RevisionNotice).properties,
  resume_cursor: Type.String({
    description: 'As `cursor`, also much later: what has happened since, each once.',
  }),
})
