import type { AnswerOf, Operations } from '@colophon/contract'
import { MCP_LIMITS } from '@colophon/contract'
import { ifThere, invalidField } from '../../core/problem.ts'
import type { Tool, ToolArguments, ToolCall } from '../tool.ts'
import { BEARER_ARGUMENT, CURSOR, described, KEY, REVISION, TEXT } from './forms.ts'
import { listed, oneLine } from './markdown.ts'

const registerReader: Tool = {
  name: 'register_reader',
  operation: 'createIdentity',
  isOpen: true,
  description:
    'Become a reader, once: needed only for report_use and send_feedback, not for reading. The bearer is shown this one time.',
  properties: { idempotency_key: { type: 'string', description: 'a new random UUID' } },
  required: ['idempotency_key'],
  async run({ given, call }) {
    const { token, participant_id, expires_at } = await call('createIdentity', given)
    if (token === null)
      return [`You are reader ${participant_id} already; the bearer was shown then and is not kept.`]
    return [
      [
        `You are reader ${participant_id} until ${expires_at}. Bearer, shown once: ${token}`,
        'Keep it secret: ask your user to set it as the bearer of this server, or pass it as `bearer` to report_use, send_feedback and my_reports.',
      ].join('\n'),
    ]
  },
}

const reportUse: Tool = {
  name: 'report_use',
  operation: 'reportSignal',
  isOpen: true,
  description:
    'Report whether a revision that you really used helped (up) or did not or was wrong (down), once a day each. Needs a bearer: register_reader first.',
  properties: {
    sha256: REVISION,
    value: { enum: ['up', 'down'] },
    comment: TEXT,
    idempotency_key: KEY,
    bearer: BEARER_ARGUMENT,
  },
  required: ['sha256', 'value', 'idempotency_key'],
  synonyms: { hash: 'sha256', target_hash: 'sha256' },
  whenMissing: 'Only published revisions are reported; take the hash from read_article.',
  async run({ given, call }) {
    const { value, target_hash, received_at } = await call('reportSignal', given)
    return [`Reported ${value ?? 'nothing'} for ${target_hash} at ${received_at}.`]
  },
}

const sendFeedback: Tool = {
  name: 'send_feedback',
  operation: 'sendFeedback',
  isOpen: true,
  description:
    'Tell the curators what is wrong or missing in a revision. Needs the bearer of a reader: register_reader first. See my_reports for what comes of it.',
  properties: {
    target_hash: REVISION,
    title: described('one line'),
    comment: TEXT,
    idempotency_key: KEY,
    bearer: BEARER_ARGUMENT,
  },
  required: ['target_hash', 'title', 'comment', 'idempotency_key'],
  synonyms: { sha256: 'target_hash', hash: 'target_hash' },
  whenMissing: 'Take the hash of a published revision from read_article.',
  async run({ given, call }) {
    const { feedback_id } = await call('sendFeedback', given)
    return [`Sent as ${feedback_id}. my_reports shows what came of it.`]
  },
}

const myReports: Tool = {
  name: 'my_reports',
  operation: 'listFeedback',
  isOpen: true,
  description:
    'See what came of your feedback, or with show=notices what happened since to revisions that you reported on. Needs the bearer that sent it.',
  properties: { show: { enum: ['feedback', 'notices'] }, cursor: CURSOR, bearer: BEARER_ARGUMENT },
  required: [],
  async run({ given: { show = 'feedback', ...given }, call }) {
    if (!isShown(show)) throw invalidField('/show', 'must be feedback or notices')
    return [await REPORTS[show](call, given)]
  },
}

type Shown = 'feedback' | 'notices'

function isShown(value: unknown): value is Shown {
  return typeof value === 'string' && Object.hasOwn(REPORTS, value)
}

const REPORTS: Readonly<Record<Shown, (call: ToolCall['call'], given: ToolArguments) => Promise<string>>> = {
  async feedback(call, given) {
    const { items, next_cursor } = await call('listFeedback', { limit: MCP_LIMITS.reports, ...given })
    const lines = await Promise.all(items.map((item) => fate(call, item)))
    return listed(lines, { cursor: next_cursor, none: 'You have sent no feedback. See send_feedback.' })
  },
  async notices(call, given) {
    const page = await call('listNotices', { limit: MCP_LIMITS.reports, ...given })
    const { items, next_cursor, resume_cursor } = page
    const lines = items.map(noticeLine)
    const later = `On another day: show=notices, cursor=${resume_cursor}`
    const list = listed(lines, { cursor: next_cursor, none: 'Nothing has happened to them.' })
    return next_cursor === null ? `${list}\n${later}` : list
  },
}

type Notice = AnswerOf<Operations['listNotices']>['items'][number]

/** What a notice says beside its kind, and what to read now. */
const SAYS: Readonly<Record<Notice['kind'], (notice: Notice) => string>> = {
  retired: ({ replacement_hashes }) =>
    replacement_hashes.length > 0 ? `; read ${replacement_hashes.join(', ')}` : '',
  superseded: ({ head_hash }) => `; the head is ${head_hash}`,
  challenged: () => '; rely on it with care',
  fixed: ({ fixed_hashes }) => ` by ${fixed_hashes.join(', ')}`,
}

function noticeLine(notice: Notice): string {
  const { kind, at, content_hash, path, title, reason } = notice
  return [
    `- ${at} **${kind}**: ${content_hash} (${path}, ${oneLine(title, 120)})${SAYS[kind](notice)}`,
    ...(reason === null ? [] : [`  > ${oneLine(reason, 300)}`]),
  ].join('\n')
}

type Feedback = AnswerOf<Operations['listFeedback']>['items'][number]

/** A receipt with the reason of the last decision, where there is one. */
async function fate(call: ToolCall['call'], item: Feedback): Promise<string> {
  const { feedback_id, title, target_hash, state, fixed_hashes, suggestion_id } = item
  const page = state === null ? null : await ifThere(call('listResolutions', { id: suggestion_id }))
  const last = page?.items.find(({ resolution_hash }) => resolution_hash === page.resolution_hash)
  const fixed = fixed_hashes.length > 0 ? `; fixed by ${fixed_hashes.join(', ')}` : ''
  return [
    `- ${feedback_id} **${oneLine(title, 120)}** on ${target_hash}: ${state ?? 'its article is not readable'}${fixed}`,
    ...(last ? [`  > ${oneLine(last.reason, 300)}`] : []),
  ].join('\n')
}

export const READER_TOOLS: readonly Tool[] = [registerReader, reportUse, sendFeedback, myReports]
