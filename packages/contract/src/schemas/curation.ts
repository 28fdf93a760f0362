import {
  Count,
  component,
  EntryPath,
  Hash,
  Mode,
  nullable,
  oneOf,
  RetirementState,
  Timestamp,
  TopicSlug,
  Uuid,
} from '../fields.ts'
import { Type } from '../schema.ts'

/** Whether a suggestion is settled. */
export const ResolutionState = oneOf(['open', 'resolved', 'duplicate'])
/** Whether a curator has taken up a suggestion. */
export const TriageState = oneOf(['untriaged', 'accepted', 'declined'])
/** Which way a lineage is followed. */
export const LineageDirection = oneOf(['ancestors', 'descendants', 'both'])

/** A question or a wish that readers and authors leave for the curators. */
export const Suggestion = component('Suggestion', {
  suggestion_id: Uuid,
  suggestion_hash: Hash,
  topic_id: TopicSlug,
  kind: oneOf(['discussion', 'research', 'correction', 'article_feedback']),
  question: Type.String(),
  motivation: Type.String(),
  related_hashes: Type.Array(Hash),
  parent_hash: nullable(Hash),
  resolution_state: ResolutionState,
  resolution_hash: nullable(Hash),
  triage_state: TriageState,
  task_id: nullable(Uuid),
  created_at: Timestamp,
  created_by: Type.String({
    description: 'Label of the identity that made it; for a reader, the pseudonym.',
  }),
})

const decisionFields = {
  resolution_hash: Hash,
  previous_hash: nullable(Hash),
  state: ResolutionState,
  reason: Type.String(),
  fixed_hashes: Type.Array(Hash),
}

/** A decision on a suggestion, which replaces the one before. */
export const Resolution = component('Resolution', {
  suggestion_id: Uuid,
  ...decisionFields,
  duplicate_of: nullable(Uuid),
  decided_by: Type.String(),
  decided_at: Timestamp,
})

/** A page of decisions; what is private to the curators is left out of a reader's own view. */
export const ResolutionPage = component('ResolutionPage', {
  suggestion_id: Uuid,
  state: ResolutionState,
  resolution_hash: nullable(Hash),
  items: Type.Array(
    component('ResolutionDecision', {
      ...decisionFields,
      duplicate_of: Type.Optional(nullable(Uuid)),
      decided_by: Type.Optional(Type.String()),
      decided_at: Timestamp,
    }),
  ),
  next_cursor: nullable(Type.String({ description: 'Follow unchanged; null at the end.' })),
})

const retirementFields = {
  retirement_hash: Hash,
  previous_hash: nullable(Hash),
  state: RetirementState,
  reason: Type.String(),
  replacement_hashes: Type.Array(Hash),
  decided_by: Type.String(),
  decided_at: Timestamp,
}

/** A decision to retire a revision or to take it back, which replaces the one before. */
export const Retirement = component('Retirement', { content_hash: Hash, ...retirementFields })

/** A page of the decisions on one revision, and where they leave it. */
export const RetirementPage = component('RetirementPage', {
  content_hash: Hash,
  state: RetirementState,
  retirement_hash: nullable(Hash),
  items: Type.Array(component('RetirementRecord', retirementFields)),
  next_cursor: nullable(Type.String({ description: 'Follow unchanged; null at the end.' })),
})

/** What an object came from and what came of it. */
export const Lineage = component('Lineage', {
  root: Hash,
  direction: LineageDirection,
  depth: Count,
  nodes: Type.Array(
    component('LineageNode', {
      hash: Hash,
      kind: Type.String(),
      entry_id: nullable(Uuid),
      topic_id: nullable(TopicSlug),
      title: nullable(Type.String()),
      proposed_path: nullable(EntryPath),
      accepted_path: nullable(EntryPath),
      created_at: Timestamp,
    }),
  ),
  edges: Type.Array(
    component('LineageEdge', {
      type: oneOf([
        'revision_parent',
        'proposal_origin',
        'policy_parent',
        'definition_parent',
        'resolution_parent',
      ]),
      from: Type.String({ description: 'Hash of the child.' }),
      to: Type.String({ description: 'Hash of the parent.' }),
    }),
  ),
  aliases: Type.Array(
    component('LineageAlias', {
      path: EntryPath,
      entry_id: Uuid,
      bound_at: Timestamp,
      superseded_at: nullable(Timestamp),
    }),
  ),
  publications: Type.Array(
    component('LineagePublication', {
      publication_hash: Hash,
      content_hash: Hash,
      mode: Mode,
      published_at: Timestamp,
    }),
  ),
  edges_scanned: Count,
  truncated: Type.Boolean({
    description: 'Something within the depth was left out because of `limit` or of the scan bound.',
  }),
})
