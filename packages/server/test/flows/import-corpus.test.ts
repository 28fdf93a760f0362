import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { ensureTopic, type FileResult, importFiles, plainTopic } from '@colophon/cli/import'
import { type CallOperation, createClient } from '@colophon/client'
import { operatorCall } from '../../src/commands/operator-call.ts'
import { corpusMissing, corpusSample } from '../support/corpus.ts'
import { describeSites } from '../support/site.ts'

/** Documents of each corpus; fewer where their bytes go to a server of its own. */
const SAMPLE = { sqlite: 150, postgres: 40 }

describeSites((sites) => {
  for (const corpus of ['tldr', 'rust-rfcs']) {
    test(`real documents are published and read back exactly: ${corpus}`, {
      skip: corpusMissing(corpus),
    }, async (t) => {
      const site = await sites.open(t)
      const call = operatorCall(site.app)
      const files = await corpusSample(corpus, SAMPLE[sites.engine])
      const importAll = async () => {
        const results: FileResult[] = []
        await importFiles({ topic: corpus, files, call, onResult: (result) => results.push(result) })
        return results
      }
      await ensureTopic(call, plainTopic(corpus))
      const first = await importAll()
      assert.deepEqual(
        first.filter(({ outcome }) => outcome !== 'created'),
        [],
      )
      assert.equal(first.length, files.length)
      const listed = await readEverything(createClient({ url: site.url, token: site.admin }).call, corpus)
      assert.deepEqual(listed.sort(), first.map(({ path, content_hash }) => `${path} ${content_hash}`).sort())
      const second = await importAll()
      assert.deepEqual(
        second.filter(({ outcome }) => outcome !== 'unchanged'),
        [],
      )
      assert.equal(second.length, files.length)
    })
  }
})

/** The path and hash of every entry of the index, with the bytes of each read and held to its hash. */
async function readEverything(call: CallOperation, topic: string): Promise<string[]> {
  const listed: string[] = []
  let cursor: string | undefined
  do {
    const page = await call('listIndex', { query: { topic, limit: 100, cursor } })
    for (const { path, content_hash } of page.items) {
      const bytes = await call('readObject', { params: { sha256: content_hash } })
      assert.equal(hash('sha256', bytes, 'hex'), content_hash)
      listed.push(`${path} ${content_hash}`)
    }
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return listed
}
