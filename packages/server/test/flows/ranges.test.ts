import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { describeStores } from '../support/site.ts'

const LONG = `# Größe\n\n${'Words that repeat are worth compressing. '.repeat(100)}\n`

function digestOf(bytes: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`
}

describeStores((sites) => {
  test('a range answers exactly these bytes, with their place and their digest', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash, publication_hash } = await site.publish({ path: '/tools/long', body: LONG })
    for (const hash of [content_hash, publication_hash]) {
      const path = `/objects/${hash}`
      const whole = await site.get(path)
      const size = whole.bytes.length
      assert.equal(whole.header('accept-ranges'), 'bytes')
      const ranges = [
        ['0-0', 0, 1],
        ['3-9', 3, 10],
        [`${size - 1}-`, size - 1, size],
        ['-5', size - 5, size],
        [`0-${size * 2}`, 0, size],
      ] as const
      // Twice, and with a credential: neither the cache nor the caller changes a part.
      for (const token of [null, null, site.admin])
        for (const [range, start, end] of ranges) {
          const part = await site.get(path, {
            token,
            headers: { range: `bytes=${range}`, 'accept-encoding': 'br, gzip' },
          })
          assert.equal(part.status, 206, range)
          assert.ok(part.bytes.equals(whole.bytes.subarray(start, end)), range)
          assert.equal(part.header('content-range'), `bytes ${start}-${end - 1}/${size}`)
          assert.equal(part.header('content-digest'), digestOf(part.bytes))
          assert.equal(part.header('content-length'), String(end - start))
          for (const name of ['etag', 'repr-digest', 'content-type', 'accept-ranges', 'vary', 'link'])
            assert.equal(part.header(name), whole.header(name), name)
          assert.equal(part.header('content-encoding'), null)
        }
      assert.ok((await site.get(path)).bytes.equals(whole.bytes))
    }
  })

  test('a range outside the object is refused with the length of the object', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/saw' })
    const size = (await site.get(`/objects/${content_hash}`)).bytes.length
    for (const range of [`bytes=${size}-`, 'bytes=-0', `bytes=${size + 5}-${size + 9}`]) {
      const answer = await site.get(`/objects/${content_hash}`, { headers: { range } })
      assert.equal(answer.refused('range_not_satisfiable').retryable, false)
      assert.equal(answer.header('content-range'), `bytes */${size}`)
      assert.equal(answer.header('accept-ranges'), 'bytes')
    }
  })

  test('several ranges, a malformed one, another unit and a failed condition answer the whole', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/long', body: LONG })
    const whole = await site.get(`/objects/${content_hash}`)
    const asked: Record<string, string>[] = [
      { range: 'bytes=0-1,4-5' },
      { range: 'bytes=5-1' },
      { range: 'bytes=x' },
      { range: 'lines=0-1' },
      { range: '' },
      { range: 'bytes=0-1', 'if-range': '"other"' },
      { range: 'bytes=0-1', 'if-range': `W/"${content_hash}"` },
      { range: 'bytes=99999-', 'if-range': 'Mon, 02 Mar 2026 09:30:00 GMT' },
    ]
    for (const headers of asked) {
      const answer = await site.get(`/objects/${content_hash}`, { headers })
      assert.equal(answer.status, 200, JSON.stringify(headers))
      assert.ok(answer.bytes.equals(whole.bytes))
      assert.equal(answer.header('content-range'), null)
      assert.equal(answer.header('accept-ranges'), 'bytes')
    }
    const headers = { range: 'bytes=0-1', 'if-range': `"${content_hash}"` }
    assert.equal((await site.get(`/objects/${content_hash}`, { headers })).status, 206)
  })

  test('a client that has the object gets 304 whatever range it asks for, and HEAD knows no range', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/saw' })
    for (const range of ['bytes=0-1', 'bytes=99999-', 'bytes=x']) {
      const known = await site.get(`/objects/${content_hash}`, {
        headers: { range, 'if-none-match': `"${content_hash}"` },
      })
      assert.equal(known.status, 304)
      assert.equal(known.header('accept-ranges'), 'bytes')
      const head = await site.head(`/objects/${content_hash}`, { headers: { range } })
      assert.equal(head.status, 200)
      assert.equal(head.header('content-range'), null)
      assert.equal(head.header('accept-ranges'), 'bytes')
    }
  })

  test('a range tells nothing of an object that the caller may not read', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('vault', 'invited')
    const { content_hash } = await site.publish({ path: '/vault/key' })
    for (const range of ['bytes=0-1', 'bytes=99999-', 'bytes=x'])
      for (const hash of [content_hash, '0'.repeat(64)]) {
        const answer = await site.get(`/objects/${hash}`, { headers: { range, 'if-range': `"${hash}"` } })
        answer.refused('not_found')
        assert.equal(answer.header('content-range'), null)
      }
  })
})
