import type { Api } from '../../pages/api.ts'
import { candidateAddress } from '../candidates/candidate-words.ts'
import { confirmPage } from '../confirm-page.ts'
import { type ConsoleVisit, consoleForm, isCuratorOf } from '../definitions.ts'
import { reasonField } from '../fields.ts'
import type { Notice } from '../notices.ts'
import { bothButton, doSecond } from '../second-act.ts'
import { submissionAddress } from './submission-words.ts'

const withdrawForm = consoleForm({
  operation: 'withdrawSubmission',
  path: '/console/submissions/:proposal_hash/withdraw',
  fields: [],
  done: ({ proposal_hash }) => ({ to: submissionAddress(proposal_hash), notice: 'withdrawn' }),
})

const finalizeForm = consoleForm({
  operation: 'finalizeSubmission',
  path: '/console/submissions/:proposal_hash/finalize',
  fields: [],
  async done({ candidate_hash }, { api }, typed) {
    const isPlanned = await doSecond(typed, (idempotencyKey) =>
      api.call('createReviewPlan', { params: { candidate_hash }, idempotencyKey }),
    )
    return { to: candidateAddress(candidate_hash), notice: finalizedNotice(isPlanned) }
  },
})

function finalizedNotice(isPlanned: boolean | null): Notice {
  if (isPlanned === null) return 'finalized'
  return isPlanned ? 'finalized_planned' : 'finalized_alone'
}

export const withdrawPage = confirmPage(withdrawForm, async (visit) => ({
  title: 'Withdraw this proposal?',
  consequence: 'Nobody can decide on it any more. Its bytes stay; to bring it back, submit it again.',
  back: await backTo(visit),
  filling: { button: 'Withdraw it' },
}))

export const finalizePage = confirmPage(finalizeForm, async (visit) => {
  const { proposal_hash = '' } = visit.params
  const { title, topic_id } = await visit.api.call('getSubmission', { params: { proposal_hash } })
  const focuses = isCuratorOf(visit.me, topic_id) ? await focusesOf(visit.api, topic_id) : []
  const reviews =
    focuses.length === 0
      ? 'This publishes nothing and requests no review yet.'
      : `This publishes nothing. You can ask for its reviews at once, one for each focus of the policy: ${focuses.join(', ')}.`
  return {
    title: 'Accept this proposal?',
    consequence: `Its bytes become a candidate under your name, and never change. ${reviews}`,
    back: { to: submissionAddress(proposal_hash), words: title },
    filling: {
      button: 'Accept it',
      buttons: focuses.length === 0 ? null : bothButton(visit, 'Accept it and ask for reviews'),
    },
  }
})

async function focusesOf(api: Api, topic: string): Promise<readonly string[]> {
  return (await api.call('getPolicy', { params: { id: topic } })).review_focuses
}

async function backTo({ api, params: { proposal_hash = '' } }: ConsoleVisit) {
  const { title } = await api.call('getSubmission', { params: { proposal_hash } })
  return { to: submissionAddress(proposal_hash), words: title }
}

const declineForm = consoleForm({
  operation: 'declineSubmission',
  path: '/console/submissions/:proposal_hash/decline',
  fields: [reasonField('Its author reads it.')],
  done: ({ proposal_hash }) => ({ to: submissionAddress(proposal_hash), notice: 'submission_declined' }),
})

export const declinePage = confirmPage(declineForm, async ({ api, params: { proposal_hash = '' } }) => {
  const { title, author } = await api.call('getSubmission', { params: { proposal_hash } })
  return {
    title: 'Decline this proposal?',
    consequence: `${author} reads your reason, and may submit another. The bytes of this one stay.`,
    back: { to: submissionAddress(proposal_hash), words: title },
    filling: { button: 'Decline it' },
  }
})
