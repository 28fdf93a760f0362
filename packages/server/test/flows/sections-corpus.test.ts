import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { ensureTopic, importFiles, plainTopic } from '@colophon/cli/import'
import { createClient } from '@colophon/client'
import { PASSAGE_LIMITS } from '@colophon/contract'
import { operatorCall } from '../../src/commands/operator-call.ts'
import { chunksOf } from '../../src/search/passages/chunks.ts'
import { outlineOf } from '../../src/text/outline.ts'
import { corpusMissing, corpusSample } from '../support/corpus.ts'
import { describeSites } from '../support/site.ts'

/** Documents of each corpus; fewer where their bytes go to a server of its own. */
const SAMPLE = { sqlite: 24, postgres: 8 }

describeSites((sites) => {
  for (const corpus of ['tldr', 'rust-rfcs'])
    test(`every section and passage of real documents is its range, by bytes and hash: ${corpus}`, {
      skip: corpusMissing(corpus),
    }, async (t) => {
      const site = await sites.open(t)
      const call = operatorCall(site.app)
      await ensureTopic(call, plainTopic(corpus))
      const hashes: string[] = []
      const files = await corpusSample(corpus, SAMPLE[sites.engine])
      await importFiles({
        topic: corpus,
        files,
        call,
        onResult: (result) => hashes.push(result.content_hash ?? ''),
      })
      const client = createClient({ url: site.url, token: site.admin })
      for (const sha256 of hashes) {
        const whole = await client.readObject(sha256)
        const parts: Buffer[] = []
        for await (const section of client.pages('listSections', { params: { sha256 } })) {
          const { start, end, sha256: own, approx_tokens } = section
          const range = `bytes=${start}-${end - 1}`
          const { bytes } = await site.get(`/objects/${sha256}`, { token: site.admin, headers: { range } })
          assert.equal(bytes.length, end - start)
          assert.equal(approx_tokens, Math.ceil(bytes.length / 4))
          assert.equal(hash('sha256', bytes, 'hex'), own)
          parts.push(bytes)
        }
        assert.ok(Buffer.concat(parts).equals(whole), sha256)
        const outline = outlineOf(whole)
        for (const { start, end, textStart, textEnd } of chunksOf(outline, PASSAGE_LIMITS.bytes)) {
          assert.ok(end - start <= PASSAGE_LIMITS.bytes)
          assert.equal(
            Buffer.from(whole.subarray(start, end)).toString(),
            outline.text.slice(textStart, textEnd),
          )
        }
        const { title } = (await site.get(`/api/v1/objects/${sha256}`, { token: site.admin })).json
        const query = { q: String(title), topic: corpus, budget: 4000 }
        for (const passage of (await client.call('findPassages', { query })).items) {
          const range = `bytes=${passage.start}-${passage.end - 1}`
          const path = `/objects/${passage.content_hash}`
          const { bytes } = await site.get(path, { token: site.admin, headers: { range } })
          assert.equal(hash('sha256', bytes, 'hex'), passage.sha256)
          assert.equal(bytes.toString(), passage.text)
          assert.equal(passage.approx_tokens, Math.ceil(bytes.length / 4))
        }
      }
    })
})
