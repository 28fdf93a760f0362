import { isUndecided, LIST_LIMITS } from '@colophon/contract'
import { ifThere } from '../../core/problem.ts'
import type { Api } from '../../pages/api.ts'
import { isCuratorOf, type MeAnswer } from '../definitions.ts'
import { reasonField } from '../fields.ts'
import type { FilteredList } from '../filters.ts'
import { type ChoosableThing, type SeveralAct, severalPage } from '../several/several-page.ts'
import {
  SUBMISSION_STATES,
  type SubmissionAnswer,
  submissionAddress,
  submissionFacts,
} from './submission-words.ts'

/** Pages of undecided proposals that are looked through for those that are chosen. */
const PAGES_READ = 5

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
    address: submissionAddress,
    async read(ids, visit) {
      const found = await readSubmissions(visit.api, ids)
      return ids.map((id) => {
        const submission = found.get(id)
        return submission === undefined ? null : choosable(submission, may(submission, visit.me))
      })
    },
  }
}

function choosable(submission: SubmissionAnswer, isOpen: boolean): ChoosableThing {
  const { proposal_hash: id, title } = submission
  return { id, title, facts: submissionFacts(submission), isOpen, carried: {} }
}

/**
 * What is undecided stands in the list, where no text is read for its checks; the rest is read one by one, since many long texts
 * at a time are refused.
 */
async function readSubmissions(
  api: Api,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SubmissionAnswer>> {
  const found = new Map<string, SubmissionAnswer>()
  let cursor: string | null | undefined
  for (let pages = 0; pages < PAGES_READ && found.size < ids.length && cursor !== null; pages += 1) {
    const query = { state: 'submitted', limit: LIST_LIMITS.largestPage, cursor }
    const page = await api.call('listSubmissions', { query })
    for (const item of page.items) if (ids.includes(item.proposal_hash)) found.set(item.proposal_hash, item)
    cursor = page.next_cursor
  }
  for (const id of ids) {
    if (found.has(id)) continue
    const submission = await ifThere(api.call('getSubmission', { params: { proposal_hash: id } }))
    if (submission !== null) found.set(id, submission)
  }
  return found
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
