import { PROBLEMS, type ProblemCode } from '@colophon/contract'

/** What to do about a problem in the console, where that is not what a program would do. */
const ADVICE: Partial<Record<ProblemCode, string>> = {
  invalid_request: 'Correct what is named here and send the form again.',
  unauthenticated: 'Sign in again.',
  csrf_failed: 'This page was made for another session. Send the form again.',
  idempotency_key_reused:
    'This form was sent before, with another text, and that was done. Send it again if you mean a second act.',
  idempotency_in_progress: 'It is being done at this moment. Send the form again in a second.',
  compare_and_set_mismatch:
    'Somebody decided in between. Look at how it stands now, and send the form again.',
  lease_lost: 'Claim the task again; what you typed is kept here meanwhile.',
  stale_parent: 'Carry your change over to the revision that is the head now, and name it as the parent.',
  payload_too_large: 'Send less.',
  blobs_missing: 'Bring what is listed here, and do the step again.',
}

export function adviceFor(code: ProblemCode): string {
  return ADVICE[code] ?? PROBLEMS[code].action.replaceAll('`', '')
}
