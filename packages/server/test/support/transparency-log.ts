import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Site } from './site.ts'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** What a checkpoint says, whose root was held to the entries. */
export interface Head {
  readonly origin: string
  readonly size: number
  readonly root: string
  /** The records' hashes in the order of the log. */
  readonly records: readonly string[]
}

/** The log as a monitor reads it: the checkpoint, and every entry below it. */
export async function readLog(site: Site): Promise<Head> {
  const { text } = await site.get('/log/checkpoint')
  const [origin = '', size = '', root = ''] = text.split('\n')
  const records = await readRecords(site, Number(size))
  const hashes = records.map((record) => sha256(Buffer.of(0), Buffer.from(record, 'hex')))
  assert.equal(treeHash(hashes).toString('base64'), root, `the root of ${size} entries`)
  return { origin, size: Number(size), root, records }
}

async function readRecords(site: Site, size: number): Promise<string[]> {
  const records: string[] = []
  while (records.length < size) {
    const width = Math.min(256, size - records.length)
    const index = String(records.length / 256).padStart(3, '0')
    const { status, bytes } = await site.get(`/log/tile/entries/${index}${width < 256 ? `.p/${width}` : ''}`)
    assert.equal(status, 200)
    assert.equal(bytes.length, width * 34)
    for (let at = 0; at < bytes.length; at += 34) {
      assert.equal(bytes.readUInt16BE(at), 32)
      records.push(bytes.toString('hex', at + 2, at + 34))
    }
  }
  return records
}

/** RFC 6962, section 2.1, of the leaves' hashes. */
export function treeHash(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes
  if (first === undefined) return sha256()
  if (hashes.length === 1) return first
  let half = 1
  while (half * 2 < hashes.length) half *= 2
  return sha256(Buffer.of(1), treeHash(hashes.slice(0, half)), treeHash(hashes.slice(half)))
}
