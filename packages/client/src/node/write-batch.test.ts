import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Durability } from './durable.ts'
import { openBatch } from './write-batch.ts'

async function makeFolder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'colophon-batch-'))
  t.after(() => rm(path, { recursive: true, force: true }))
  await mkdir(join(path, 'unnamed'))
  return path
}

const optionsOf = (path: string) => ({ path, unnamed: 'unnamed', mode: 0o600, modeOfFolders: 0o700 })
const bytesOf = (text: string) => Buffer.from(text)

/** The names that have bytes, without those that are not final. */
async function filesIn(path: string): Promise<string[]> {
  const all = await readdir(path, { recursive: true, withFileTypes: true })
  return all
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name).slice(path.length + 1))
    .sort()
}

/** A disk that says what was asked of it, and refuses where it is told to. */
function watchedDisk(look: (asked: 'files' | 'folders', paths: readonly string[]) => Promise<void>) {
  const disk: Durability = {
    ofFiles: (paths) => look('files', paths),
    ofFolders: (paths) => look('folders', paths),
  }
  return disk
}

test('a file has its name only when the bytes of its whole batch are durable', async (t) => {
  const path = await makeFolder(t)
  const seen: string[][] = []
  const disk = watchedDisk(async (asked, paths) => {
    const named = (await filesIn(path)).filter((name) => !name.startsWith('unnamed/'))
    seen.push([asked, `${paths.length}`, ...named])
    if (asked === 'files')
      for (const place of paths) assert.match(await readFile(place, 'utf8'), /^(one|two)$/)
  })
  const batch = openBatch(optionsOf(path), disk)
  await batch.write('a/one', bytesOf('one'))
  await batch.write('b/c/two', bytesOf('two'))
  await batch.sync()
  // The folders a, b, b/c, and the one that they are in.
  assert.deepEqual(seen, [
    ['files', '2'],
    ['folders', '4', 'a/one', 'b/c/two'],
  ])
  assert.deepEqual(await filesIn(path), ['a/one', 'b/c/two'])
})

test('what was taken is found until it has its name, and the last bytes of a place stay', async (t) => {
  const path = await makeFolder(t)
  const batch = openBatch(optionsOf(path))
  await batch.write('a', bytesOf('first'))
  await batch.write('a', bytesOf('last'))
  assert.equal(String(batch.find('a')), 'last')
  assert.equal(batch.find('b'), undefined)
  await batch.settle()
  assert.equal(batch.find('a'), undefined)
  assert.equal(await readFile(join(path, 'a'), 'utf8'), 'last')
  await batch.write('a', bytesOf('again'))
  await batch.settle()
  assert.equal(await readFile(join(path, 'a'), 'utf8'), 'again')
})

test('many files are written by many at once, each whole, without being asked to settle for each', async (t) => {
  const path = await makeFolder(t)
  const batch = openBatch(optionsOf(path))
  const names = Array.from({ length: 1500 }, (_, place) => `${place % 16}/${place}`)
  await Promise.all(names.map((name) => batch.write(name, bytesOf(name))))
  assert.ok((await filesIn(path)).length > 0)
  await batch.sync()
  assert.deepEqual(await filesIn(path), [...names].sort())
  for (const name of names) assert.equal(await readFile(join(path, name), 'utf8'), name)
})

test('a disk that refuses leaves neither names nor files without one, and whoever writes on is told', async (t) => {
  const path = await makeFolder(t)
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  let isFull = false
  const disk = watchedDisk(async () => {
    if (isFull) throw full
  })
  const batch = openBatch(optionsOf(path), disk)
  await batch.write('kept', bytesOf('kept'))
  await batch.settle()
  isFull = true
  await batch.write('lost', bytesOf('lost'))
  await assert.rejects(batch.settle(), /no room left/)
  await assert.rejects(batch.write('more', bytesOf('more')), /no room left/)
  await assert.rejects(batch.sync(), /no room left/)
  assert.deepEqual(await filesIn(path), ['kept'])
})

test('a folder that may not be written is told with what the system said', async (t) => {
  if (process.getuid?.() === 0) return t.skip('nothing is closed to root')
  const path = await makeFolder(t)
  chmodSync(join(path, 'unnamed'), 0o500)
  const batch = openBatch(optionsOf(path))
  await batch.write('a', bytesOf('a'))
  await assert.rejects(batch.settle(), { code: 'EACCES' })
  chmodSync(join(path, 'unnamed'), 0o700)
})
