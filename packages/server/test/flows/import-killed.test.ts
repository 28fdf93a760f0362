import assert from 'node:assert/strict'
import { hash, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import type { FileResult } from '@colophon/cli/import'
import { sql } from 'kysely'
import { unpackBytes } from '../../src/storage/blobs/packed-bytes.ts'
import { openStorage } from '../../src/storage/open-storage.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { type RunningCommand, startCommand } from '../support/command.ts'
import { type Files, makeFolder } from '../support/folder.ts'

const KILLS = 20
const FILES = 600
/** A kill comes after so many acknowledgements of its run at the latest, however fast the machine is. */
const LATEST_KILL = 12

/** Documents of different sizes; every tenth comes to the path of another. */
function documents(): Files {
  const names = Array.from({ length: FILES }, (_, number) =>
    number % 10 === 0 ? `Part-${number + 1}.md` : `part-${number}.md`,
  )
  return Object.fromEntries(
    names.map((name, number) => [
      name,
      `# Document ${number}\n\n${`Sentence ${number}. `.repeat(1 + (number % 97) * 4)}\n`,
    ]),
  )
}

test('an import that is killed 20 times loses nothing, leaves no halves and ends complete', async (t) => {
  const folder = await makeFolder(t, documents())
  const databaseUrl = `sqlite:${join(await makeFolder(t), 'colophon.db')}`
  const acknowledged = new Map<string, FileResult>()
  const start = () =>
    startCommand(t, ['import', folder, '--topic', 'parts', '--json'], { COLOPHON_DATABASE_URL: databaseUrl })
  for (let kill = 0; kill < KILLS; kill += 1) {
    const told = await runUntilKilled(start(), acknowledged)
    await holdsWhole(databaseUrl, told)
  }
  assert.ok(acknowledged.size > 0, 'every kill came before the first acknowledgement')
  assert.ok(acknowledged.size < FILES, 'the import was complete before the last kill')

  const last = start()
  for await (const line of last.lines) noteLine(line, acknowledged)
  assert.equal((await last.ended).code, 0)
  assert.equal(acknowledged.size, FILES)
  await holdsWhole(databaseUrl, [...acknowledged.values()])
  await isComplete(databaseUrl)
})

/** Kills without warning; answers what this run had acknowledged as published. */
async function runUntilKilled(
  command: RunningCommand,
  acknowledged: Map<string, FileResult>,
): Promise<FileResult[]> {
  const told: FileResult[] = []
  const kill = () => command.kill('SIGKILL')
  // One in five dies before or while it opens the database and reads what is there.
  if (randomInt(5) === 0) setTimeout(kill, randomInt(800))
  let left = randomInt(LATEST_KILL)
  for await (const line of command.lines) {
    const result = noteLine(line, acknowledged)
    if (result === null) continue
    told.push(result)
    if (result.outcome === 'created' && left-- === 0) kill()
  }
  await command.ended
  return told
}

/** A line that the kill cut short acknowledges nothing. */
function noteLine(line: string, acknowledged: Map<string, FileResult>): FileResult | null {
  if (!line.endsWith('}')) return null
  const result: FileResult | { created: number } = JSON.parse(line)
  if (!('file' in result)) return null
  assert.notEqual(result.outcome, 'failed', line)
  const before = acknowledged.get(result.file)
  assert.ok(before === undefined || result.outcome === 'unchanged', `published twice: ${line}`)
  assert.equal(result.content_hash, before?.content_hash ?? result.content_hash)
  acknowledged.set(result.file, result)
  return result
}

async function withStorage(databaseUrl: string, look: (storage: Storage) => Promise<void>): Promise<void> {
  const storage = await openStorage(databaseUrl)
  try {
    await look(storage)
  } finally {
    await storage.close()
  }
}

/** The database opens, is sound, and has each of these as the head of its entry, with its bytes. */
async function holdsWhole(databaseUrl: string, told: readonly FileResult[]): Promise<void> {
  await withStorage(databaseUrl, async ({ read }) => {
    const sound = await sql<{ quick_check: string }>`pragma quick_check`.execute(read)
    assert.deepEqual(
      sound.rows.map((row) => row.quick_check),
      ['ok'],
    )
    for (const { path, content_hash } of told) {
      const row = await read
        .selectFrom('entries')
        .innerJoin('revisions', 'revisions.content_hash', 'entries.content_hash')
        .innerJoin('publications', 'publications.publication_hash', 'entries.publication_hash')
        .innerJoin('blobs', 'blobs.sha256', 'entries.content_hash')
        .select(['entries.content_hash', 'blobs.bytes', 'blobs.packed'])
        .where('entries.path', '=', path)
        .executeTakeFirst()
      assert.equal(row?.content_hash, content_hash, path)
      assert.equal(hash('sha256', (row && unpackBytes(row)) ?? '', 'hex'), content_hash, path)
    }
  })
}

/** Every proposal became a candidate, every candidate was published, once. */
async function isComplete(databaseUrl: string): Promise<void> {
  await withStorage(databaseUrl, async ({ read }) => {
    for (const table of [
      'proposals',
      'candidates',
      'publications',
      'revisions',
      'entries',
      'aliases',
    ] as const) {
      const counted = await read
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirst()
      assert.equal(counted?.count, FILES, table)
    }
    const halves = await read
      .selectFrom('objects')
      .leftJoin('blobs', 'blobs.sha256', 'objects.sha256')
      .select('objects.sha256')
      .where('blobs.sha256', 'is', null)
      .execute()
    assert.deepEqual(halves, [])
  })
}
