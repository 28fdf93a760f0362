import {
  Hash,
  line,
  Mode,
  optional,
  strictObject,
  TopicProfile,
  TopicSlug,
  text,
  Visibility,
} from '../fields.ts'
import { FIELD_LIMITS, HEALTH_LIMITS } from '../limits.ts'
import { ADMINISTRATOR, operation, withScope } from '../operation.ts'
import { Type } from '../schema.ts'
import { page, pageQuery } from '../schemas/page.ts'
import { Policy, Topic, TopicHealth, VisibilityChange } from '../schemas/topics.ts'

/** Topics, their policies and their visibility. */
export const curation = {
  createTopic: operation({
    id: 'createTopic',
    method: 'POST',
    path: '/api/v1/topics',
    tag: 'curation',
    summary: 'Make a topic; it starts invited, with the default policy',
    access: ADMINISTRATOR,
    body: strictObject({
      id: TopicSlug,
      title: line(FIELD_LIMITS.titleCharacters),
      summary: line(FIELD_LIMITS.summaryCharacters),
    }),
    status: 201,
    answer: Topic,
    problems: ['already_exists'],
  }),
  setPolicy: operation({
    id: 'setPolicy',
    method: 'POST',
    path: '/api/v1/topics/{id}/policy',
    tag: 'curation',
    summary: 'Put a new policy in force; fields left out get their defaults',
    access: withScope('curate'),
    params: { id: 'topic' },
    body: strictObject({
      expected_policy_hash: Hash,
      evidence_ttl_days: optional(Type.Integer({ minimum: 1, maximum: FIELD_LIMITS.evidenceTtlDays })),
      review_focuses: optional(
        Type.Array(line(FIELD_LIMITS.focusCharacters), {
          minItems: 1,
          maxItems: FIELD_LIMITS.reviewFocuses,
          uniqueItems: true,
        }),
      ),
      minimum_evidence: optional(Type.Integer({ minimum: 0, maximum: FIELD_LIMITS.minimumEvidence })),
      publication_modes: optional(Type.Array(Mode, { uniqueItems: true })),
    }),
    status: 201,
    answer: Policy,
    problems: ['compare_and_set_mismatch'],
  }),
  changeVisibility: operation({
    id: 'changeVisibility',
    method: 'POST',
    path: '/api/v1/topics/{id}/visibility',
    tag: 'curation',
    summary:
      'Make a topic public or invited, and say whether its articles are skills, with an audited reason',
    access: withScope('curate'),
    params: { id: 'topic' },
    body: strictObject({
      expected_visibility: Visibility,
      visibility: Visibility,
      profile: optional(TopicProfile),
      reason: text(FIELD_LIMITS.reasonCharacters),
    }),
    significantNulls: ['profile'],
    status: 200,
    answer: Topic,
    problems: ['compare_and_set_mismatch', 'invalid_state'],
  }),
  getTopicHealth: operation({
    id: 'getTopicHealth',
    method: 'GET',
    path: '/api/v1/topics/{id}/health',
    tag: 'curation',
    summary: 'Read which current entries of a topic are due, challenged or retired',
    description: `For the curators of the topic. What waits longest comes first, what was retired last comes first; up to ${HEALTH_LIMITS.shown} of each are named.`,
    access: withScope('curate'),
    params: { id: 'topic' },
    status: 200,
    answer: TopicHealth,
  }),
  listVisibilityChanges: operation({
    id: 'listVisibilityChanges',
    method: 'GET',
    path: '/api/v1/topics/{id}/visibility',
    tag: 'curation',
    summary: 'List the audited changes of visibility and profile of a topic, newest first',
    access: withScope('curate'),
    params: { id: 'topic' },
    query: strictObject(pageQuery),
    status: 200,
    answer: page('VisibilityChangePage', VisibilityChange),
  }),
} as const
