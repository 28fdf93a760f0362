import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Agent, Match, PassagesAnswer, SearchAnswer } from './ask.ts'
import type { CollectionDocument, JudgedQuestion } from './collections.ts'
import { rowsOf } from './rows.ts'
import { type Measured, measureSet } from './run-set.ts'

const EVERYTHING = { most: true, sections: true, passages: true }
const BODY = '# Drops\n\nFields in order.\n'
const documents = ['a', 'b'].map((id): CollectionDocument => {
  return { id, path: `/bench/${id}`, title: `Title ${id}`, summary: 'A summary.', body: BODY }
})
const question: JudgedQuestion = { text: 'field order of drops', answers: new Map([['b', ['Drops']]]) }

function page(paths: readonly string[], suggestions: string[] = []): SearchAnswer {
  return { bytes: 400, items: paths.map((path) => ({ path, content_hash: path })), suggestions }
}

/** A server that has everything the contract names, with these lists. */
function agentOf(lists: (question: string, match: Match) => SearchAnswer, passages: PassagesAnswer[]): Agent {
  const section = { level: 1, heading: 'Drops', start: 0, end: BODY.length }
  return {
    offers: EVERYTHING,
    search: async (text, match) => lists(text, match),
    passages: async (_text, { cursor }) => {
      return passages[Number(cursor ?? 0)] ?? { bytes: 0, items: [], next_cursor: null }
    },
    outline: async () => ({ bytes: 100, items: [section] }),
    object: async () => Buffer.from(BODY),
  }
}

const fts = { best: () => documents, close: () => {} }

async function measured(agent: Agent): Promise<Measured> {
  const [first] = await measureSet({ agent, fts, documents }, [question])
  assert.ok(first)
  return first
}

test('what a question finds is counted with all that was read on the way', async () => {
  const read = Math.ceil(BODY.length / 4)
  const agent = agentOf((_text, match) => page(match === 'most' ? ['/bench/a', '/bench/b'] : []), [])
  const { ranked, fts: theirs, suggestions } = await measured(agent)
  assert.deepEqual(ranked.all, { judged: [], whole: null, sections: null })
  assert.deepEqual(ranked.most, {
    judged: [false, true],
    whole: 100 + 2 * read,
    sections: 100 + 2 * (25 + read),
  })
  assert.deepEqual(theirs, { judged: [false, true], whole: 2 * read, sections: undefined })
  assert.equal(suggestions, 'none')
})

test('a suggestion is worth what it finds', async () => {
  const find = (path: string) => (text: string) => page(text === 'drops' ? [path] : [], ['drops'])
  assert.equal((await measured(agentOf(find('/bench/b'), []))).suggestions, 'relevant')
  assert.equal((await measured(agentOf(find('/bench/a'), []))).suggestions, 'irrelevant')
  assert.equal((await measured(agentOf(() => page(['/bench/a']), []))).suggestions, null)
})

test('a passage answers under a judged heading of a relevant document, on any of four pages', async () => {
  const passage = (path: string, ...headings: string[]) => ({ path, headings, approx_tokens: 9 })
  const pages = (...items: ReturnType<typeof passage>[]) =>
    items.map((item, place) => ({ bytes: 4000, items: [item], next_cursor: String(place + 1) }))
  const other = passage('/bench/a', 'Drops')
  const elsewhere = passage('/bench/b', 'Summary')
  const answering = passage('/bench/b', 'Title b', 'Drops')
  const cases = [
    { found: pages(answering), expected: { isOnFirstPage: true, tokens: 1000 } },
    { found: pages(other, elsewhere, answering), expected: { isOnFirstPage: false, tokens: 3000 } },
    {
      found: pages(other, elsewhere, other, other, answering),
      expected: { isOnFirstPage: false, tokens: null },
    },
  ]
  for (const { found, expected } of cases) {
    const { passages } = await measured(agentOf(() => page([]), found))
    assert.deepEqual(passages, expected)
  }
})

test('what a server does not offer is said in its rows', async () => {
  const agent = {
    ...agentOf(() => page(['/bench/b']), []),
    offers: { ...EVERYTHING, most: false, passages: false },
  }
  const rows = rowsOf('A set', [await measured(agent)])
  const missing = rows.filter(({ measured }) => measured === 'not offered').map(({ what }) => what)
  assert.deepEqual(missing, [
    'A set: `match=most`, 1 questions',
    'A set: a relevant passage within 2,000 tokens',
    'A set: tokens to the relevant text, search `most`, read whole',
    'A set: tokens to the relevant text, search `most`, sections',
    'A set: tokens to the relevant text, passages',
  ])
})
