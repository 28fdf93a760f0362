import { confirmPage } from '../confirm-page.ts'
import { consoleForm } from '../definitions.ts'
import { reasonField } from '../reason-field.ts'
import { submissionAddress } from './submission-words.ts'

const declineForm = consoleForm({
  operation: 'declineSubmission',
  path: '/console/submissions/:proposal_hash/decline',
  fields: [reasonField('Its author reads it.')],
  done: ({ proposal_hash }) => ({ to: submissionAddress(proposal_hash), notice: 'submission_declined' }),
})

export const declinePage = confirmPage(declineForm, async ({ door, params: { proposal_hash = '' } }) => {
  const { title, author } = await door.call('getSubmission', { params: { proposal_hash } })
  return {
    title: 'Decline this proposal?',
    consequence: `${author} reads your reason, and may submit another. The bytes of this one stay.`,
    back: { to: submissionAddress(proposal_hash), words: title },
    filling: { button: 'Decline it' },
  }
})
