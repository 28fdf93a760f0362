import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pack, unpack } from './packed.ts'

test('what was packed is there again, wherever its bytes lie', () => {
  for (const about of [null, { heading: 'Säge ⟨U+202E⟩ 🪚', level: 2 }])
    for (const length of [0, 1, 70_000]) {
      const bytes = new Uint8Array(length).map((_, at) => at % 251)
      const packed = pack(about, bytes)
      const longer = new Uint8Array(packed.length + 7)
      longer.set(packed, 5)
      assert.equal(packed.buffer.byteLength, packed.length)
      for (const place of [packed, longer.subarray(5, 5 + packed.length)])
        assert.deepEqual(unpack(place), { about, bytes })
    }
})
