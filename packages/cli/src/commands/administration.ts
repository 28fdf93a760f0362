import { isPublic } from '@colophon/contract'
import { printable } from '../terminal/progress.ts'
import {
  type ClientCommand,
  choiceOption,
  factsOutput,
  firstWord,
  gather,
  neededOption,
  optionOf,
} from './command.ts'

const PROFILES = ['skills', 'none'] as const
const PROFILE_OF = { skills: 'skills', none: null } as const
const STATUSES = ['all', 'active', 'expired', 'revoked'] as const

const me: ClientCommand = {
  name: 'me',
  summary: 'Show what your bearer allows, and where',
  words: [],
  options: [],
  async run(client) {
    const found = await client.call('getMe', {})
    const where = (grants: readonly string[] | null) =>
      grants === null ? 'every topic' : grants.join(' ') || 'no topic'
    const text = [
      `${found.label}  ${found.enrollment}  ${found.identity_id}`,
      `scopes ${found.scopes.join(' ')}`,
      `topics ${where(found.topic_grants)}`,
      `reviews ${where(found.review_grants)}`,
      `expires_at ${found.expires_at}`,
      ...found.quotas.map(({ name, limit, used }) => `${name} ${used} of ${limit}`),
    ]
    return { facts: found, text: text.map(printable) }
  },
}

const topicOpen: ClientCommand = {
  name: 'topic open',
  summary: 'Open a topic to everybody; with a title and a summary, make it first if it is not there',
  words: [['<topic>', 'its slug']],
  options: [
    ['--reason <text>', 'why, for the record'],
    ['--title <text>', 'title of a new topic'],
    ['--summary <text>', 'summary of a new topic'],
    [
      '--profile <profile>',
      'skills: every article is an agent skill; none: articles alone; left out: as it is',
    ],
  ],
  async run(client, given) {
    const id = firstWord(given)
    const reason = neededOption(given, 'reason')
    const [title, summary] = [optionOf(given, 'title'), optionOf(given, 'summary')]
    const asked = choiceOption(given, 'profile', PROFILES)
    const profile = asked === undefined ? undefined : PROFILE_OF[asked]
    const topics = await gather(client.pages('listTopics', {}))
    const known = topics.find((topic) => topic.id === id)
    if (
      known !== undefined &&
      isPublic(known.visibility) &&
      (profile === undefined || profile === known.profile)
    )
      return factsOutput(known, 'id', 'visibility', 'profile')
    if (known === undefined && title !== undefined && summary !== undefined)
      await client.call('createTopic', { body: { id, title, summary } })
    const body = {
      expected_visibility: known?.visibility ?? 'invited',
      visibility: 'public',
      reason,
      ...(profile === undefined ? {} : { profile }),
    } as const
    const opened = await client.call('changeVisibility', { params: { id }, body })
    return factsOutput(opened, 'id', 'visibility', 'profile')
  },
}

const tokenList: ClientCommand = {
  name: 'token list',
  summary: 'List tokens, newest first',
  words: [],
  options: [['--status <status>', STATUSES.join(', ')]],
  async run(client, given) {
    const query = { status: choiceOption(given, 'status', STATUSES) }
    const items = await gather(client.pages('listTokens', { query }))
    const text = items.map(({ token_id, status, label, scopes, expires_at, last_used_at }) =>
      printable(
        `${token_id}  ${status}  ${expires_at}  ${scopes.join(',')}  ${label}  used ${last_used_at ?? 'never'}`,
      ),
    )
    return { facts: { items }, text }
  },
}

const tokenRevoke: ClientCommand = {
  name: 'token revoke',
  summary: 'Revoke a token at once',
  words: [['<token>', 'its id, as token list shows it']],
  options: [['--reason <text>', 'why, for the record']],
  async run(client, given) {
    const token = await client.call('revokeToken', {
      params: { token_id: firstWord(given) },
      body: { reason: neededOption(given, 'reason') },
    })
    return factsOutput(token, 'token_id', 'status', 'revoked_at')
  },
}

export const ADMINISTRATION: readonly ClientCommand[] = [me, topicOpen, tokenList, tokenRevoke]
