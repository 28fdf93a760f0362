import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sha256Hex } from '../../core/hash.ts'
import { packBytes, unpackBytes } from './packed-bytes.ts'

const ARTICLE = `---\nauthor: "operator"\nkind: "candidate"\n---\n\n# Hammers\n\n${'How a hammer is held. '.repeat(30)}\n`

const TEXTS: readonly (readonly [name: string, bytes: Buffer, packed: number])[] = [
  ['nothing', Buffer.alloc(0), 0],
  ['a few bytes', Buffer.from('aaaaaaaaaaaaaaaaaaaaaaaa'), 0],
  ['an article', Buffer.from(ARTICLE), 1],
  ['a record', Buffer.from(`{"format_version":1,"kind":"publication","mode":"direct","reason":null}`), 1],
  ['what cannot be shorter', randomBytes(4000), 0],
  ['as much as is packed', Buffer.alloc(32 * 1024, 'ab'), 1],
  ['more than that', Buffer.alloc(32 * 1024 + 1, 'ab'), 0],
]

for (const [name, bytes, packed] of TEXTS)
  test(`${name} comes back as it was`, () => {
    const row = packBytes(bytes)
    assert.equal(row.packed, packed)
    assert.ok(row.bytes.length <= bytes.length)
    assert.deepEqual(Buffer.from(unpackBytes(row) ?? [1]), bytes)
  })

test('rows of before are read for ever', () => {
  const row = Buffer.from(
    'AwcCpmcx3QdVH5xYXszF5ahQnFiukFxaUqwDzvCJCkX55ZC8npGfk1IMyu3FJYmVxQpFqYkpiUk5qXpc9LMJAA==',
    'base64',
  )
  assert.equal(
    sha256Hex(unpackBytes({ bytes: row, packed: 1 }) ?? ''),
    '7e249efb6be6f199f0d51895a06e9da477355cbba64e5892f033dafeb78f5299',
  )
})

test('a damaged row holds nothing, and neither does one of another form', () => {
  const { bytes } = packBytes(Buffer.from(ARTICLE))
  for (const damaged of [bytes.subarray(0, -3), Buffer.from('spoiled'), Buffer.alloc(0)])
    assert.equal(unpackBytes({ bytes: damaged, packed: 1 }), null)
  assert.equal(unpackBytes({ bytes, packed: 2 }), null)
  const large = Buffer.alloc(20, 0)
  assert.equal(unpackBytes({ bytes: large, packed: 1 }), null)
})
