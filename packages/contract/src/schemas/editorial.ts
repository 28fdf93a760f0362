import { CHECK_LEVELS, CHECK_RULES, type CheckRule } from '../checks.ts'
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
import { type Static, Type } from '../schema.ts'
import { frontMatter } from './reading.ts'
import { Coverage, ReviewPlanView } from './reviewing.ts'

const RULE_NAMES = Object.keys(CHECK_RULES) as CheckRule[]
const RULE_WORDS = Object.entries(CHECK_RULES).map(([name, meaning]) => `- \`${name}\`: ${meaning}`)

/** What a rule found in a text. It advises and refuses nothing; its words are the service's, never the author's. */
export const Check = component('Check', {
  rule: oneOf(RULE_NAMES, RULE_WORDS.join('\n')),
  level: oneOf(
    [...CHECK_LEVELS],
    '`warning`: look at it before the text is accepted. `notice`: worth knowing, and often harmless.',
  ),
  message: Type.String({ description: 'One sentence, in which nothing of the text is repeated.' }),
  line: nullable(
    Type.Integer({
      minimum: 1,
      description: 'Of the body, from 1; null for what is beside the body, such as the title.',
    }),
  ),
})
export type Check = Static<typeof Check>

const checks = Type.Array(Check, {
  description: 'What a reviewer should look at. Nothing depends on it.',
})
const checksOfOne = nullable(
  Type.Array(Check, {
    description:
      'What a reviewer should look at. Nothing depends on it. null where the text was not looked at: in lists, and in the answer to a decision on a submission.',
  }),
)

/** A proposed revision, and what became of it. */
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
  checks: checksOfOne,
})

/** The answer to a submission. */
export const SubmissionReceipt = component('SubmissionReceipt', {
  proposal_hash: Hash,
  topic_id: TopicSlug,
  entry_id: Uuid,
  state: oneOf(['submitted']),
  checks,
})

/** A submission that was accepted for publication: its bytes are those of the revision. */
export const Candidate = component('Candidate', {
  candidate_hash: Hash,
  ...frontMatter,
  state: oneOf(['finalized', 'in_review', 'reviewed', 'published']),
  review_plan: nullable(ReviewPlanView),
  coverage: Coverage,
  checks: checksOfOne,
})

/** The answer to a publication. */
export const PublicationReceipt = component('PublicationReceipt', {
  publication_hash: Hash,
  content_hash: Hash,
  entry_id: Uuid,
  path: EntryPath,
  mode: Mode,
  published_at: Timestamp,
})
