import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readInPieces } from './read-in-pieces.ts'

/** Reads objects of some lengths by their names, `name:length`, and tells what was asked for together. */
async function readAll(names: readonly (string | null)[]) {
  const pieces: string[][] = []
  const readBytes = async (hashes: readonly string[]) => {
    pieces.push([...hashes])
    const found = hashes.filter((name) => !name.startsWith('lost'))
    return new Map(found.map((name) => [name, new Uint8Array(Number(name.split(':')[1]))]))
  }
  const read: [string | null, number | undefined][] = []
  for await (const { asked, bytes } of readInPieces(readBytes, names, (name) => name))
    read.push([asked, bytes?.length])
  return { pieces, read }
}

test('each comes in its order, without bytes where there are none', async () => {
  const { read } = await readAll(['a:1', null, 'lost', 'b:2'])
  assert.deepEqual(read, [
    ['a:1', 1],
    [null, undefined],
    ['lost', undefined],
    ['b:2', 2],
  ])
})

test('small ones are read together, large ones one by one', async () => {
  const small = Array.from({ length: 40 }, (_, n) => `s${n}:100`)
  const large = Array.from({ length: 4 }, (_, n) => `l${n}:${1 << 20}`)
  const sizes = ({ pieces }: { pieces: string[][] }) => pieces.map(({ length }) => length)
  assert.deepEqual(sizes(await readAll(small)), [1, 16, 16, 7])
  assert.deepEqual(sizes(await readAll(large)), [1, 1, 1, 1])
})
