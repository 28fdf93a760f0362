import type { ClosedLists } from '@colophon/contract'

/** What is known of the review of one focus; `verdict` is null while it is not given, or not to be known. */
export interface CoveredFocus {
  focus: string
  isDone: boolean
  /** A curator cancelled its task: no review will come. */
  isCancelled: boolean
  verdict: CoverageVerdict | null
  blockers: number
}

export type CoverageVerdict = ClosedLists['verdict']

/** What a verdict has against the candidate; null for an approval. */
const OBJECTIONS: Readonly<Record<CoverageVerdict, string | null>> = {
  approve: null,
  request_changes: 'asks for changes',
  reject: 'rejects the candidate',
}

export interface Covering {
  hasPlan: boolean
  focuses: readonly CoveredFocus[]
  evidence: { required: number; counted: number }
}

/**
 * A candidate is covered when every focus has an approval of these bytes, no review rejects or blocks, and
 * enough evidence counts.
 */
export function isCovered({ hasPlan, focuses, evidence }: Covering): boolean {
  const approved = focuses.every(
    ({ verdict, blockers }) => verdict !== null && OBJECTIONS[verdict] === null && blockers === 0,
  )
  return hasPlan && approved && evidence.counted >= evidence.required
}

/** What is missing, in sentences that somebody can act on; never empty for what is not covered. */
export function missingOf(covering: Covering): string[] {
  const { hasPlan, focuses, evidence } = covering
  const reviews = hasPlan
    ? focuses.map(missingReview).filter((sentence) => sentence !== null)
    : ['The candidate has no review plan: a curator creates one, and reviewers then claim its tasks.']
  const lacking = evidence.required - evidence.counted
  if (lacking <= 0) return reviews
  const rows = lacking === 1 ? 'One more row' : `${lacking} more rows`
  return [
    ...reviews,
    `${rows} of evidence must count: the policy requires ${evidence.required}, and ${evidence.counted} are ` +
      'sound, unexpired and unchallenged.',
  ]
}

const NEW_BYTES = 'a revision of the text needs a submission and reviews of its own.'

function missingReview({ focus, isDone, isCancelled, verdict, blockers }: CoveredFocus): string | null {
  if (isCancelled) return `The review of ${focus} was cancelled; ${NEW_BYTES}`
  if (!isDone) return `The review of ${focus} is missing: a reviewer claims its task.`
  const objection = verdict === null ? null : OBJECTIONS[verdict]
  if (objection !== null) return `The review of ${focus} ${objection}; ${NEW_BYTES}`
  if (blockers === 0) return null
  const findings = blockers === 1 ? 'a blocking finding' : `${blockers} blocking findings`
  return `The review of ${focus} has ${findings}; ${NEW_BYTES}`
}
