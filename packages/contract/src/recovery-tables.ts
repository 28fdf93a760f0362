/** A table that snapshots hold, and that a restore fills. */
export interface RecoveredTable {
  /** Columns of text by which its rows are ordered and told apart. */
  readonly key: readonly string[]
  readonly text?: readonly string[]
  readonly nullableText?: readonly string[]
  readonly integers?: readonly string[]
  readonly nullableIntegers?: readonly string[]
  /** Which of the texts are JSON lists. */
  readonly lists?: readonly string[]
  /** Columns that rows of earlier versions have, and that nothing asks for any more. */
  readonly former?: readonly string[]
  /** Which of the nullable columns rows of earlier versions lack: they are null there. */
  readonly later?: readonly string[]
  /** Only the rows that have this value. */
  readonly only?: readonly [column: string, value: string]
}

/**
 * The tables of a recovery and the forms of their columns. They travel between sites, engines and versions, so
 * they are part of the contract.
 */
export const RECOVERED_TABLES = {
  objects: {
    key: ['sha256'],
    text: ['kind', 'created_at'],
    nullableText: ['topic_id', 'entry_id', 'owner_id'],
    integers: ['size'],
  },
  topics: {
    key: ['id'],
    text: ['title', 'summary', 'visibility', 'policy_hash', 'created_at'],
    nullableText: ['profile'],
    later: ['profile'],
    former: ['last_published_at'],
  },
  policies: {
    key: ['policy_hash'],
    text: ['topic_id', 'review_focuses', 'publication_modes', 'created_at', 'created_by'],
    nullableText: ['previous_hash'],
    integers: ['evidence_ttl_days', 'minimum_evidence'],
    lists: ['review_focuses', 'publication_modes'],
  },
  visibility_changes: {
    key: ['change_id'],
    text: ['topic_id', 'changed_at', 'changed_by', 'from_visibility', 'to_visibility', 'reason'],
    nullableText: ['from_profile', 'to_profile'],
    later: ['from_profile', 'to_profile'],
    integers: ['position'],
  },
  identities: {
    key: ['identity_id'],
    text: ['participant_id', 'enrollment', 'label', 'created_at'],
  },
  tokens: {
    key: ['token_id'],
    text: ['identity_id', 'label', 'scopes', 'issued_at', 'expires_at'],
    nullableText: [
      'preset',
      'topic_grants',
      'review_grants',
      'issued_by',
      'revoked_at',
      'revoke_reason',
      'last_used_at',
    ],
    lists: ['scopes', 'topic_grants', 'review_grants'],
  },
  proposals: {
    key: ['proposal_hash'],
    text: [
      'topic_id',
      'entry_id',
      'author_id',
      'document_kind',
      'title',
      'summary',
      'path',
      'state',
      'created_at',
    ],
    nullableText: [
      'parent_hash',
      'task_id',
      'reason',
      'decided_by',
      'decided_at',
      'candidate_hash',
      'definition_hash',
    ],
    nullableIntegers: ['task_generation'],
  },
  candidates: {
    key: ['candidate_hash'],
    text: [
      'proposal_hash',
      'topic_id',
      'entry_id',
      'author_id',
      'finalizer_id',
      'path',
      'state',
      'created_at',
    ],
    nullableText: ['parent_hash'],
  },
  publications: {
    key: ['publication_hash'],
    text: ['content_hash', 'entry_id', 'topic_id', 'mode', 'published_at', 'published_by'],
    nullableText: ['previous_head'],
  },
  suggestions: {
    key: ['suggestion_id'],
    text: [
      'suggestion_hash',
      'topic_id',
      'kind',
      'question',
      'motivation',
      'related_hashes',
      'resolution_state',
      'triage_state',
      'created_at',
      'created_by',
    ],
    nullableText: ['parent_hash', 'resolution_hash', 'task_id', 'created_label', 'triaged_at'],
    later: ['triaged_at'],
    lists: ['related_hashes'],
  },
  tasks: {
    key: ['task_id'],
    text: ['kind', 'topic_id', 'title', 'brief', 'state', 'created_at', 'created_by'],
    nullableText: [
      'definition_hash',
      'suggestion_id',
      'candidate_hash',
      'focus',
      'entry_id',
      'content_hash',
      'holder_id',
      'lease_until',
      'artifact_hash',
      'closed_at',
    ],
    integers: ['generation'],
  },
  task_prerequisites: { key: ['task_id', 'prerequisite_id'], integers: ['position'] },
  definitions: {
    key: ['definition_hash'],
    text: ['task_id', 'title', 'brief', 'created_at', 'created_by'],
    nullableText: ['previous_hash'],
  },
  resolutions: {
    key: ['resolution_hash'],
    text: [
      'suggestion_id',
      'topic_id',
      'state',
      'reason',
      'fixed_hashes',
      'decided_by',
      'decided_label',
      'decided_at',
    ],
    nullableText: ['previous_hash', 'duplicate_of'],
    integers: ['position'],
    lists: ['fixed_hashes'],
  },
  retirements: {
    key: ['retirement_hash'],
    text: [
      'content_hash',
      'entry_id',
      'topic_id',
      'state',
      'reason',
      'replacement_hashes',
      'decided_by',
      'decided_label',
      'decided_at',
    ],
    nullableText: ['previous_hash'],
    integers: ['position'],
    lists: ['replacement_hashes'],
  },
  feedback: {
    key: ['feedback_id'],
    text: [
      'suggestion_id',
      'identity_id',
      'target_hash',
      'entry_id',
      'topic_id',
      'title',
      'comment',
      'received_at',
    ],
  },
  signal_reports: {
    key: ['identity_id', 'entry_id', 'day', 'target_hash'],
    text: ['report_id', 'topic_id', 'received_at', 'updated_at', 'last_event_id'],
    nullableText: ['value', 'comment'],
  },
  signal_events: {
    key: ['occurred_at', 'event_id'],
    text: ['report_id', 'topic_id', 'event'],
    nullableText: ['value', 'previous_value', 'meaning', 'comment'],
  },
  allowance_days: { key: ['identity_id', 'day'], integers: ['commands', 'signals', 'feedback'] },
  // Those of networks are made from addresses, and worth nothing after their hour.
  registration_counts: {
    key: ['period', 'subject'],
    integers: ['registrations'],
    only: ['subject', 'site'],
  },
  review_plans: {
    key: ['plan_id'],
    text: ['candidate_hash', 'topic_id', 'policy_hash', 'focuses', 'created_by', 'created_at'],
    nullableText: ['completed_at'],
    lists: ['focuses'],
  },
  reviews: {
    key: ['review_hash'],
    text: ['task_id', 'candidate_hash', 'topic_id', 'focus', 'reviewer_id', 'verdict', 'created_at'],
    integers: ['blockers'],
  },
  evidence: {
    key: ['evidence_id'],
    text: [
      'evidence_hash',
      'candidate_hash',
      'topic_id',
      'method',
      'checked_at',
      'expires_at',
      'submitted_by',
      'created_at',
    ],
    nullableText: ['challenge_selector', 'challenge_reason', 'challenged_by', 'challenged_at'],
    integers: ['is_sound'],
  },
  idempotency: {
    key: ['key_hash'],
    text: ['input_hash', 'body', 'created_at'],
    nullableText: ['expires_at'],
    integers: ['status'],
  },
  audit: {
    key: ['at', 'audit_id'],
    text: ['actor_id', 'actor_label', 'action'],
    nullableText: ['target', 'topic_id', 'reason'],
  },
} as const satisfies Record<string, RecoveredTable>

/** The name of a recovered table. */
export type RecoveredName = keyof typeof RECOVERED_TABLES

/** Whether a recovery restores a table of this name. */
export function isRecovered(name: string): name is RecoveredName {
  return Object.hasOwn(RECOVERED_TABLES, name)
}

/** The versions of the tables that a snapshot may have been captured from: `schema_version` of a manifest. */
export const RECOVERED_SCHEMAS = { oldest: 8, newest: 24 } as const

/** What a backup holds: version 2. */
export interface RecoveryManifest {
  readonly version: 2
  readonly schema_version: number
  readonly created_at: string
  /** Each leads to the first page of its index. */
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly index: string }[]
  /** Those that the catalogue of objects lists. */
  readonly blobs: { readonly count: number; readonly bytes: number }
}

/** What no restore accepts in a manifest, in words that follow its name; null where there is nothing. */
export function faultOfManifest({ schema_version, tables, blobs }: RecoveryManifest): string | null {
  const { oldest, newest } = RECOVERED_SCHEMAS
  if (schema_version > newest)
    return `is of schema version ${schema_version}, and this Colophon knows those up to ${newest}: use a newer one`
  if (schema_version < oldest)
    return `is of schema version ${schema_version}, and none before ${oldest} was ever captured`
  const rows = new Map(tables.map((table) => [table.name, table.rows]))
  if (rows.size !== tables.length) return 'names a table twice'
  for (const name of rows.keys())
    if (!isRecovered(name)) return `names the table ${name}, which is not recovered`
  for (const name of Object.keys(RECOVERED_TABLES)) if (!rows.has(name)) return `lacks the table ${name}`
  if (rows.get('objects') !== blobs.count)
    return `counts ${blobs.count} blobs and ${rows.get('objects')} objects`
  return null
}
