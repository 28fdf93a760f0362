import { Hash, line, oneOf, optional, strictObject, TopicSlug, text, Uuid } from '../fields.ts'
import { FIELD_LIMITS } from '../limits.ts'
import { BEARER, INVITED, operation, withScope } from '../operation.ts'
import { Type } from '../schema.ts'
import { Resolution, ResolutionPage, ResolutionState, Suggestion, TriageState } from '../schemas/curation.ts'
import { page, pageQuery, topicFilter } from '../schemas/page.ts'
import { prerequisites, taskText } from '../schemas/tasks.ts'

/** Suggestions and the decisions on them. */
export const suggestions = {
  createSuggestion: operation({
    id: 'createSuggestion',
    method: 'POST',
    path: '/api/v1/suggestions',
    tag: 'curation',
    summary: 'Suggest something to the curators of a topic',
    access: withScope('propose'),
    names: { key: 'topic_id', resource: 'workplace' },
    body: strictObject({
      topic_id: TopicSlug,
      kind: oneOf(['discussion', 'research', 'correction']),
      question: line(FIELD_LIMITS.titleCharacters),
      motivation: text(FIELD_LIMITS.motivationCharacters),
      related_hashes: optional(Type.Array(Hash, { maxItems: FIELD_LIMITS.relatedHashes, uniqueItems: true })),
      parent_hash: optional(Hash),
    }),
    status: 201,
    answer: Suggestion,
  }),
  listSuggestions: operation({
    id: 'listSuggestions',
    method: 'GET',
    path: '/api/v1/suggestions',
    tag: 'curation',
    summary: 'List the suggestions of the topics that the caller has a grant for, newest first',
    description:
      'Feedback of readers (`article_feedback`) is among them for the curators of the topic alone.',
    access: INVITED,
    query: strictObject({
      ...topicFilter,
      kind: Type.Optional(oneOf(['discussion', 'research', 'correction', 'article_feedback'])),
      resolution_state: Type.Optional(ResolutionState),
      triage_state: Type.Optional(TriageState),
      ...pageQuery,
    }),
    status: 200,
    answer: page('SuggestionPage', Suggestion),
  }),
  getSuggestion: operation({
    id: 'getSuggestion',
    method: 'GET',
    path: '/api/v1/suggestions/{id}',
    tag: 'curation',
    summary: 'Read a suggestion',
    access: INVITED,
    params: { id: 'suggestion' },
    status: 200,
    answer: Suggestion,
  }),
  triageSuggestion: operation({
    id: 'triageSuggestion',
    method: 'POST',
    path: '/api/v1/suggestions/{id}/triage',
    tag: 'curation',
    summary: 'Accept a suggestion as research, or decline it; its resolution is another matter',
    access: withScope('curate'),
    params: { id: 'suggestion' },
    body: strictObject({
      expected_triage_state: TriageState,
      state: TriageState,
      reason: text(FIELD_LIMITS.reasonCharacters),
      /** With the state accepted: the research task that is opened. */
      task: optional(strictObject({ ...taskText, prerequisites })),
    }),
    status: 200,
    answer: Suggestion,
    problems: ['compare_and_set_mismatch', 'invalid_state'],
  }),
  listResolutions: operation({
    id: 'listResolutions',
    method: 'GET',
    path: '/api/v1/suggestions/{id}/resolution',
    tag: 'curation',
    summary: 'Read how far a suggestion is, with every decision, in the order of their hashes',
    description:
      'For invited credentials with a grant for the topic, and for the reader whose feedback it is, while the target is readable. A reader’s own view leaves out `duplicate_of` and `decided_by`.',
    access: BEARER,
    params: { id: 'decided_suggestion' },
    query: strictObject(pageQuery),
    status: 200,
    answer: ResolutionPage,
  }),
  resolveSuggestion: operation({
    id: 'resolveSuggestion',
    method: 'POST',
    path: '/api/v1/suggestions/{id}/resolution',
    tag: 'curation',
    summary: 'Decide on a suggestion: resolved, duplicate, or open (again)',
    description:
      '`resolved` names 1 to 10 published revisions of the same topic in `fixed_hashes`; `duplicate` names a primary suggestion of the same topic in `duplicate_of`; `open` may name fixes so far.',
    access: withScope('curate'),
    params: { id: 'suggestion' },
    body: strictObject({
      state: ResolutionState,
      expected_resolution_hash: optional(Hash),
      reason: text(FIELD_LIMITS.reasonCharacters),
      fixed_hashes: optional(Type.Array(Hash, { maxItems: FIELD_LIMITS.fixedHashes, uniqueItems: true })),
      duplicate_of: optional(Uuid),
    }),
    status: 201,
    answer: Resolution,
    problems: ['compare_and_set_mismatch'],
  }),
} as const
