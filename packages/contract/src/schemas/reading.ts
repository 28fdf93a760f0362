import {
  component,
  DocumentKind,
  EntryPath,
  Freshness,
  Hash,
  Mode,
  nullable,
  oneOf,
  RetirementState,
  Timestamp,
  TopicSlug,
  Uuid,
} from '../fields.ts'
import { SEARCH_LIMITS } from '../limits.ts'
import { type Static, Type } from '../schema.ts'

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

/** What a revision says of its entry in its front matter. */
export const revisionFields = {
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

/** All of the front matter: what is asked for is a revision, not the entry that has it. */
export const frontMatter = {
  kind: oneOf(['candidate']),
  format_version: Type.Integer(),
  ...revisionFields,
}

/** What to read in the place of a retired revision. */
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

/** An entry with the front matter of its head. */
export const Entry = component('Entry', {
  ...revisionFields,
  status: oneOf(['published', 'retired', 'unlisted']),
  content_hash: Hash,
  publication_hash: Hash,
  mode: Mode,
  without_prior_review: Type.Boolean({ description: 'True for ever unless the mode is `reviewed`.' }),
  published_at: Timestamp,
  aliases: Type.Array(EntryPath, { description: 'The paths that the entry had before.' }),
  freshness: Freshness,
  reference: Reference,
  retirement: nullable(Tombstone),
})

/** What lists show of an entry. */
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
  freshness: Freshness,
}
/** An entry in a list. */
export const IndexItem = component('IndexItem', indexFields)

/** Whether every meaningful word of a query must match, or one is enough. */
export const SearchMatch = oneOf(['all', 'most'])

/** An entry that a search found. */
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
  missing_terms: Type.Array(Type.String(), {
    description: 'The words of the query that the entry lacks, as sent and in their order.',
  }),
})

/** A page of what a search found. */
export const SearchPage = component('SearchPage', {
  query: Type.String({ description: 'As sent.' }),
  match: SearchMatch,
  excerpt_format: oneOf(['plain_text']),
  items: Type.Array(SearchItem),
  next_cursor: nullable(Type.String({ description: 'Follow unchanged; null at the end.' })),
  suggestions: Type.Array(Type.String(), {
    description: 'Other queries that find something; only when this one found nothing, and never applied.',
  }),
})

/** A published revision in the list of its entry. */
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
  ...frontMatter,
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

/** Where a cited revision stands. */
export const CitationStatus = component('CitationStatus', {
  sha256: Hash,
  state: oneOf(
    ['current', 'superseded', 'retired', 'unknown'],
    '`current`: the head of its entry. `superseded`: a later revision was published. `retired`: this exact revision was. `unknown`: no published revision that the caller can read.',
  ),
  entry_id: nullable(Uuid),
  head_hash: nullable(Hash),
  path: nullable({ ...EntryPath, description: 'Of the entry now.' }),
  title: nullable(Type.String({ description: 'Of this revision.' })),
  replacements: Type.Array(Replacement, { description: 'Of a retired revision: what to cite in its place.' }),
  freshness: Freshness,
})

/** Where each of the cited revisions stands. */
export const CitationStatuses = component('CitationStatuses', {
  items: Type.Array(CitationStatus, {
    description: 'One for each hash, in the order in which they were sent.',
  }),
  next_cursor: Type.Null({ description: 'There is no other page.' }),
})

/** How one revision of an entry became another. */
export const RevisionDiff = component('RevisionDiff', {
  entry_id: Uuid,
  from: Hash,
  to: Hash,
  unified: Type.String({
    description: 'Unified diff of the bodies, in lines; empty where they are the same.',
  }),
  coarse: Type.Boolean({
    description: 'Too much changed to be compared line by line: one block takes the place of another.',
  }),
  fields: Type.Array(
    component('ChangedField', {
      field: Type.String({ description: 'A key of the front matter; those that are the same are left out.' }),
      from: Type.Unknown(),
      to: Type.Unknown(),
    }),
  ),
  sections: Type.Array(
    component('ComparedSection', {
      heading: nullable(Type.String({ description: 'Plain text; null for what stands before the first.' })),
      level: Type.Integer({ minimum: 0, maximum: 6 }),
      state: oneOf(['added', 'removed', 'changed', 'same']),
      line: Type.Integer({
        minimum: 1,
        description:
          'Where it begins in the later body, or in the earlier one where it was removed: lines from 1.',
      }),
    }),
  ),
})
