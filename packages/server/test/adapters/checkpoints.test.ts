import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Checkpoints } from '../../src/storage/sqlite/checkpoints.ts'

/** Pages in the log, and how many of them are in the file too. */
function logOf(database: DatabaseSync): { pages: number; copied: number } {
  const row = database.prepare('pragma wal_checkpoint(noop)').get()
  return { pages: Number(row?.log), copied: Number(row?.checkpointed) }
}

test('a long log is copied by a thread while the writer goes on, and then begun anew', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-log-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.db')
  const writer = new DatabaseSync(file)
  t.after(() => writer.close())
  writer.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table words (word text)')
  const add = writer.prepare('insert into words values (?)')
  const checkpoints = new Checkpoints(writer, file, 20)
  t.after(() => checkpoints.close())
  checkpoints.look()
  await checkpoints.settled()
  assert.equal(logOf(writer).copied, 0, 'a short log is left alone')

  while (logOf(writer).pages < 30) add.run('before')
  const { pages } = logOf(writer)
  checkpoints.look()
  add.run('meanwhile')
  await checkpoints.settled()
  assert.ok(logOf(writer).copied >= pages)
  writer.exec('begin immediate')
  checkpoints.look()
  writer.exec('rollback')
  checkpoints.look()
  assert.deepEqual(logOf(writer), { pages: logOf(writer).pages, copied: logOf(writer).pages })
  add.run('after')
  assert.ok(logOf(writer).pages < 10, 'the log begins anew')
  checkpoints.look()
  while (logOf(writer).pages < 30) add.run('again')
  checkpoints.look()
  await checkpoints.settled()
  assert.equal(logOf(writer).copied, logOf(writer).pages)
  const words = writer.prepare('select distinct word from words').all()
  assert.deepEqual(
    words.map(({ word }) => word),
    ['before', 'meanwhile', 'after', 'again'],
  )
})
