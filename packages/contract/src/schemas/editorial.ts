import {
  component,
  DocumentKind,
  EntryPath,
  Hash,
  Mode,
  nullable,
  oneOf,
  Timestamp,
  TopicSlug,
  Uuid,
} from '../fields.ts'
import { Type } from '../type.ts'
import { frontMatter } from './reading.ts'
import { Coverage, ReviewPlanView } from './reviewing.ts'

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
  ...frontMatter,
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
