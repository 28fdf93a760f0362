import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { beginJournal, findJournal } from './journal.ts'

const PRESS = 'https://press.example'
const page = (sha256: string, rows: number) => ({ sha256, rows })

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-journal-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

async function journalFile(folder: string): Promise<string> {
  const [name = ''] = await readdir(join(folder, 'unfinished'))
  return join(folder, 'unfinished', name)
}

test('what was noted is found again, by whoever backs up the same press', async (t) => {
  const folder = await openFolder(t)
  assert.equal(await findJournal(folder, PRESS), null)
  const journal = await beginJournal(folder, PRESS)
  await journal.noteSnapshot('a snapshot')
  await journal.notePages('topics', [page('aa', 40)])
  await journal.notePages('topics', [page('bb', 2)])
  await journal.notePages('tokens', [page('cc', 1)])
  const found = await findJournal(folder, PRESS)
  assert.equal(found?.key, journal.key)
  assert.equal(found?.snapshotId, 'a snapshot')
  assert.deepEqual(found?.fetched('topics'), { pages: ['aa', 'bb'], rows: 42 })
  assert.deepEqual(found?.fetched('audit'), { pages: [], rows: 0 })
  assert.equal(await findJournal(folder, 'https://other.example'), null)
  await found?.remove()
  assert.equal(await findJournal(folder, PRESS), null)
})

test('a last line that was cut short is done again', async (t) => {
  const folder = await openFolder(t)
  const journal = await beginJournal(folder, PRESS)
  await journal.notePages('topics', [page('aa', 40)])
  const whole = await readFile(await journalFile(folder), 'utf8')
  for (const torn of ['{"table":"topics","page":"b', '\0\0\0\0', '\n{"from":40}\n']) {
    await writeFile(await journalFile(folder), whole)
    await appendFile(await journalFile(folder), torn)
    const found = await findJournal(folder, PRESS)
    await found?.notePages('topics', [page('bb', 3)])
    const again = await findJournal(folder, PRESS)
    assert.deepEqual(again?.fetched('topics'), { pages: ['aa', 'bb'], rows: 43 }, torn)
  }
})

test('a journal whose first line is not whole asked for nothing, and is gone', async (t) => {
  const folder = await openFolder(t)
  await beginJournal(folder, PRESS)
  await writeFile(await journalFile(folder), '{"press":"https://press.ex')
  assert.equal(await findJournal(folder, PRESS), null)
  assert.deepEqual(await readdir(join(folder, 'unfinished')), [])
})

test('pages that two runs noted count once', async (t) => {
  const folder = await openFolder(t)
  const one = await beginJournal(folder, PRESS)
  const two = await findJournal(folder, PRESS)
  await one.notePages('topics', [page('aa', 40)])
  await two?.notePages('topics', [page('aa', 40)])
  await two?.notePages('topics', [page('bb', 7)])
  await one.notePages('topics', [page('bb', 7)])
  assert.deepEqual((await findJournal(folder, PRESS))?.fetched('topics'), { pages: ['aa', 'bb'], rows: 47 })
})

test('the log is the one that was noted first, also where there is none', async (t) => {
  const folder = await openFolder(t)
  const one = await beginJournal(folder, PRESS)
  const two = await findJournal(folder, PRESS)
  assert.equal(two?.log, undefined)
  const [first, second] = ['first', 'second'].map((checkpoint) => ({ checkpoint, keys: '' }))
  await one.noteLog(first ?? null)
  await two?.noteLog(second ?? null)
  for (const journal of [one, two, await findJournal(folder, PRESS)]) assert.deepEqual(journal?.log, first)
  const other = await beginJournal(folder, 'https://other.example')
  await other.noteLog(null)
  assert.equal((await findJournal(folder, 'https://other.example'))?.log, null)
})
