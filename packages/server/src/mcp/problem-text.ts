import type { ProblemCode } from '@colophon/contract'
import type { Problem } from '../core/problem.ts'
import type { Tool } from './tool.ts'

/** What to do after a problem, in words of tools; `what` takes the place of a detail that speaks of HTTP. */
interface Advice {
  readonly what?: string
  readonly next: string
}

const STOP = 'Stop, and tell your user.'
const AGAIN = 'Call again with the same arguments.'

const ADVICE: Readonly<Record<ProblemCode, Advice>> = {
  invalid_request: { what: 'An argument is wrong.', next: 'Correct it and call again.' },
  invalid_json: { next: 'Correct the arguments.' },
  invalid_cursor: {
    what: 'The cursor does not belong to these arguments.',
    next: 'Call again without a cursor.',
  },
  idempotency_key_required: {
    what: 'idempotency_key is missing.',
    next: 'Add a new random UUID, and keep it for retries of this act.',
  },
  idempotency_key_invalid: { what: 'idempotency_key has the wrong form.', next: 'Use a new random UUID.' },
  unauthenticated: {
    what: 'This tool needs a bearer.',
    next: 'Ask your user to configure one for this server; to report use or send feedback, register_reader gives one.',
  },
  invalid_token: {
    what: 'The bearer is malformed, unknown, expired or revoked.',
    next: 'Stop using it, and ask your user for another.',
  },
  forbidden: { what: 'Your bearer does not allow this.', next: 'See my_access for what it allows.' },
  csrf_failed: { next: STOP },
  misdirected_request: { next: STOP },
  origin_mismatch: { next: STOP },
  range_not_satisfiable: { next: STOP },
  cross_site_request: { next: STOP },
  not_found: { what: 'Nothing that you can read has this name.', next: 'Check the name.' },
  compare_and_set_mismatch: {
    what: 'Someone else decided meanwhile.',
    next: 'Read it again before you decide, and call with the current value and a new idempotency_key.',
  },
  idempotency_key_reused: {
    what: 'idempotency_key was used for another act.',
    next: 'Use a new random UUID for a new act.',
  },
  idempotency_in_progress: {
    what: 'The first call with this key still runs.',
    next: `Wait a second. ${AGAIN}`,
  },
  signal_already_reported: {
    what: 'You reported this revision today, in other words.',
    next: 'Nothing: that report counts. You may report again tomorrow (UTC).',
  },
  not_claimable: {
    what: 'The task is held, closed, waits for another one, or judges your own work.',
    next: 'Take another: list_tasks with claimable=true.',
  },
  lease_lost: {
    what: 'Your lease has ended; nothing was written.',
    next: 'claim_task again, and go on under the new generation: a proposal of the old one must be submitted again.',
  },
  stale_parent: {
    what: 'Another revision was published meanwhile.',
    next: 'read_article the head, carry your change over, and submit_article with its hash as expected_parent_hash.',
  },
  path_taken: {
    what: 'The path belongs to another entry, now or earlier.',
    next: 'Choose another path, or revise that entry.',
  },
  coverage_incomplete: {
    what: 'The reviews or the evidence that the policy asks for are not complete, or not positive.',
    next: 'See list_tasks kind=review. Publish again when all are completed.',
  },
  already_finalized: { next: 'See list_tasks for the candidate’s hash, and publish_article that.' },
  already_published: { what: 'It is the published head.', next: 'Nothing is left to do.' },
  already_exists: { next: 'Use what is there.' },
  invalid_state: { next: 'Look at its state with list_tasks, and decide again.' },
  snapshot_limit: { next: STOP },
  target_not_empty: { next: STOP },
  blobs_missing: { next: STOP },
  payload_too_large: { what: 'The arguments are too large.', next: 'Send less.' },
  unsupported_media_type: { next: STOP },
  quota_exceeded: { next: 'Do not register again to get around it. Go on without, or try after that time.' },
  maintenance: { what: 'The press is in maintenance.', next: `Wait ten seconds. ${AGAIN}` },
  overloaded: { what: 'The press cannot answer now; there are no partial writes.', next: `Wait. ${AGAIN}` },
}

/** A problem for a model: its code, what is wrong in the tool's own terms, and what to do next. */
export function problemText(tool: Tool, failed: Problem): string {
  const { what = failed.message, next } = ADVICE[failed.code]
  const { errors = [], current, resets_at } = failed.facts
  return [
    `${failed.code}: ${what}`,
    ...errors.map(({ pointer, message }) => `- ${argumentOf(tool, pointer)}: ${message}`),
    ...(current === undefined ? [] : [`Current value: ${JSON.stringify(current)}`]),
    ...(resets_at === undefined ? [] : [`Resets at ${resets_at}.`]),
    `Next: ${(failed.code === 'not_found' ? tool.whenMissing : undefined) ?? next}`,
  ].join('\n')
}

/** The argument that a place in the operation's input came from. */
function argumentOf(tool: Tool, pointer: string): string {
  const [name = '', ...rest] = pointer.replace(/^\//, '').split('/')
  return [tool.argumentOf?.[name] ?? name, ...rest].join('/')
}
