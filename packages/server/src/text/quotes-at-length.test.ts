import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { markdownFiles } from '@colophon/cli/import'
import { readMarkdown } from '@colophon/cli/markdown'
import { corpusFolder, corpusMissing } from '../../test/support/corpus.ts'
import { findQuote } from './quote.ts'

const QUOTES = 10_000
const WORDS = 9

/** Quotations of real documents: some words in a row of a block, as its page shows them. */
async function* quotations(): AsyncGenerator<{ body: string; plain: string; words: string[] }> {
  for (const { read } of await markdownFiles(join(corpusFolder, 'rust-rfcs'))) {
    const body = Buffer.from(await read()).toString()
    if (body.length > 30_000) continue
    const { blocks, plain } = readMarkdown(body)
    for (const { text } of blocks.slice(0, 60)) {
      const words = text.split(' ').slice(1, 1 + WORDS)
      if (words.length === WORDS) yield { body, plain, words }
    }
  }
}

test('of 10,000 true quotations none is doubted, and every forged one is found out', {
  skip: corpusMissing('rust-rfcs'),
}, async () => {
  let tried = 0
  for await (const { body, plain, words } of quotations()) {
    if (tried === QUOTES) break
    tried += 1
    const quote = words.join(' ')
    assert.notEqual(findQuote(body, quote), null, quote)
    const forged = [
      words.with(4, 'unquotable'),
      words.toReversed(),
      words.toSpliced(4, 1),
      [...words, 'unquotable'],
    ].map((list) => list.join(' '))
    const wrong = forged[tried % forged.length] ?? ''
    if (!plain.includes(wrong)) assert.equal(findQuote(body, wrong), null, wrong)
  }
  assert.equal(tried, QUOTES)
})
