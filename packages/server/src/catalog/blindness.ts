import { type Caller, hasGrant, hasScope, mayCurate } from '../core/authority.ts'

/** Where a review stands: what decides who may know its verdict. */
export interface ReviewStanding {
  topicId: string
  /** Of the candidate. */
  authorId: string
  reviewerId: string
  isPlanComplete: boolean
}

/**
 * Reviews are blind until their plan is complete: a reviewer knows own ones, the author none, even as a
 * curator, and other curators all. After that the verdicts are known to everybody who works on the topic.
 */
export function mayKnowVerdict(caller: Caller, standing: ReviewStanding): boolean {
  if (!hasGrant(caller, standing.topicId)) return false
  if (standing.isPlanComplete) return true
  if (standing.authorId === caller.identityId) return false
  return standing.reviewerId === caller.identityId || mayCurate(caller, standing.topicId)
}

/** The words of a review are for reviewers and curators, and for the author whom they help. */
export function mayReadReview(caller: Caller, standing: ReviewStanding): boolean {
  if (!mayKnowVerdict(caller, standing)) return false
  return hasScope(caller, 'review') || hasScope(caller, 'curate') || standing.authorId === caller.identityId
}
