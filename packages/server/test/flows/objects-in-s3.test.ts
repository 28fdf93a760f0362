import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, type TestContext, test } from 'node:test'
import { S3mini } from 's3mini'
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
      for (const each of [site, other]) {
        const { items } = (await each.get('/api/v1/search?q=cutting+wood&limit=9')).as('search')
        assert.equal(items.length, 6)
        for (const { path, excerpt } of items)
          assert.equal(excerpt, `Saws Saw number ${path.slice('/tools/s'.length)} cuts wood.`)
      }
    })

    test('a lost object costs a search one excerpt, and is a fault with a code where it is read', async (t) => {
      const prefix = randomUUID()
      const lines: string[] = []
      const kept = new Map<string, Buffer>()
      const site = await openAnySite(t, {
        topics: ['tools'],
        blobs: s3Setting(server, prefix).url,
        write: (line) => lines.push(line),
      })
      const [sound, missing, altered] = [
        await site.publish({ path: '/tools/sound', body: 'A sound saw.\n' }),
        await site.publish({ path: '/tools/missing', body: 'A missing saw.\n' }),
        await site.publish({ path: '/tools/altered', body: 'An altered saw.\n' }),
      ]
      // Indexes all three, and reads the text of none.
      ;(await site.get('/api/v1/search?q=nothing')).as('search')
      const bucket = new S3mini({ ...server, endpoint: `${server.endpoint}/${server.bucket}` })
      const keyOf = (hash: string) => `${prefix}/${hash.slice(0, 2)}/${hash.slice(2)}`
      await bucket.deleteObject(keyOf(missing.content_hash))
      await bucket.putObject(keyOf(altered.content_hash), 'other bytes')

      const { items } = (await site.get('/api/v1/search?q=saw')).as('search')
      assert.deepEqual(
        new Map(items.map(({ path, excerpt }) => [path, excerpt])),
        new Map([
          ['/tools/sound', 'A sound saw.'],
          ['/tools/missing', ''],
          ['/tools/altered', ''],
        ]),
      )
      const logged = new Set(lines.map((line) => JSON.parse(line).code))
      assert.ok(logged.has('object_missing') && logged.has('object_altered'))
      const lost = { object_missing: missing.content_hash, object_altered: altered.content_hash }
      for (const [code, hash] of Object.entries(lost)) {
        kept.set(hash, Buffer.from(site.app.bytes.get(hash) ?? []))
        site.app.bytes.delete(hash)
        lines.length = 0
        ;(await site.get(`/objects/${hash}`)).refused('overloaded')
        assert.ok(
          lines.some((line) => JSON.parse(line).code === code),
          code,
        )
        const figures = await site.app.telemetry.metrics.text()
        assert.match(figures, new RegExp(`lost_objects_total\\{code="${code}",worker="0"\\} 2`))
      }
      assert.equal((await site.get(`/objects/${sound.content_hash}`)).status, 200)
      await bucket.putObject(keyOf(missing.content_hash), kept.get(missing.content_hash) ?? '')
      // Another address: anonymous answers are kept until the next commit.
      const mended = (await site.get('/api/v1/search?q=saw&limit=5')).as('search')
      assert.equal(mended.items.find(({ path }) => path === '/tools/missing')?.excerpt, 'A missing saw.')
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
