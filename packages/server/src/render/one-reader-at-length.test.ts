import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { markdownFiles } from '@colophon/cli/import'
import { corpusFolder, corpusMissing } from '../../test/support/corpus.ts'
import { assertReadersAgree, assertReadersAgreeOnAny } from '../../test/support/one-reader.ts'

test('of 40,000 texts every reader sees what the page shows', () => assertReadersAgreeOnAny(40_000))

for (const folder of ['rust-rfcs', 'tldr'])
  test(`every reader sees of each article of ${folder} what its page shows`, {
    skip: corpusMissing(folder),
  }, async () => {
    const files = await markdownFiles(join(corpusFolder, folder))
    assert.ok(files.length > 500)
    for (const { name, read } of files) {
      const body = Buffer.from(await read()).toString()
      try {
        await assertReadersAgree(body)
      } catch (cause) {
        throw new Error(name, { cause })
      }
    }
  })
