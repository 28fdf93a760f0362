import {
  component,
  EntryPath,
  Freshness,
  Hash,
  Mode,
  nullable,
  Timestamp,
  TopicSlug,
  Uuid,
} from '../fields.ts'
import { SKILL_LIMITS } from '../limits.ts'
import { Type } from '../schema.ts'

/** An article of a topic that publishes skills, as a skill. */
export const Skill = component('Skill', {
  uri: Type.String({ description: 'For MCP: `skill://<host>/<topic>/<name>/SKILL.md`.' }),
  name: Type.String({
    maxLength: SKILL_LIMITS.nameCharacters,
    description: 'The last part of the path. Two topics may have skills of one name.',
  }),
  description: Type.String({ description: 'The summary of the article.' }),
  license: nullable(
    Type.String({ description: 'The licence of the texts of the site, where it names one.' }),
  ),
  topic_id: TopicSlug,
  entry_id: Uuid,
  path: EntryPath,
  title: Type.String(),
  content_hash: Hash,
  publication_hash: Hash,
  mode: Mode,
  freshness: Freshness,
  published_at: Timestamp,
  reviewed_for: Type.Array(Type.String(), {
    description: 'What its reviewers looked at, where it was reviewed; never who they are.',
  }),
  evidence_until: nullable(
    Type.String({
      format: 'date-time',
      description: 'When the first row of its evidence that counts now expires; null: none counts.',
    }),
  ),
  sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description:
      'Of the bytes of `SKILL.md`. They follow from the article, its publication, the licence and the freshness; a change of any of these is another hash.',
  }),
  size: Type.Integer({ minimum: 1, description: 'Bytes of `SKILL.md`.' }),
})
