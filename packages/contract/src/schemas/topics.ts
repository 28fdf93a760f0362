import {
  Count,
  component,
  EntryPath,
  explained,
  Hash,
  Mode,
  nullable,
  Timestamp,
  TopicProfile,
  TopicSlug,
  Uuid,
  Visibility,
} from '../fields.ts'
import { HEALTH_LIMITS } from '../limits.ts'
import { Type } from '../schema.ts'

/** The entry that says what a topic expects of authors. */
export const ContributionStandard = component('ContributionStandard', {
  entry_id: Uuid,
  content_hash: Hash,
  path: EntryPath,
  title: Type.String(),
})

/** A topic as readers see it. */
export const Topic = component('Topic', {
  id: TopicSlug,
  title: Type.String(),
  summary: Type.String(),
  visibility: Visibility,
  profile: nullable(TopicProfile),
  policy_hash: Hash,
  contribution_standard: nullable(ContributionStandard),
  published_counts: component('PublishedCounts', {
    total: Count,
    other_entries: Count,
    reviewed: Count,
  }),
  created_at: Timestamp,
})

/** What a topic asks for before it publishes. */
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

/** One change of who reads a topic, or of its profile. */
export const VisibilityChange = component('VisibilityChange', {
  changed_at: Timestamp,
  changed_by: Type.String(),
  from: Visibility,
  to: Visibility,
  from_profile: nullable(TopicProfile),
  to_profile: nullable(TopicProfile),
  reason: Type.String(),
})

const HealthList = component('HealthList', {
  count: explained(Count, `Up to ${HEALTH_LIMITS.counted}.`),
  items: Type.Array(
    component('HealthItem', {
      entry_id: Uuid,
      content_hash: Hash,
      path: EntryPath,
      title: Type.String(),
      since: Timestamp,
    }),
    { maxItems: HEALTH_LIMITS.shown },
  ),
})

/** The current entries of a topic that are worth a look: each under one word, and since when it is so. */
export const TopicHealth = component('TopicHealth', {
  topic_id: TopicSlug,
  as_of: Timestamp,
  due: HealthList,
  challenged: HealthList,
  retired: HealthList,
})
