import { confirmPage } from '../confirm-page.ts'
import { consoleForm } from '../definitions.ts'
import { candidateAddress } from './candidate-words.ts'

const planForm = consoleForm({
  operation: 'createReviewPlan',
  path: '/console/candidates/:candidate_hash/review-plan',
  fields: [],
  done: ({ candidate_hash }) => ({ to: candidateAddress(candidate_hash), notice: 'review_planned' }),
})

export const reviewPlanPage = confirmPage(planForm, async ({ door, params: { candidate_hash = '' } }) => {
  const { title, topic_id } = await door.call('getCandidate', { params: { candidate_hash } })
  const { review_focuses } = await door.call('getPolicy', { params: { id: topic_id } })
  return {
    title: 'Ask for reviews?',
    consequence: `One review task is opened for each focus of the policy: ${review_focuses.join(', ')}. A candidate has one plan.`,
    back: { to: candidateAddress(candidate_hash), words: title },
    filling: { button: 'Open the review tasks' },
  }
})
