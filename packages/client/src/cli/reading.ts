import { type AnswerOf, isHash, isUuid, type Operations } from '@colophon/contract'
import type { Client } from '../client.ts'
import {
  type ClientCommand,
  choiceOption,
  firstWord,
  gather,
  numberOption,
  optionOf,
  type Told,
} from './command.ts'
import { printable } from './printable.ts'

const MODES = ['reviewed', 'direct', 'admin_override'] as const
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
  words: [['<words...>', 'all of them must match']],
  options: [
    ['--topic <slug>', 'in this topic alone'],
    ['--mode <mode>', MODES.join(', ')],
    ['--limit <count>', 'results in a page'],
    ['--cursor <cursor>', 'of the page before'],
  ],
  async run(client, given) {
    const page = await client.call('search', {
      query: {
        q: given.words.join(' '),
        topic: optionOf(given, 'topic'),
        mode: choiceOption(given, 'mode', MODES),
        limit: numberOption(given, 'limit'),
        cursor: optionOf(given, 'cursor'),
      },
    })
    return { facts: page, text: found(page) }
  },
}

function found({ items, next_cursor, suggestions }: AnswerOf<Operations['search']>): string[] {
  const results = items.flatMap(({ path, title, content_hash, excerpt }) => [
    `${path}  ${title}`,
    `  ${content_hash}`,
    `  ${excerpt}`,
  ])
  return [
    ...(items.length === 0 ? ['Nothing was found.'] : results),
    ...suggestions.map((suggestion) => `Something is found by: ${suggestion}`),
    ...(next_cursor === null ? [] : [`More: --cursor ${next_cursor}`]),
  ].map(printable)
}

const read: ClientCommand = {
  name: 'read',
  summary: 'Write the exact bytes of an article to stdout, once they are what their hash says',
  words: [['<what>', 'a path or the UUID of an entry, for its current head, or the hash of a revision']],
  options: [],
  async run(client, given) {
    const hash = await hashOf(client, firstWord(given))
    const bytes = await client.readObject(hash)
    return { facts: { content_hash: hash, text: new TextDecoder().decode(bytes) }, text: bytes }
  },
}

async function hashOf(client: Client, named: string): Promise<string> {
  return isHash(named) ? named : (await headOf(client, named)).content_hash
}

/** The entry that a path or a UUID names. */
export function headOf(client: Client, named: string): Promise<AnswerOf<Operations['getEntry']>> {
  if (isUuid(named)) return client.call('getEntry', { params: { uuid: named } })
  return client.call('resolvePath', { query: { path: named } })
}

const lineage: ClientCommand = {
  name: 'lineage',
  summary: 'Show what an object came from and what came of it',
  words: [['<hash>', 'of a revision or of a record']],
  options: [
    ['--direction <direction>', DIRECTIONS.join(', ')],
    ['--depth <steps>', 'how far to go'],
    ['--limit <count>', 'objects at most'],
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
    return told(graph)
  },
}

function told(graph: AnswerOf<Operations['getLineage']>): Told {
  const nodes = graph.nodes.map(({ hash, kind, title, accepted_path, proposed_path }) => {
    const place = accepted_path ?? proposed_path ?? ''
    return printable(`${hash}  ${kind}  ${place}  ${title ?? ''}`.trimEnd())
  })
  const edges = graph.edges.map(({ type, from, to }) => `${from} has as its ${type} ${to}`)
  const rest = graph.truncated ? ['There is more: ask with a larger --limit or --depth.'] : []
  return { facts: graph, text: [...nodes, ...edges, ...rest] }
}

export const READING: readonly ClientCommand[] = [topics, search, read, lineage]
