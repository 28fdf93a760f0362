import type { Static, TSchema } from 'typebox'
import {
  Count,
  component,
  DocumentKind,
  Enrollment,
  EntryPath,
  Hash,
  Mode,
  nullable,
  oneOf,
  Preset,
  RetirementState,
  Scope,
  Timestamp,
  TopicSlug,
  Uuid,
  Visibility,
} from './fields.ts'
import { LIST_LIMITS, SEARCH_LIMITS } from './limits.ts'
import { Coverage, ReviewPlanView } from './review-schemas.ts'
import { Type } from './type.ts'

/** A page of a list. */
export function page<S extends TSchema>(title: string, item: S) {
  return component(title, {
    items: Type.Array(item),
    next_cursor: nullable(Type.String({ description: 'Follow unchanged; null at the end.' })),
  })
}

/** The two parameters of every list, beside its filters. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LIST_LIMITS.largestPage, default: LIST_LIMITS.defaultPage }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 4000, description: '`next_cursor` of the page before.' })),
}

/** A filter that names a topic; one that is not readable gives an empty list. */
export const topicFilter = { topic: Type.Optional(TopicSlug) }

/** A citation of an exact revision (`service`) or of something outside (`url`). */
export const Reference = component('Reference', {
  kind: oneOf(['service', 'url']),
  entry_id: nullable(Uuid),
  path: nullable(Type.String()),
  title: nullable(Type.String()),
  sha256: nullable(Hash),
  relation: nullable(Type.String({ description: 'For example `related_to`.' })),
  selection: nullable(Type.String({ description: 'For example `latest_at_check`.' })),
  checked_at: nullable(Timestamp),
  revision_created_at: nullable(Timestamp),
  note: nullable(Type.String()),
  url: nullable(Type.String()),
})
export type Reference = Static<typeof Reference>

export const ContributionStandard = component('ContributionStandard', {
  entry_id: Uuid,
  content_hash: Hash,
  path: EntryPath,
  title: Type.String(),
})

export const Topic = component('Topic', {
  id: TopicSlug,
  title: Type.String(),
  summary: Type.String(),
  visibility: Visibility,
  policy_hash: Hash,
  contribution_standard: nullable(ContributionStandard),
  published_counts: component('PublishedCounts', {
    total: Count,
    other_entries: Count,
    reviewed: Count,
  }),
  created_at: Timestamp,
})

export const Policy = component('Policy', {
  topic_id: TopicSlug,
  policy_hash: Hash,
  previous_hash: nullable(Hash),
  evidence_ttl_days: Count,
  review_focuses: Type.Array(Type.String()),
  minimum_evidence: Count,
  publication_modes: Type.Array(Mode),
  created_at: Timestamp,
})

export const VisibilityChange = component('VisibilityChange', {
  changed_at: Timestamp,
  changed_by: Type.String(),
  from: Visibility,
  to: Visibility,
  reason: Type.String(),
})

const revisionFields = {
  accepted_by: Type.String(),
  author: Type.String(),
  created_at: Timestamp,
  document_kind: DocumentKind,
  entry_id: Uuid,
  parent_hash: nullable(Hash),
  path: EntryPath,
  policy_hash: Hash,
  proposal_hash: Hash,
  references: Type.Array(Reference),
  summary: Type.String(),
  title: Type.String(),
  topic_id: TopicSlug,
  applicability: nullable(Type.String()),
  observed_at: nullable(Timestamp),
  refresh_after: nullable(Timestamp),
}

export const Replacement = component('Replacement', {
  content_hash: Hash,
  entry_id: Uuid,
  path: EntryPath,
  title: Type.String(),
})

/** What is shown in the place of a retired head. */
export const Tombstone = component('Tombstone', {
  retirement_hash: Hash,
  reason: Type.String(),
  retired_at: Timestamp,
  replacements: Type.Array(Replacement),
})

export const Entry = component('Entry', {
  ...revisionFields,
  status: oneOf(['published', 'retired', 'unlisted']),
  content_hash: Hash,
  publication_hash: Hash,
  mode: Mode,
  without_prior_review: Type.Boolean({ description: 'True for ever unless the mode is `reviewed`.' }),
  published_at: Timestamp,
  aliases: Type.Array(EntryPath, { description: 'The paths that the entry had before.' }),
  reference: Reference,
  retirement: nullable(Tombstone),
})

export const indexFields = {
  entry_id: Uuid,
  topic_id: TopicSlug,
  path: EntryPath,
  content_hash: Hash,
  publication_hash: Hash,
  mode: Mode,
  without_prior_review: Type.Boolean(),
  document_kind: DocumentKind,
  title: Type.String(),
  summary: Type.String(),
  created_at: Timestamp,
  published_at: Timestamp,
  observed_at: nullable(Timestamp),
  refresh_after: nullable(Timestamp),
}
export const IndexItem = component('IndexItem', indexFields)

export const SearchItem = component('SearchItem', {
  ...indexFields,
  excerpt: Type.String({
    maxLength: SEARCH_LIMITS.excerptCharacters,
    description: 'Plain text of the body around the best match.',
  }),
  score: Type.Number({ description: 'Base relevance times the factors of `ranking_adjustments`.' }),
  ranking_adjustments: Type.Array(
    component('RankingAdjustment', {
      name: oneOf(['exact_match', 'title_match', 'path_match', 'reviewed', 'refresh_due']),
      factor: Type.Number(),
    }),
  ),
})

export const SearchPage = component('SearchPage', {
  query: Type.String({ description: 'As sent.' }),
  excerpt_format: oneOf(['plain_text']),
  items: Type.Array(SearchItem),
  next_cursor: nullable(Type.String({ description: 'Follow unchanged; null at the end.' })),
  suggestions: Type.Array(Type.String(), {
    description: 'Other queries that find something; only when this one found nothing, and never applied.',
  }),
})

export const Revision = component('Revision', {
  content_hash: Hash,
  parent_hash: nullable(Hash),
  publication_hash: Hash,
  mode: Mode,
  without_prior_review: Type.Boolean(),
  published_at: Timestamp,
  title: Type.String(),
  path: EntryPath,
  retirement_state: RetirementState,
})

const Publication = component('PublicationOfRevision', {
  publication_hash: Hash,
  mode: Mode,
  published_at: Timestamp,
})

/** A revision: its front matter as top-level keys, and where it stands. */
export const RevisionObject = component('RevisionObject', {
  sha256: Hash,
  kind: oneOf(['candidate']),
  format_version: Type.Integer(),
  ...revisionFields,
  is_head: Type.Boolean(),
  retirement_state: RetirementState,
  publications: Type.Array(Publication),
  reference: Reference,
})

/** Every object that is no revision. */
export const PlainObject = component('PlainObject', {
  sha256: Hash,
  kind: oneOf([
    'proposal',
    'publication',
    'retirement',
    'policy',
    'definition',
    'suggestion',
    'resolution',
    'review',
    'evidence',
  ]),
  topic_id: nullable(TopicSlug),
  created_at: Timestamp,
})

export const Submission = component('Submission', {
  proposal_hash: Hash,
  topic_id: TopicSlug,
  entry_id: Uuid,
  kind: DocumentKind,
  title: Type.String(),
  summary: Type.String(),
  path: EntryPath,
  expected_parent_hash: nullable(Hash),
  task_id: nullable(Uuid),
  task_generation: nullable(Type.Integer()),
  state: oneOf(['submitted', 'finalized', 'declined', 'withdrawn']),
  reason: nullable(Type.String()),
  candidate_hash: nullable(Hash),
  author: Type.String(),
  created_at: Timestamp,
  decided_at: nullable(Timestamp),
})

export const SubmissionReceipt = component('SubmissionReceipt', {
  proposal_hash: Hash,
  topic_id: TopicSlug,
  entry_id: Uuid,
  state: oneOf(['submitted']),
})

export const Candidate = component('Candidate', {
  candidate_hash: Hash,
  ...revisionFields,
  state: oneOf(['finalized', 'in_review', 'reviewed', 'published']),
  review_plan: nullable(ReviewPlanView),
  coverage: Coverage,
})

export const PublicationReceipt = component('PublicationReceipt', {
  publication_hash: Hash,
  content_hash: Hash,
  entry_id: Uuid,
  path: EntryPath,
  mode: Mode,
  published_at: Timestamp,
})

export const Quota = component('Quota', {
  name: Type.String(),
  limit: Count,
  used: Count,
  resets_at: Timestamp,
})

export const Session = component('Session', {
  csrf_token: Type.String({ description: 'Send it as `X-CSRF-Token` with every write of the session.' }),
  expires_at: Timestamp,
})

export const SessionEnd = component('SessionEnd', { ended: Type.Boolean() })

const Grants = nullable(
  Type.Array(TopicSlug, { description: 'null: unrestricted within the enrollment; []: none.' }),
)

export const Me = component('Me', {
  identity_id: Uuid,
  label: Type.String(),
  enrollment: Enrollment,
  scopes: Type.Array(Scope),
  topic_grants: Grants,
  review_grants: Grants,
  access: component('AccessFlags', {
    can_signal: Type.Boolean(),
    can_send_feedback: Type.Boolean(),
    can_propose: Type.Boolean(),
    can_publish_direct: Type.Boolean(),
    can_review: Type.Boolean(),
    can_curate: Type.Boolean(),
    can_administer: Type.Boolean(),
  }),
  token_id: Uuid,
  expires_at: Timestamp,
  quotas: Type.Array(Quota),
})

const tokenFields = {
  token_id: Uuid,
  identity_id: Uuid,
  label: Type.String(),
  preset: nullable(Preset),
  scopes: Type.Array(Scope),
  topic_grants: Grants,
  review_grants: Grants,
  issued_at: Timestamp,
  expires_at: Timestamp,
  revoked_at: nullable(Timestamp),
  status: oneOf(['active', 'expired', 'revoked']),
}

export const Token = component('Token', {
  ...tokenFields,
  enrollment: Enrollment,
  last_used_at: nullable(Timestamp),
})

export const IssuedToken = component('IssuedToken', {
  token: nullable(Type.String({ description: 'The bearer, shown once; null in a replay.' })),
  ...tokenFields,
})

export const TokenPage = component('TokenPage', {
  items: Type.Array(Token),
  next_cursor: nullable(Type.String()),
  counts: component('TokenCounts', { active: Count, expired: Count, revoked: Count }),
})

export const Problem = component('Problem', {
  type: Type.String({ description: 'A page that explains the code.' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String({ description: '`urn:uuid:` and the request id.' }),
  code: Type.String(),
  request_id: Uuid,
  retryable: Type.Boolean(),
  errors: nullable(
    Type.Array(
      component('InvalidField', {
        location: oneOf(['body', 'query', 'path', 'header']),
        pointer: Type.String({ description: 'A JSON Pointer into the body, or the name of the parameter.' }),
        message: Type.String(),
      }),
    ),
  ),
  current: Type.Optional(
    Type.Unknown({ description: 'With a mismatch: the value to send, where the caller may see it.' }),
  ),
  quota: nullable(Type.String()),
  limit: nullable(Type.Integer()),
  resets_at: nullable(Timestamp),
  missing: Type.Optional(Type.Array(Hash)),
})
export type Problem = Static<typeof Problem>
