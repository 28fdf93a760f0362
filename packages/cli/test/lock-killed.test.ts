import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { EMPTY_LOCK, type Pin, withPins } from '../src/lock/lock.ts'
import { changeLockFile, readLockFile } from '../src/lock/lock-file.ts'

function pinOf(number: number): Pin {
  const entry = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  return {
    kind: 'article',
    press: 'https://press.example',
    path: `/tools/n${number}`,
    entry,
    hash: 'a'.repeat(64),
  }
}

/** Adds a pin after the other, and says the number of each when it is there. */
const WRITER = `const { changeLockFile } = await import(${JSON.stringify(new URL('../src/lock/lock-file.ts', import.meta.url).href)})
const { withPins } = await import(${JSON.stringify(new URL('../src/lock/lock.ts', import.meta.url).href)})
const pinOf = ${pinOf}
const [path, from, count] = process.argv.slice(1)
for (let number = Number(from); number < Number(from) + Number(count); number += 1) {
  await changeLockFile(path, (lock) => withPins(lock, [pinOf(number)], {}))
  console.log(number)
}`

function startWriter(path: string, from: number, count: number) {
  const args = ['--input-type=module', '--eval', WRITER, '--', path, String(from), String(count)]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

test('a lock that is written while its writer is killed again and again loses nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-lock-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'colophon.lock')
  let reached = 0
  for (let kill = 0; kill < 6; kill += 1) {
    const child = startWriter(path, reached, 1e6)
    const exited = once(child, 'exit')
    let told = -1
    for await (const line of createInterface({ input: child.stdout })) {
      told = Number(line)
      if (told >= reached + 5 + kill) child.kill('SIGKILL')
    }
    await exited
    const found = await readLockFile(path)
    assert.ok(found?.isCanonical)
    const numbers = new Set(found.lock.pins.map(({ path }) => Number(path.slice('/tools/n'.length))))
    for (let number = 0; number <= told; number += 1) assert.ok(numbers.has(number), String(number))
    reached = told + 1
  }
  await changeLockFile(path, (lock) => withPins(lock, [pinOf(9999)], {}))
  assert.deepEqual(await readdir(folder), ['colophon.lock'])
})

test('writers at the same time lose nothing of each other', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-lock-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'colophon.lock')
  await changeLockFile(path, () => withPins(EMPTY_LOCK, [pinOf(0)], {}))
  const writers = [1000, 2000, 3000].map(async (from) => {
    const child = startWriter(path, from, 5)
    child.stdout.resume()
    const [code] = await once(child, 'exit')
    assert.equal(code, 0)
  })
  await Promise.all(writers)
  assert.equal((await readLockFile(path))?.lock.pins.length, 16)
})
