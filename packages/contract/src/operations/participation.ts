import { Hash, line, nullable, optional, SignalValue, strictObject, text, Uuid } from '../fields.ts'
import { FEEDBACK_LIMITS, NOTICE_LIMITS, SIGNAL_LIMITS } from '../limits.ts'
import { ANYONE, BEARER, NOBODY, operation, READER, withScope } from '../operation.ts'
import { Type } from '../schema.ts'
import { page, pageQuery, topicFilter } from '../schemas/page.ts'
import {
  FeedbackReceipt,
  NoticePage,
  RegisteredReader,
  SIGNAL_MEANINGS,
  SignalEvent,
  SignalReceipt,
  SignalSummary,
} from '../schemas/participation.ts'

const comment = text(SIGNAL_LIMITS.commentCharacters)
const MEANS = `\`up\`: ${SIGNAL_MEANINGS.up} \`down\`: ${SIGNAL_MEANINGS.down}`

/** What registered readers do: registration, signals, feedback. */
export const participation = {
  createIdentity: operation({
    id: 'createIdentity',
    method: 'POST',
    path: '/api/v1/identities',
    tag: 'participation',
    summary: 'Register as a reader; the bearer is in this answer and nowhere else',
    description:
      'The Idempotency-Key is a UUIDv4. The same key again returns the receipt with `token` null. The bearer lasts a year; there is no renewal and no recovery.',
    access: NOBODY,
    body: strictObject({}),
    status: 201,
    answer: RegisteredReader,
    keyForm: 'uuid4',
    keepsOutcome: true,
  }),
  getSignals: operation({
    id: 'getSignals',
    method: 'GET',
    path: '/api/v1/objects/{sha256}/signals',
    tag: 'participation',
    summary: 'Read the reported-use totals of a published revision and of its entry',
    description:
      'Totals over 24 hours, 7 days and 30 days, of exactly this revision and of the whole entry, kept apart. Nobody is named and no comment is shown. They are reports, not a validation.',
    access: ANYONE,
    params: { sha256: 'revision' },
    status: 200,
    answer: SignalSummary,
  }),
  reportSignal: operation({
    id: 'reportSignal',
    method: 'POST',
    path: '/api/v1/objects/{sha256}/signals',
    tag: 'participation',
    summary: 'Report use of a published revision, once a UTC day',
    description: `${MEANS} The same report again is 200 with the same receipt; a different one is 409, and the report is corrected instead.`,
    access: BEARER,
    params: { sha256: 'revision' },
    body: strictObject({ value: SignalValue, comment: optional(comment) }),
    status: 201,
    otherStatus: 200,
    answer: SignalReceipt,
    problems: ['signal_already_reported', 'quota_exceeded'],
  }),
  getSignalReport: operation({
    id: 'getSignalReport',
    method: 'GET',
    path: '/api/v1/signals/reports/{id}',
    tag: 'participation',
    summary: 'Read an own report',
    access: BEARER,
    params: { id: 'report' },
    status: 200,
    answer: SignalReceipt,
  }),
  correctSignal: operation({
    id: 'correctSignal',
    method: 'POST',
    path: '/api/v1/signals/reports/{id}',
    tag: 'participation',
    summary: 'Correct an own report, or withdraw it with a null value',
    description:
      'The report keeps its place in time, and every earlier event is kept. `comment` left out keeps the comment, null clears it.',
    access: BEARER,
    params: { id: 'report' },
    body: strictObject({
      expected_event_id: Uuid,
      value: nullable(SignalValue),
      comment: optional(comment),
    }),
    significantNulls: ['value', 'comment'],
    status: 200,
    answer: SignalReceipt,
    problems: ['compare_and_set_mismatch', 'quota_exceeded'],
  }),
  listSignals: operation({
    id: 'listSignals',
    method: 'GET',
    path: '/api/v1/signals',
    tag: 'participation',
    summary: 'List signal events of the topics that the caller curates, oldest first',
    description: 'Use one fixed `since` for all pages.',
    access: withScope('curate'),
    query: strictObject({
      ...topicFilter,
      since: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: `Unix seconds, not in the future; by default ${SIGNAL_LIMITS.feedDefaultHours} hours ago.`,
        }),
      ),
      ...pageQuery,
    }),
    status: 200,
    answer: page('SignalEventPage', SignalEvent),
  }),
  listFeedback: operation({
    id: 'listFeedback',
    method: 'GET',
    path: '/api/v1/feedback',
    tag: 'participation',
    summary: 'List own feedback and what became of it, newest first',
    access: BEARER,
    query: strictObject(pageQuery),
    status: 200,
    answer: page('FeedbackPage', FeedbackReceipt),
  }),
  listNotices: operation({
    id: 'listNotices',
    method: 'GET',
    path: '/api/v1/me/notices',
    tag: 'participation',
    summary: 'List what happened to revisions that the caller reported on, newest last',
    description: `Of the ${NOTICE_LIMITS.revisions} revisions whose use the caller reported last, or that its feedback and suggestions name: which were retired, superseded, challenged, or fixed by another. A report that was withdrawn does not count. \`resume_cursor\` gives what comes later, each once; nothing is pushed. What the caller may not read any more is left out, as if nothing had happened.`,
    access: BEARER,
    query: strictObject(pageQuery),
    status: 200,
    answer: NoticePage,
  }),
  sendFeedback: operation({
    id: 'sendFeedback',
    method: 'POST',
    path: '/api/v1/feedback',
    tag: 'participation',
    summary: 'Send a short report on a published revision to its curators',
    access: READER,
    names: { key: 'target_hash', resource: 'revision' },
    body: strictObject({
      target_hash: Hash,
      title: line(FEEDBACK_LIMITS.titleCharacters),
      comment: text(FEEDBACK_LIMITS.commentCharacters),
    }),
    status: 201,
    answer: FeedbackReceipt,
    problems: ['quota_exceeded'],
  }),
} as const
