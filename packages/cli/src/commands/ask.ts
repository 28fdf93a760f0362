import type { AnswerOf, Operations } from '@colophon/contract'
import { printable } from '../terminal/progress.ts'
import { type ClientCommand, numberOption } from './command.ts'
import { indexQueryOf, QUESTION_OPTIONS } from './question.ts'

type PassagePage = AnswerOf<Operations['findPassages']>

export const ask: ClientCommand = {
  name: 'ask',
  summary: 'Find the passages that answer a question, within a budget of tokens',
  words: [['<question...>', 'question in your own words']],
  options: [
    ['--budget <tokens>', 'estimated tokens of all texts together, 200 to 20000 (default 2000)'],
    ...QUESTION_OPTIONS,
  ],
  async run(client, given) {
    const page = await client.call('findPassages', {
      query: { ...indexQueryOf(given), budget: numberOption(given, 'budget') },
    })
    return { facts: page, text: linesOf(page) }
  },
}

/** The bytes of a passage are what to cite; its text is indented, so that it is not taken for ours. */
function linesOf({ items, used_tokens, next_cursor }: PassagePage): string[] {
  const passages = items.flatMap(({ path, title, headings, content_hash, start, end, text, ...more }) => [
    `${path}  ${placeOf(title, headings)}`,
    `  /objects/${content_hash} bytes ${start}-${end - 1}`,
    ...(more.missing_terms.length === 0 ? [] : [`  Lacks: ${more.missing_terms.join(', ')}`]),
    ...text.split('\n').map((line) => `    ${line}`.trimEnd()),
  ])
  return [
    ...(items.length === 0 ? ['Nothing was found.'] : [...passages, `About ${used_tokens} tokens.`]),
    ...(next_cursor === null ? [] : [`More: --cursor ${next_cursor}`]),
  ].map(printable)
}

/** Many articles begin with their title as a heading. */
function placeOf(title: string, headings: readonly string[]): string {
  return [title, ...(headings[0] === title ? headings.slice(1) : headings)].join(' > ')
}
