import { candidateAddress } from '../candidates/candidate-words.ts'
import { confirmPage } from '../confirm-page.ts'
import { type ConsoleVisit, consoleForm } from '../definitions.ts'
import { reasonField } from '../fields.ts'
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
  done: ({ candidate_hash }) => ({ to: candidateAddress(candidate_hash), notice: 'finalized' }),
})

export const withdrawPage = confirmPage(withdrawForm, async (visit) => ({
  title: 'Withdraw this proposal?',
  consequence: 'Nobody can decide on it any more. Its bytes stay; to bring it back, submit it again.',
  back: await backTo(visit),
  filling: { button: 'Withdraw it' },
}))

export const finalizePage = confirmPage(finalizeForm, async (visit) => ({
  title: 'Accept this proposal?',
  consequence:
    'Its bytes become a candidate under your name, and never change. This publishes nothing and requests no review yet.',
  back: await backTo(visit),
  filling: { button: 'Accept it' },
}))

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
