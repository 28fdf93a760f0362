import type { AnswerOf, Operations } from '@colophon/contract'
import { cachedQuery } from '../storage/cached-query.ts'
import { insertRow, preparedQuery } from '../storage/portable.ts'
import type { PolicyRow } from '../storage/rows/topics.ts'

type PolicyView = AnswerOf<Operations['getPolicy']>

const byHash = preparedQuery<{ hash: string }>()((db, p) =>
  db.selectFrom('policies').selectAll().where('policy_hash', '=', p('hash')),
)
export const findPolicy = cachedQuery(byHash)

export const addPolicy = insertRow('policies', {
  policy_hash: true,
  topic_id: true,
  previous_hash: true,
  evidence_ttl_days: true,
  review_focuses: true,
  minimum_evidence: true,
  publication_modes: true,
  created_at: true,
  created_by: true,
})

export function policyView(row: PolicyRow): PolicyView {
  return {
    topic_id: row.topic_id,
    policy_hash: row.policy_hash,
    previous_hash: row.previous_hash,
    evidence_ttl_days: row.evidence_ttl_days,
    review_focuses: JSON.parse(row.review_focuses) as string[],
    minimum_evidence: row.minimum_evidence,
    publication_modes: JSON.parse(row.publication_modes) as PolicyView['publication_modes'],
    created_at: row.created_at,
  }
}
