import type { AnswerOf, Operations } from '@colophon/contract'
import { printable } from '../terminal/progress.ts'
import { type ClientCommand, choiceOf, factsOutput, firstWord, neededOption, optionOf } from './command.ts'

const register: ClientCommand = {
  name: 'register',
  summary: 'Register as a reader; the bearer alone is printed, and shown this once',
  words: [],
  options: [],
  async run(client) {
    const registered = await client.call('createIdentity')
    return { facts: registered, text: [registered.token ?? ''] }
  },
}

const signal: ClientCommand = {
  name: 'signal',
  summary: 'Report that you used exactly this revision, and whether it helped',
  words: [
    ['<hash>', 'of the revision'],
    ['<value>', 'up: it helped; down: it did not, or it was wrong'],
  ],
  options: [['--comment <text>', 'for the curators']],
  async run(client, given) {
    const value = choiceOf(given.words[1] ?? '', ['up', 'down'], 'the value')
    const receipt = await client.call('reportSignal', {
      params: { sha256: firstWord(given) },
      body: { value, comment: optionOf(given, 'comment') ?? null },
    })
    return factsOutput(receipt, 'report_id', 'value', 'received_at')
  },
}

const feedback: ClientCommand = {
  name: 'feedback',
  summary: 'Tell the curators what is wrong with a revision',
  words: [['<hash>', 'of the revision']],
  options: [
    ['--title <text>', 'what it is about, in a line'],
    ['--comment <text>', 'what is wrong'],
  ],
  async run(client, given) {
    const receipt = await client.call('sendFeedback', {
      body: {
        target_hash: firstWord(given),
        title: neededOption(given, 'title'),
        comment: neededOption(given, 'comment'),
      },
    })
    return factsOutput(receipt, 'feedback_id', 'state', 'received_at')
  },
}

type Notice = AnswerOf<Operations['listNotices']>['items'][number]

const notices: ClientCommand = {
  name: 'notices',
  summary: 'Show what happened to revisions that you reported on, newest last',
  words: [],
  options: [['--cursor <cursor>', 'that the last run ended with: only what has happened since']],
  async run(client, given) {
    const items: Notice[] = []
    let cursor = optionOf(given, 'cursor')
    let resume: string
    do {
      const page = await client.call('listNotices', { query: { cursor } })
      items.push(...page.items)
      cursor = page.next_cursor ?? undefined
      resume = page.resume_cursor
    } while (cursor !== undefined)
    return {
      facts: { items, resume_cursor: resume },
      text: items.flatMap(noticeLines),
      remarks: [...(items.length === 0 ? ['Nothing has happened.'] : []), `Next time: --cursor ${resume}`],
    }
  },
}

/** What to read now, by what happened. */
const INSTEAD: Readonly<Record<Notice['kind'], (notice: Notice) => readonly string[]>> = {
  retired: ({ replacement_hashes }) => replacement_hashes,
  superseded: ({ head_hash }) => [head_hash],
  challenged: () => [],
  fixed: ({ fixed_hashes }) => fixed_hashes,
}

function noticeLines(notice: Notice): string[] {
  const { at, kind, content_hash, path, title, reason } = notice
  return [
    `${at}  ${kind}  ${path}  ${title}`,
    `  ${content_hash}`,
    ...(reason === null ? [] : [`  ${reason.replaceAll(/\s+/g, ' ')}`]),
    ...INSTEAD[kind](notice).map((hash) => `  Read ${hash}`),
  ].map(printable)
}

export const PARTICIPATION: readonly ClientCommand[] = [register, signal, feedback, notices]
