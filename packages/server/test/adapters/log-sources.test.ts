import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '@colophon/client'
import { type LogSource, siteLog, verifyLog } from '@colophon/client/log'
import { backupLog, mirrorLog } from '@colophon/client/node/log'
import { LogInconsistent, LogRefused, type Tile } from '@colophon/log'
import fc from 'fast-check'
import { backUp, SILENT } from '../support/backup-folder.ts'
import { decideOn } from '../support/changes.ts'
import type { Cleanup } from '../support/engines.ts'
import { makeFolder } from '../support/folder.ts'
import { mirrorInto } from '../support/mirror.ts'
import { openAnySite, type Site } from '../support/site.ts'
import { treeHash } from '../support/transparency-log.ts'

const PUBLISHED = 300

/** A server, where its log can be read, and hashes that are about leaves of it. */
interface Read {
  readonly site: Site
  readonly sources: Readonly<Record<string, LogSource>>
  readonly revision: string
  readonly records: readonly string[]
}

let read: Promise<Read> | null = null
const removals: (() => Promise<void>)[] = []

// Registered here, at the root: inside the test that comes first it would run at the end of that test.
after(async () => {
  for (const remove of removals.reverse()) await remove()
})

/** One for every test of this file: none of them changes it. */
function openSources(): Promise<Read> {
  read ??= makeSources({ after: (work) => void removals.push(work) })
  return read
}

async function makeSources(t: Cleanup): Promise<Read> {
  const site = await openAnySite(t, { topics: ['tools'] })
  const saw = await site.publish({ path: '/tools/saw' })
  for (let made = 2; made < PUBLISHED; made += 1) await site.publish({ path: `/tools/n${made}` })
  const retired = await decideOn(site, saw.content_hash, 'retired')
  const folder = await makeFolder(t)
  await mirrorInto(join(folder, 'mirror'), site.url)
  await backUp(site, join(folder, 'backup'))
  return {
    site,
    sources: {
      press: siteLog(createClient({ url: site.url }).call, 'the press'),
      mirror: await mirrorLog(join(folder, 'mirror')),
      backup: await backupLog(join(folder, 'backup')),
    },
    revision: saw.content_hash,
    records: [saw.publication_hash, retired],
  }
}

const TILES: readonly Tile[] = [
  { level: 0, index: 0, width: 256 },
  { level: 0, index: 1, width: 44 },
  { level: 1, index: 0, width: 1 },
  { level: 'entries', index: 0, width: 256 },
  { level: 'entries', index: 1, width: 44 },
]

const bytesOf = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes))

test('a press, its mirror and its backup tell the same of its log, and what one lacks none has', async () => {
  const { site, sources, revision, records } = await openSources()
  const [first, last] = records.map((record_hash, place) => ({ index: place * (PUBLISHED - 1), record_hash }))
  for (const [name, source] of Object.entries(sources)) {
    assert.equal(await source.checkpoint(), (await site.get('/log/checkpoint')).text, name)
    assert.equal(await source.keys(), (await site.get('/log/keys')).text, name)
    for (const tile of TILES)
      assert.deepEqual(
        bytesOf(await source.tile(tile)),
        bytesOf((await sources.press?.tile(tile)) ?? null),
        `${name} ${JSON.stringify(tile)}`,
      )
    for (const { level, index } of TILES)
      for (const missing of [
        { level, index: index + 5, width: 256 },
        { level, index: 1, width: 45 },
      ])
        assert.equal(await source.tile(missing), null, `${name} ${JSON.stringify(missing)}`)
    assert.deepEqual(await source.leavesOf(revision, PUBLISHED), [first, last], name)
    assert.deepEqual(await source.leavesOf(records[1] ?? '', PUBLISHED), [last], name)
    assert.deepEqual((await source.leavesOf('a'.repeat(64), PUBLISHED)) ?? [], [], name)
    const record = await source.record(records[0] ?? '')
    assert.deepEqual(bytesOf(record), (await site.get(`/objects/${records[0]}`)).bytes, name)
    assert.equal(await source.record('a'.repeat(64)), null, name)
  }
})

test('two histories are told when there are two, and not when a tile was altered', async () => {
  const { sources } = await openSources()
  const source = sources.press ?? assert.fail()
  const about = { press: source, folder: null, key: null, progress: SILENT, hashes: [] }
  const { key, checkpoint } = await verifyLog({ ...about, seen: null })
  const hashes = Buffer.from((await source.tile({ level: 0, index: 0, width: 256 })) ?? [])
  for (const size of [1, 64, 100, 255, 256]) {
    const leaves = Array.from({ length: size }, (_leaf, place) =>
      hashes.subarray(place * 32, place * 32 + 32),
    )
    const seenWith = (root: Buffer) => ({ key, checkpoint: { ...checkpoint, size, root, signed: 'seen' } })
    const seen = seenWith(treeHash(leaves))
    assert.equal((await verifyLog({ ...about, seen })).compared, 'newer')
    const another = seenWith(Buffer.alloc(32))
    const split = (error: Error) =>
      error instanceof LogInconsistent && error.checkpoints.join() === `seen,${checkpoint.signed}`
    await assert.rejects(verifyLog({ ...about, seen: another }), split)
    // A whole tile of leaves is not read for what ends with it.
    if (size === 256) continue
    const tile: LogSource['tile'] = async (wanted) => {
      const bytes = await source.tile(wanted)
      return wanted.index === 0 && wanted.width === 256 && bytes ? Buffer.from(bytes).fill(7, 0, 8000) : bytes
    }
    const isPlain = (error: Error) => error instanceof LogRefused && !(error instanceof LogInconsistent)
    for (const before of [seen, another])
      await assert.rejects(verifyLog({ ...about, press: { ...source, tile }, seen: before }), isPlain)
  }
})

test('whatever bit a source has altered, nothing else than the truth is proven', async () => {
  const { sources, revision, records } = await openSources()
  const source = sources.backup ?? assert.fail()
  const prove = (from: LogSource) => {
    const about = { press: from, folder: null, key: null, seen: null, progress: SILENT }
    return verifyLog({ ...about, hashes: [revision, ...records] })
  }
  const truth = await prove(source)
  assert.deepEqual(
    truth.objects.map(({ fault, leaves }) => [fault, leaves.length]),
    [
      [null, 2],
      [null, 1],
      [null, 1],
    ],
  )
  let refusals = 0
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 12 }), fc.nat(), fc.nat({ max: 7 }), async (answer, place, bit) => {
      try {
        const { checkpoint, objects } = await prove(spoiled(source, { answer, place, bit }))
        assert.equal(checkpoint.size, truth.checkpoint.size)
        for (const [which, object] of objects.entries())
          if (object.fault === null) assert.deepEqual(object, truth.objects[which])
          else refusals += 1
      } catch (error) {
        if (!(error instanceof LogRefused)) throw error
        refusals += 1
      }
    }),
    { numRuns: 200 },
  )
  assert.ok(refusals > 100, `only ${refusals} were refused`)
})

/** One answer in a row has a bit that is another. */
function spoiled(
  source: LogSource,
  { answer, place, bit }: Record<'answer' | 'place' | 'bit', number>,
): LogSource {
  let answers = 0
  const spoil = (bytes: Uint8Array | null) => {
    answers += 1
    if (bytes === null || answers !== answer + 1) return bytes
    const altered = Buffer.from(bytes)
    const at = place % altered.length
    altered[at] = (altered[at] ?? 0) ^ (1 << bit)
    return altered
  }
  const spoilText = (text: string | null) =>
    text === null ? null : Buffer.from(spoil(Buffer.from(text)) ?? []).toString()
  return {
    ...source,
    checkpoint: async () => spoilText(await source.checkpoint()),
    tile: async (tile) => spoil(await source.tile(tile)),
    record: async (sha256) => spoil(await source.record(sha256)),
    async leavesOf(sha256, size) {
      answers += 1
      const told = await source.leavesOf(sha256, size)
      const move = answers === answer + 1 ? place % size : 0
      return told?.map(({ index, record_hash }) => ({ index: (index + move) % size, record_hash })) ?? null
    },
  }
}
