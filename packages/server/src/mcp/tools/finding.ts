import type { AnswerOf, Operations } from '@colophon/contract'
import { MCP_LIMITS } from '@colophon/contract'
import { type Problem, problem } from '../../core/problem.ts'
import { beginningLines } from '../../text/beginning-lines.ts'
import type { Tool, ToolCall } from '../tool.ts'
import { COUNT, CURSOR, described, MODE, REVISION, TEXT, TOPIC } from './forms.ts'
import { counted, freshnessNote, listed, oneLine } from './markdown.ts'

type SearchItem = AnswerOf<Operations['search']>['items'][number]

const searchKnowledge: Tool = {
  name: 'search_knowledge',
  operation: 'search',
  isOpen: true,
  description:
    'Find current articles by the words of a question. Start here. One matching word is enough (match=most); the best answers come first, each with the words that it lacks. Then call read_article with its path.',
  properties: {
    q: described('the question, or its key words'),
    topic: TOPIC,
    mode: MODE,
    limit: described('default 5, at most 100', COUNT),
  },
  required: ['q'],
  synonyms: { query: 'q' },
  async run({ given, call }) {
    const page = await call('search', { limit: MCP_LIMITS.searchItems, match: 'most', ...given })
    if (page.items.length > 0) {
      // A cursor would be a quarter of the answer.
      const more = page.next_cursor === null ? [] : ['More: raise limit.']
      return [[...page.items.map(hit), ...more].join('\n')]
    }
    const others = page.suggestions.map((suggestion) => `Something is found by: ${oneLine(suggestion, 200)}`)
    return [['Nothing found. Try fewer or other words, or browse_index.', ...others].join('\n')]
  },
}

function hit({ title, path, content_hash, mode, missing_terms, excerpt, freshness }: SearchItem) {
  const lacks = missing_terms.length > 0 ? ` lacks: ${oneLine(missing_terms.join(', '), 80)}` : ''
  return [
    `- **${oneLine(title, 120)}** ${path} (${mode}${freshnessNote(freshness)})${lacks}`,
    `  ${content_hash}`,
    `  > ${oneLine(excerpt, MCP_LIMITS.excerptCharacters)}`,
  ].join('\n')
}

const findPassages: Tool = {
  name: 'find_passages',
  operation: 'findPassages',
  isOpen: true,
  description:
    'Get the paragraphs that answer a question, from several articles, within a budget of tokens: often enough without read_article.',
  properties: {
    q: described('the question'),
    topic: TOPIC,
    mode: MODE,
    budget: described('200 to 20000, default 2000', COUNT),
    cursor: CURSOR,
  },
  required: ['q'],
  synonyms: { query: 'q', max_tokens: 'budget' },
  async run({ given, call }) {
    const { items, next_cursor } = await call('findPassages', given)
    if (items.length === 0) return ['Nothing found. Try other words, or browse_index.']
    const more = next_cursor === null ? [] : [`More: call again with cursor=${next_cursor}`]
    return [...items.flatMap((item) => [passageFacts(item), item.text]), ...more]
  },
}

type Passage = AnswerOf<Operations['findPassages']>['items'][number]

/** Where the text that follows stands, for a citation. */
function passageFacts({ path, headings, content_hash, start, end, mode, freshness, missing_terms }: Passage) {
  const place = headings.map((heading) => ` > ${oneLine(heading, 80)}`).join('')
  const lacks = missing_terms.length > 0 ? ` lacks: ${oneLine(missing_terms.join(', '), 80)}` : ''
  return `${path}${place} (${mode}${freshnessNote(freshness)})${lacks}\n${content_hash} bytes ${start}-${end}`
}

const listTopics: Tool = {
  name: 'list_topics',
  operation: 'listTopics',
  isOpen: true,
  description: 'List the topics you can read. Use a slug to narrow search_knowledge or browse_index.',
  properties: { cursor: CURSOR },
  required: [],
  async run({ given, call }) {
    const { items, next_cursor } = await call('listTopics', given)
    const lines = items.map(
      ({ id, title, visibility, published_counts: { total }, summary }) =>
        `- **${id}** ${oneLine(title, 120)} (${visibility}, ${counted(total, 'entry', 'entries')}): ${oneLine(summary, 160)}`,
    )
    return [listed(lines, { cursor: next_cursor, none: 'There is no topic that you can read.' })]
  },
}

const browseIndex: Tool = {
  name: 'browse_index',
  operation: 'listIndex',
  isOpen: true,
  description:
    'List current articles, newest first, when you want to see what there is and have no question.',
  properties: { topic: TOPIC, mode: MODE, limit: described('default 20', COUNT), cursor: CURSOR },
  required: [],
  async run({ given, call }) {
    const { items, next_cursor } = await call('listIndex', { limit: MCP_LIMITS.indexItems, ...given })
    const lines = items.map(
      ({ path, title, mode, summary, freshness }) =>
        `- ${path} **${oneLine(title, 120)}** (${mode}${freshnessNote(freshness)}): ${oneLine(summary, 120)}`,
    )
    return [listed(lines, { cursor: next_cursor, none: 'Nothing here that you can read. See list_topics.' })]
  },
}

const checkCitations: Tool = {
  name: 'check_citations',
  operation: 'getStatus',
  isOpen: true,
  description:
    'Check whether revisions that you cite or relied on still stand: current, superseded, retired (with replacements) or unknown; and whether one holds a quote.',
  properties: {
    sha256: { type: 'array', items: TEXT, description: '1 to 100 revision hashes' },
    quote: described('words quoted from the one hash'),
  },
  required: ['sha256'],
  synonyms: { hashes: 'sha256', text: 'quote' },
  argumentOf: { text: 'quote' },
  async run({ given: { quote, ...given }, call }) {
    const { items } = await call('getStatus', given)
    const [first, ...others] = items
    const lines = items.map(statusLine)
    // What cannot be read has no words.
    if (quote === undefined || first === undefined || first.path === null) return [lines.join('\n')]
    if (others.length > 0) throw quoteOfMany()
    const found = await call('findQuote', { sha256: first.sha256, text: quote })
    return [[...lines, quoteLine(found)].join('\n')]
  },
}

function quoteOfMany(): Problem {
  const message = 'goes with one sha256: call once for each'
  const errors = [{ location: 'body' as const, pointer: 'quote', message }]
  return problem('invalid_request', 'An argument is wrong.', { errors })
}

function quoteLine({ found, start, end, in_head }: AnswerOf<Operations['findQuote']>): string {
  const there = found ? `stands there, bytes ${start}-${end}` : 'does not stand there'
  const head = in_head === null ? 'it has no current revision' : IN_HEAD[`${in_head}`]
  return `- the quote ${there}; ${head}`
}

const IN_HEAD = { true: 'the current revision holds it', false: 'the current revision does not hold it' }

type Status = AnswerOf<Operations['getStatus']>['items'][number]

function statusLine({ sha256, state, head_hash, path, title, freshness, replacements }: Status): string {
  const about = path === null ? '' : ` ${path} **${oneLine(title ?? '', 120)}**`
  const head = head_hash === null || head_hash === sha256 ? '' : `; head ${head_hash}`
  const fresh = freshness === null ? '' : `; ${freshness}`
  const instead = replacements.map((other) => `; cite instead ${other.path} ${other.content_hash}`)
  return `- ${sha256} ${state}${about}${head}${fresh}${instead.join('')}`
}

const traceLineage: Tool = {
  name: 'trace_lineage',
  operation: 'getLineage',
  isOpen: true,
  description:
    'Show what an object came from and what came of it: earlier and later revisions, proposal, policy.',
  properties: {
    sha256: described('hash of any object'),
    direction: { enum: ['ancestors', 'descendants', 'both'] },
    depth: COUNT,
    limit: COUNT,
  },
  required: ['sha256'],
  synonyms: { hash: 'sha256' },
  whenMissing: 'Take the hash from search_knowledge or read_article.',
  async run({ given, call }) {
    const { nodes, edges, truncated } = await call('getLineage', given)
    const lines = nodes.map(({ hash, kind, title, accepted_path, proposed_path }) => {
      const place = accepted_path ?? proposed_path
      return `- ${hash} ${kind}${place === null ? '' : ` ${place}`}${title === null ? '' : ` **${oneLine(title, 120)}**`}`
    })
    const ways = edges.map(({ type, from, to }) => `- ${from.slice(0, 12)} ${type} ${to.slice(0, 12)}`)
    const rest = truncated ? ['There is more: raise limit or depth.'] : []
    return [[...lines, ...(ways.length > 0 ? ['Edges, child to parent:', ...ways] : []), ...rest].join('\n')]
  },
}

const compareRevisions: Tool = {
  name: 'compare_revisions',
  operation: 'diffRevisions',
  isOpen: true,
  description:
    'Show what changed from revision a to revision b of one entry; of a long difference the beginning, and where all of it is.',
  properties: { a: REVISION, b: REVISION },
  required: ['a', 'b'],
  whenMissing: 'Find the revisions of an entry with trace_lineage.',
  run: compare,
}

type SectionState = AnswerOf<Operations['diffRevisions']>['sections'][number]['state']

const HAS_CHANGED: Readonly<Record<SectionState, boolean>> = {
  added: true,
  removed: true,
  changed: true,
  same: false,
}

async function compare({ app, given, call }: ToolCall): Promise<string[]> {
  const { fields, sections, unified } = await call('diffRevisions', given)
  const changed = fields.map(
    ({ field, from, to }) =>
      `- ${field}: ${oneLine(JSON.stringify(from), 200)} becomes ${oneLine(JSON.stringify(to), 200)}`,
  )
  const moved = sections
    .filter(({ state }) => HAS_CHANGED[state])
    .map(({ heading, state }) => `- ${state}: ${oneLine(heading ?? '(before the first heading)', 120)}`)
  const facts = [
    ...(changed.length > 0 ? ['Fields:', ...changed] : []),
    ...(moved.length > 0 ? ['Sections:', ...moved] : []),
  ]
  const words = facts.length > 0 ? facts.join('\n') : 'The two are the same.'
  if (unified === '') return [words]
  const { text, more } = beginningLines(unified, {
    lines: Number.POSITIVE_INFINITY,
    characters: MCP_LIMITS.diffCharacters,
  })
  if (more === 0) return [words, text]
  const whole = `${app.settings.baseUrl}/api/v1/objects/${given.a}/diff/${given.b}`
  return [words, text, `${more} more lines: ${whole} has all of them.`]
}

export const FINDING_TOOLS: readonly Tool[] = [
  searchKnowledge,
  findPassages,
  checkCitations,
  compareRevisions,
  listTopics,
  browseIndex,
  traceLineage,
]
