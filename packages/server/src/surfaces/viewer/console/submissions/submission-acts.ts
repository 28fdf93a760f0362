import { candidateAddress } from '../candidates/candidate-words.ts'
import { confirmPage } from '../confirm-page.ts'
import { consoleForm, type SignedIn } from '../definitions.ts'
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
  consequence: 'Nobody decides on it any more. Its bytes stay; to bring it back, submit it again.',
  back: await backTo(visit),
  filling: { button: 'Withdraw it' },
}))

export const finalizePage = confirmPage(finalizeForm, async (visit) => ({
  title: 'Accept this proposal?',
  consequence:
    'Its bytes become a candidate under your name, and are never changed. Nothing is published, and no review is asked for yet.',
  back: await backTo(visit),
  filling: { button: 'Accept it' },
}))

async function backTo({ door, params: { proposal_hash = '' } }: SignedIn) {
  const { title } = await door.call('getSubmission', { params: { proposal_hash } })
  return { to: submissionAddress(proposal_hash), words: title }
}
