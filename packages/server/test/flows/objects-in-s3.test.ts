import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, type TestContext, test } from 'node:test'
import { sha256Hex } from '../../src/core/hash.ts'
import { isS3Optional, s3Setting, startS3Server } from '../support/s3-server.ts'
import { openAnySite } from '../support/site.ts'

const server = await startS3Server()
if ('missing' in server) {
  test('objects in S3', { skip: isS3Optional() && server.missing }, () => {
    throw new Error(server.missing)
  })
} else {
  after(() => server.stop())
  Object.assign(process.env, s3Setting(server, '').environment)
  // On SQLite; the flows about objects have them in S3 on PostgreSQL.
  describe('sqlite', () => {
    const open = (t: TestContext) =>
      openAnySite(t, { topics: ['tools'], blobs: s3Setting(server, randomUUID()).url })

    test('what is published is read back from the bucket, by a press that has it not in memory', async (t) => {
      const site = await open(t)
      const first = await site.publish({ path: '/tools/saw', body: '# Sägen\n' })
      const second = await site.publish({ path: '/tools/saw', revises: first })
      const other = await site.second(t)
      for (const { content_hash, publication_hash } of [first, second])
        for (const hash of [content_hash, publication_hash])
          assert.equal(sha256Hex((await other.get(`/objects/${hash}`)).bytes), hash)
      const third = await other.publish({ path: '/tools/saw', revises: second })
      assert.equal((await site.get(`/api/v1/objects/${third.content_hash}`)).status, 200)
      assert.equal((await site.get('/readyz')).status, 200)
    })

    test('search reads what it indexes and what it shows from the bucket', async (t) => {
      const site = await open(t)
      const bodies = Array.from({ length: 6 }, (_, place) => `# Saws\n\nSaw **number ${place}** cuts wood.\n`)
      for (const [place, body] of bodies.entries()) await site.publish({ path: `/tools/s${place}`, body })
      const other = await site.second(t)
      for (const press of [site, other]) {
        const { items } = (await press.get('/api/v1/search?q=cutting+wood&limit=9')).as('search')
        assert.equal(items.length, 6)
        for (const { path, excerpt } of items)
          assert.equal(excerpt, `Saws Saw number ${path.slice('/tools/s'.length)} cuts wood.`)
      }
    })

    test('ten publications at once are all there', async (t) => {
      const site = await open(t)
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, place) => site.publish({ path: `/tools/n${place}` })),
      )
      const other = await site.second(t)
      for (const { content_hash } of made)
        assert.equal(sha256Hex((await other.get(`/objects/${content_hash}`)).bytes), content_hash)
    })
  })
}
