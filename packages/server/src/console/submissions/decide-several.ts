import { isUndecided } from '@colophon/contract'
import { isCuratorOf, type MeAnswer } from '../definitions.ts'
import { reasonField } from '../fields.ts'
import type { FilteredList } from '../filters.ts'
import { type SeveralAct, severalPage } from '../several/several-page.ts'
import {
  SUBMISSION_STATES,
  type SubmissionAnswer,
  submissionAddress,
  submissionFacts,
} from './submission-words.ts'

/** The list of submissions, with what may be chosen of it. */
export const SUBMISSION_LIST: FilteredList = {
  path: '/console/submissions',
  label: 'Submissions',
  filters: [
    { name: 'topic', label: 'Topic' },
    { name: 'state', label: 'State', options: SUBMISSION_STATES },
  ],
}

/** Whether /me says that the visitor may accept an undecided proposal: its curators, and its author where that publishes directly. */
export function mayAccept(submission: SubmissionAnswer, me: MeAnswer | null): boolean {
  if (me === null || !isUndecided(submission.state)) return false
  const isOwn = submission.author === me.label && me.access.can_propose
  return isCuratorOf(me, submission.topic_id) || (isOwn && me.access.can_publish_direct)
}

/** Whether the visitor may decline it. */
export function mayDecline({ state, topic_id }: SubmissionAnswer, me: MeAnswer | null): boolean {
  return isUndecided(state) && isCuratorOf(me, topic_id)
}

function decision(
  wish: Pick<SeveralAct, 'operation' | 'path' | 'fields' | 'button' | 'consequence'> & {
    may(submission: SubmissionAnswer, me: MeAnswer | null): boolean
  },
): SeveralAct {
  const { may, ...act } = wish
  return {
    ...act,
    param: 'proposal_hash',
    list: SUBMISSION_LIST,
    words: (count) => `${act.button} ${count === 1 ? '1 proposal' : `${count} proposals`}`,
    async read(api, id, { me }) {
      const submission = await api.call('getSubmission', { params: { proposal_hash: id } })
      return {
        id: submission.proposal_hash,
        title: submission.title,
        address: submissionAddress(submission.proposal_hash),
        facts: submissionFacts(submission),
        isOpen: may(submission, me),
        carried: {},
      }
    },
  }
}

/** What can be done with several proposals at once. */
export const DECISION_ACTS: readonly SeveralAct[] = [
  decision({
    operation: 'finalizeSubmission',
    path: `${SUBMISSION_LIST.path}/several/accepted`,
    fields: [],
    button: 'Accept',
    consequence:
      'The bytes of each become a candidate under your name, and never change. This publishes nothing and requests no review yet.',
    may: mayAccept,
  }),
  decision({
    operation: 'declineSubmission',
    path: `${SUBMISSION_LIST.path}/several/declined`,
    fields: [reasonField('One for all of them; their authors read it.')],
    button: 'Decline',
    consequence: 'Each author reads your reason, and may submit another. Their bytes stay.',
    may: mayDecline,
  }),
]

export const DECIDE_SEVERAL_PAGES = DECISION_ACTS.map(severalPage)
