import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDurability } from './durable.ts'

test('few and many files and folders are made durable, also where no program for all of them is found', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-durable-'))
  t.after(() => rm(folder, { recursive: true }))
  const paths = Array.from({ length: 100 }, (_, place) => join(folder, `${place}`))
  for (const path of paths) await writeFile(path, path)
  const { PATH } = process.env
  t.after(() => {
    process.env.PATH = PATH
  })
  for (const path of [PATH, join(folder, 'nothing')]) {
    process.env.PATH = path
    const durability = openDurability(folder)
    for (const some of [[], paths.slice(0, 3), paths]) await durability.ofFiles(some)
    await durability.ofFolders(paths.map(() => folder))
    // A file that is gone is no durable one; a whole file system that is has no say in it.
    await assert.rejects(durability.ofFiles([join(folder, 'absent')]), { code: 'ENOENT' })
  }
})

test('a file system that could not be made durable after all is told', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-durable-'))
  t.after(() => rm(folder, { recursive: true }))
  const { PATH } = process.env
  t.after(() => {
    process.env.PATH = PATH
  })
  const program = (code: number) =>
    writeFile(join(folder, 'sync'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o700 })
  process.env.PATH = folder
  await program(0)
  const paths = Array.from({ length: 40 }, () => join(folder, 'sync'))
  const durability = openDurability(folder)
  await durability.ofFolders(paths.map(() => folder))
  await program(1)
  await assert.rejects(durability.ofFiles(paths), /could not be made durable: sync ended with 1/)
  // One that never could is not asked again: each file by itself.
  await openDurability(folder).ofFiles(paths)
})
