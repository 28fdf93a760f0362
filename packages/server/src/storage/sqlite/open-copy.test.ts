import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createCopyReader } from './open-copy.ts'

test('a copy is read while its file has its name, and another in its turn', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-copy-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const placeOf = (name: string) => join(folder, name)
  for (const name of ['one', 'two']) {
    const copy = new DatabaseSync(placeOf(name))
    copy.exec(`create table names as select '${name}' as name`)
    copy.close()
  }
  const reader = createCopyReader()
  t.after(reader.close)
  const read = (name: string) =>
    reader.all(placeOf(name), 'select * from names where name <> ?', ['none']).map((row) => row.name)
  for (const name of ['one', 'one', 'two', 'one', 'two']) assert.deepEqual(read(name), [name])
  // Another process removes it.
  rmSync(placeOf('two'))
  assert.throws(() => read('two'), /unable to open/)
  assert.deepEqual(read('one'), ['one'])
  reader.close()
  assert.deepEqual(read('one'), ['one'])
})
