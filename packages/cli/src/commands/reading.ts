import type { Client } from '@colophon/client'
import { type AnswerOf, isHash, isUuid, type Operations } from '@colophon/contract'
import { printable } from '../terminal/progress.ts'
import { ask } from './ask.ts'
import {
  type ClientCommand,
  type CommandOutput,
  CommandRefused,
  choiceOption,
  firstWord,
  gather,
  numberOption,
  optionOf,
} from './command.ts'
import { indexQueryOf, QUESTION_OPTIONS } from './question.ts'
import { readSection } from './read-section.ts'

const MATCHES = ['all', 'most'] as const
const DIRECTIONS = ['ancestors', 'descendants', 'both'] as const

const topics: ClientCommand = {
  name: 'topics',
  summary: 'List the topics that you can read',
  words: [],
  options: [],
  async run(client) {
    const items = await gather(client.pages('listTopics', {}))
    const text = items.map(({ id, visibility, published_counts, title }) =>
      printable(`${id}  ${visibility}  ${published_counts.total} entries  ${title}`),
    )
    return { facts: { items }, text }
  },
}

const search: ClientCommand = {
  name: 'search',
  summary: 'Find current entries by their words',
  words: [['<words...>', 'words that must all match, or most of them']],
  options: [
    ['--match <match>', 'all of the words (the default), or most: one is enough, the best answers first'],
    ['--limit <count>', 'results per page'],
    ...QUESTION_OPTIONS,
  ],
  async run(client, given) {
    const page = await client.call('search', {
      query: {
        ...indexQueryOf(given),
        match: choiceOption(given, 'match', MATCHES),
        limit: numberOption(given, 'limit'),
      },
    })
    return { facts: page, text: found(page) }
  },
}

function found({ items, next_cursor, suggestions }: AnswerOf<Operations['search']>): string[] {
  const results = items.flatMap(({ path, title, content_hash, excerpt, missing_terms }) => [
    `${path}  ${title}`,
    `  ${content_hash}`,
    `  ${excerpt}`,
    ...(missing_terms.length === 0 ? [] : [`  Lacks: ${missing_terms.join(', ')}`]),
  ])
  return [
    ...(items.length === 0 ? ['Nothing was found.'] : results),
    ...suggestions.map((suggestion) => `Something is found by: ${suggestion}`),
    ...(next_cursor === null ? [] : [`More: --cursor ${next_cursor}`]),
  ].map(printable)
}

const read: ClientCommand = {
  name: 'read',
  summary: 'Verify the exact bytes of an article against their hash and write them to stdout',
  words: [['<what>', 'path or UUID of an entry (its current head), or hash of a revision']],
  options: [['--section <heading>', 'only the section with this heading, and those below it']],
  async run(client, given) {
    const hash = await hashOf(client, firstWord(given))
    const heading = optionOf(given, 'section')
    if (heading !== undefined) return readSection(client, hash, heading)
    const bytes = await client.readObject(hash)
    return { facts: { content_hash: hash, text: new TextDecoder().decode(bytes) }, text: bytes }
  },
}

async function hashOf(client: Client, named: string): Promise<string> {
  return isHash(named) ? named : (await readEntryHead(client, named)).content_hash
}

/** The entry that a path or a UUID names. */
export async function readEntryHead(
  client: Client,
  named: string,
): Promise<AnswerOf<Operations['getEntry']>> {
  if (isUuid(named)) return client.call('getEntry', { params: { uuid: named } })
  if (!named.startsWith('/'))
    throw new CommandRefused(`${named} names no entry: give a path (/topic/name) or a UUID`)
  return client.call('resolvePath', { query: { path: named } })
}

const lineage: ClientCommand = {
  name: 'lineage',
  summary: 'Show the ancestors and descendants of an object',
  words: [['<hash>', 'hash of a revision or a record']],
  options: [
    ['--direction <direction>', DIRECTIONS.join(', ')],
    ['--depth <steps>', 'number of steps to follow'],
    ['--limit <count>', 'largest number of objects'],
  ],
  async run(client, given) {
    const graph = await client.call('getLineage', {
      params: { sha256: firstWord(given) },
      query: {
        direction: choiceOption(given, 'direction', DIRECTIONS),
        depth: numberOption(given, 'depth'),
        limit: numberOption(given, 'limit'),
      },
    })
    return lineageOutput(graph)
  },
}

function lineageOutput(graph: AnswerOf<Operations['getLineage']>): CommandOutput {
  const nodes = graph.nodes.map(({ hash, kind, title, accepted_path, proposed_path }) => {
    const place = accepted_path ?? proposed_path ?? ''
    return printable(`${hash}  ${kind}  ${place}  ${title ?? ''}`.trimEnd())
  })
  const edges = graph.edges.map(({ type, from, to }) => `${from} has as its ${type} ${to}`)
  const rest = graph.truncated ? ['There is more: ask with a larger --limit or --depth.'] : []
  return { facts: graph, text: [...nodes, ...edges, ...rest] }
}

export const READING: readonly ClientCommand[] = [topics, search, ask, read, lineage]
