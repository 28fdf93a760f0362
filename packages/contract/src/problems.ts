/** The closed list of problems: code, status, and the words of the page that explains it. */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    retryable: false,
    meaning: 'A field, parameter or header has the wrong form, or names nothing that the caller can read.',
    action: 'Correct what `errors` points at and send the request again.',
  },
  invalid_json: {
    status: 400,
    title: 'The body is not valid JSON',
    retryable: false,
    meaning:
      'The body is not UTF-8 JSON, is nested too deeply, repeats a member name or has an inexact number.',
    action: 'Send one JSON value that every parser reads alike.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor is not valid here',
    retryable: false,
    meaning:
      'A cursor belongs to one route, one set of filters and one view; this one was changed, or belongs to another.',
    action: 'Start again without a cursor and follow `next_cursor` unchanged.',
  },
  idempotency_key_required: {
    status: 400,
    title: 'An Idempotency-Key is required',
    retryable: false,
    meaning: 'Every POST of the API needs an Idempotency-Key header, so that clients can repeat it safely.',
    action: 'Create a UUID for this act, send it as Idempotency-Key, and send it again with every retry.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'The Idempotency-Key is not valid',
    retryable: false,
    meaning:
      'The key is longer than 200 characters, has characters other than visible ASCII, or must be a UUIDv4.',
    action: 'Send a UUIDv4.',
  },
  unauthenticated: {
    status: 401,
    title: 'A credential is needed',
    retryable: false,
    meaning: 'This operation needs a bearer token and the request has none.',
    action: 'Send `Authorization: Bearer <token>`.',
  },
  invalid_token: {
    status: 401,
    title: 'The token is not valid',
    retryable: false,
    meaning: 'The bearer is malformed, unknown, expired or revoked.',
    action: 'Stop using it. Ask its issuer for another.',
  },
  forbidden: {
    status: 403,
    title: 'The credential does not allow this',
    retryable: false,
    meaning: 'The credential is valid, but its scopes or grants do not cover this operation.',
    action: 'See `/api/v1/me` for what it allows.',
  },
  csrf_failed: {
    status: 403,
    title: 'The CSRF token is missing or wrong',
    retryable: false,
    meaning: 'A write with a session cookie needs the session’s CSRF token in X-CSRF-Token.',
    action: 'Read the token from `GET /api/v1/session`.',
  },
  origin_mismatch: {
    status: 403,
    title: 'The Origin is not this site',
    retryable: false,
    meaning: 'Session exchange and writes with a session cookie need an Origin header equal to the site’s.',
    action: 'Send the request from the site itself.',
  },
  cross_site_request: {
    status: 403,
    title: 'The request came from another site',
    retryable: false,
    meaning: 'A browser marked the request as cross-site, and this route is not open to other sites.',
    action: 'Open the page on this site.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    retryable: false,
    meaning: 'The resource does not exist, or the caller may not read it; both answers are the same.',
    action: 'Check the id, and the credential.',
  },
  compare_and_set_mismatch: {
    status: 409,
    title: 'It has changed since you looked',
    retryable: false,
    meaning: 'The expected value is not the current one: someone else decided meanwhile.',
    action: 'Read the resource again; `current` is the value to expect, if you may see it.',
  },
  idempotency_key_reused: {
    status: 409,
    title: 'The Idempotency-Key was used for something else',
    retryable: false,
    meaning: 'An earlier request used this key with another body or query.',
    action: 'Use a new key for a new act.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'The first request with this key is still running',
    retryable: true,
    meaning: 'Its outcome is not known yet.',
    action: 'Wait as `Retry-After` says and send the same request again.',
  },
  signal_already_reported: {
    status: 409,
    title: 'You reported this revision today',
    retryable: false,
    meaning: 'An identity has one report per revision and UTC day, and this request differs from it.',
    action: 'Correct the report that `current` names.',
  },
  not_claimable: {
    status: 409,
    title: 'The task cannot be claimed',
    retryable: false,
    meaning: 'It is leased, closed, waits for another task, or the caller has a conflict of interest.',
    action: 'See `claim_blockers` of the task.',
  },
  lease_lost: {
    status: 409,
    title: 'The lease is no longer yours',
    retryable: false,
    meaning: 'The lease has expired, or a later generation holds the task.',
    action: 'Claim the task again and continue with the new generation.',
  },
  stale_parent: {
    status: 409,
    title: 'The parent is not the published head',
    retryable: false,
    meaning: 'Another revision of the entry was published meanwhile.',
    action: 'Read the head, carry the change over to it, and submit again.',
  },
  path_taken: {
    status: 409,
    title: 'The path belongs to another entry',
    retryable: false,
    meaning: 'No other entry can take a path that an entry has or had.',
    action: 'Choose another path, or revise the entry that has it.',
  },
  coverage_incomplete: {
    status: 409,
    title: 'The reviews do not cover the candidate',
    retryable: false,
    meaning: 'A review or evidence that the policy requires is missing or negative.',
    action: 'See the candidate’s coverage for what is missing.',
  },
  already_finalized: {
    status: 409,
    title: 'The submission is already finalized',
    retryable: false,
    meaning: 'It is a candidate already.',
    action: 'Read the submission for the candidate’s hash.',
  },
  already_published: {
    status: 409,
    title: 'The candidate is already published',
    retryable: false,
    meaning: 'It is the entry’s listed head.',
    action: 'Nothing left to do.',
  },
  already_exists: {
    status: 409,
    title: 'It already exists',
    retryable: false,
    meaning: 'The id is in use.',
    action: 'Use the existing resource, or choose another id.',
  },
  invalid_state: {
    status: 409,
    title: 'Its state does not allow this',
    retryable: false,
    meaning: 'The state of the resource, or its policy, does not allow the act.',
    action: 'Read its state again.',
  },
  snapshot_limit: {
    status: 409,
    title: 'Two snapshots already exist',
    retryable: false,
    meaning: 'At most two snapshots are kept at once.',
    action: 'Release one.',
  },
  target_not_empty: {
    status: 409,
    title: 'The target is not empty',
    retryable: false,
    meaning: 'A restore needs a target without entries.',
    action: 'Start a server on an empty store.',
  },
  blobs_missing: {
    status: 409,
    title: 'Material is missing or damaged',
    retryable: false,
    meaning: 'A recovery step needs bytes that are absent or altered; `missing` names them.',
    action: 'Preload them and repeat the step.',
  },
  payload_too_large: {
    status: 413,
    title: 'The request is too large',
    retryable: false,
    meaning: 'The body exceeds the limit of this operation.',
    action: 'Send less.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The media type is not supported',
    retryable: false,
    meaning: 'This operation expects another Content-Type, without Content-Encoding.',
    action: 'Send `Content-Type: application/json`.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range is outside the object',
    retryable: false,
    meaning:
      'The object has no byte of the range that `Range` asks for; `Content-Range` says how many it has.',
    action: 'Ask for bytes that the object has, or leave out `Range`.',
  },
  misdirected_request: {
    status: 421,
    title: 'The Host is not this site',
    retryable: false,
    meaning: 'The Host header names another site: its name may have been made to lead here.',
    action: 'Use the address of the site. Its operator adds further names with `COLOPHON_HOSTS`.',
  },
  quota_exceeded: {
    status: 429,
    title: 'An allowance is used up',
    retryable: true,
    meaning: '`quota` names the allowance, `limit` its size and `resets_at` when it resets.',
    action: 'Wait as `Retry-After` says. Do not register more identities to get around it.',
  },
  maintenance: {
    status: 503,
    title: 'The press is in maintenance',
    retryable: true,
    meaning: 'A recovery holds the maintenance lock; reads and changes are paused.',
    action: 'Wait as `Retry-After` says and try again.',
  },
  overloaded: {
    status: 503,
    title: 'The press cannot answer now',
    retryable: true,
    meaning: 'The press is overloaded, is stopping, or has failed. There are no partial writes.',
    action: 'Wait as `Retry-After` says and send the same request with the same key.',
  },
} as const satisfies Record<string, ProblemKind>

/** What is the same for every problem of one code. */
export interface ProblemKind {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 416 | 421 | 429 | 503
  readonly title: string
  readonly retryable: boolean
  readonly meaning: string
  readonly action: string
}

/** One of the closed list of codes. */
export type ProblemCode = keyof typeof PROBLEMS

/** Narrows any text to a problem code. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text)
}
