import assert from 'node:assert/strict'
import { cp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonicalJson } from '../../src/core/canonical-json.ts'
import {
  backUp,
  type Contents,
  check,
  fileOf,
  forgeIndex,
  forgeManifest,
  forgePage,
  forgeTable,
  newestManifest,
  readContents,
  readPage,
  restoreInto,
  watchedCalls,
} from '../support/backup-folder.ts'
import { makeFolder } from '../support/folder.ts'
import type { Row } from '../support/recovery.ts'
import { describeSites } from '../support/site.ts'

/** A backup to be damaged: some of its files, and what it says. */
interface Victim extends Contents {
  readonly folder: string
  readonly indexPage: string
  readonly rowsPage: string
  readonly otherRowsPage: string
  readonly blob: string
  readonly otherBlob: string
  readonly manifestFile: string
}

/** What is done to it, and what is said of which files then. */
type Damage = (victim: Victim) => Promise<readonly (readonly [file: string, fault: RegExp])[]>

const WRONG_HASH = /^has the SHA-256 [0-9a-f]{64}$/

const DAMAGES: Record<string, Damage> = {
  ...onEachFile('a flipped bit', WRONG_HASH, async (path) => {
    const bytes = await readFile(path)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4
    await writeFile(path, bytes)
  }),
  ...onEachFile('no bytes', WRONG_HASH, (path) => truncate(path)),
  'a missing page of rows': async ({ folder, rowsPage }) => {
    await rm(join(folder, rowsPage))
    return [[rowsPage, /^is missing$/]]
  },
  'a missing index': async ({ folder, indexPage }) => {
    await rm(join(folder, indexPage))
    return [[indexPage, /^is missing$/]]
  },
  'a missing object': async ({ folder, blob }) => {
    await rm(join(folder, blob))
    return [[blob, /^is missing$/]]
  },
  'two pages in each other’s place': async ({ folder, rowsPage, otherRowsPage }) => {
    await swap(folder, rowsPage, otherRowsPage)
    return [
      [rowsPage, WRONG_HASH],
      [otherRowsPage, WRONG_HASH],
    ]
  },
  'two objects in each other’s place': async ({ folder, blob, otherBlob }) => {
    await swap(folder, blob, otherBlob)
    return [
      [blob, WRONG_HASH],
      [otherBlob, WRONG_HASH],
    ]
  },
  'a manifest of another moment under its name': async ({ folder, manifestFile, manifest }) => {
    await writeFile(
      join(folder, manifestFile),
      canonicalJson({ ...manifest, created_at: '2026-01-01T00:00:00.000Z' }),
    )
    return [[manifestFile, WRONG_HASH]]
  },
}

/** The same damage to a file of each kind. */
function onEachFile(
  name: string,
  fault: RegExp,
  work: (path: string) => Promise<void>,
): Record<string, Damage> {
  const kinds = ['manifestFile', 'indexPage', 'rowsPage', 'blob'] as const
  return Object.fromEntries(
    kinds.map((kind) => [
      `${name} in a ${kind}`,
      async (victim: Victim) => {
        await work(join(victim.folder, victim[kind]))
        return [[victim[kind], fault]] as const
      },
    ]),
  )
}

async function swap(folder: string, one: string, other: string): Promise<void> {
  await rename(join(folder, one), join(folder, 'aside'))
  await rename(join(folder, other), join(folder, one))
  await rename(join(folder, 'aside'), join(folder, other))
}

type Change = (rows: readonly Row[]) => Row[]

/** What somebody may write whose hashes are all right. */
const FORGERIES: Record<string, Damage> = {
  'rows out of order': forgeRows(
    'tokens',
    (rows) => rows.toReversed(),
    /^has a row 1 .* not come after the row before it$/,
  ),
  'a row twice': forgeRows(
    'tokens',
    (rows) => [...rows.slice(0, 1), ...rows],
    /^has a row 1 .* not come after/,
  ),
  'a column that nobody knows': forgeRows(
    'tokens',
    (rows) => rows.map((row) => ({ ...row, role: 'administrator' })),
    /^has a row 0 of tokens that has the column role, which tokens has not$/,
  ),
  'a page that is not canonical': forgePages(
    ({ tables }) => JSON.stringify({ table: 'topics', rows: tables.get('topics'), kind: 'rows' }),
    /^is not canonical JSON$/,
  ),
  'a page of another table': forgePages(
    () => ({ kind: 'rows', table: 'policies', rows: [] }),
    /^is a page of rows of policies, where one of rows of topics belongs$/,
  ),
  'an index in the place of rows': forgePages(
    () => ({ kind: 'index', table: 'topics', pages: [], next: null }),
    /^is a page of index of topics, where one of rows of topics belongs$/,
  ),
  'an empty page': forgePages(() => ({ kind: 'rows', table: 'topics', rows: [] }), /^has no rows$/),
  'an object that is not there': forgeObjects(
    (rows) => [...rows, { ...rows[0], sha256: 'f'.repeat(64) }],
    () => 'f'.repeat(64),
    /^is missing$/,
  ),
  'an object that is listed with another size': forgeObjects(
    ([first, ...rest]) => [{ ...first, size: 1 }, ...rest],
    ([first]) => String(first?.sha256),
    /^has \d+ bytes, and is listed with 1$/,
  ),
  'a row less than is counted': forgeFacts(
    ({ tables }) => ({
      tables: tables.map((table) => ({ ...table, rows: table.rows + (table.name === 'tokens' ? 1 : 0) })),
    }),
    /^counts 3 rows of tokens, and its pages have 2$/,
  ),
  'a table less': forgeFacts(({ tables }) => ({ tables: tables.slice(1) }), /^lacks the table objects$/),
  'a table twice': forgeFacts(
    ({ tables }) => ({ tables: [...tables, ...tables.slice(0, 1)] }),
    /^names a table twice$/,
  ),
  'a table that is not recovered': forgeFacts(
    ({ tables }) => ({ tables: [...tables, { name: 'sessions', rows: 0, index: 'a'.repeat(64) }] }),
    /^names the table sessions, which is not recovered$/,
  ),
  'a newer schema': forgeFacts(
    () => ({ schema_version: 999 }),
    /^is of schema version 999, .* use a newer one$/,
  ),
  'an older schema': forgeFacts(() => ({ schema_version: 1 }), /^is of schema version 1, /),
  'another version': forgeFacts(() => ({ version: 3 }), /^is not a manifest of version 2$/),
  'a member more': forgeFacts(() => ({ signed: true }), /^is not a manifest of version 2$/),
  'other bytes of blobs': forgeFacts(
    ({ blobs }) => ({ blobs: { ...blobs, bytes: blobs.bytes + 1 } }),
    /^counts \d+ bytes of blobs, and they have \d+$/,
  ),
}

function forgeRows(table: string, change: Change, fault: RegExp): Damage {
  return async ({ folder, manifest, tables }) => {
    const rows = change(tables.get(table) ?? [])
    const index = await forgeTable(folder, table, rows)
    await forgeManifest(folder, withTable(manifest, { name: table, rows: rows.length, index }))
    return [[fileOf('pages', (await readPage(folder, index)).pages[0]), fault]]
  }
}

function forgePages(page: (victim: Victim) => unknown, fault: RegExp): Damage {
  return async (victim) => {
    const sha256 = await forgePage(victim.folder, page(victim))
    const index = await forgeIndex(victim.folder, 'topics', [sha256])
    await forgeManifest(victim.folder, withTable(victim.manifest, { name: 'topics', rows: 0, index }))
    return [[fileOf('pages', sha256), fault]]
  }
}

function forgeObjects(change: Change, named: (rows: readonly Row[]) => string, fault: RegExp): Damage {
  return async ({ folder, manifest, tables }) => {
    const rows = change(tables.get('objects') ?? [])
    const index = await forgeTable(folder, 'objects', rows)
    const bytes = rows.reduce((sum, { size }) => sum + Number(size), 0)
    await forgeManifest(folder, {
      ...withTable(manifest, { name: 'objects', rows: rows.length, index }),
      blobs: { count: rows.length, bytes },
    })
    return [[fileOf('blobs', named(rows)), fault]]
  }
}

function forgeFacts(facts: (manifest: Contents['manifest']) => object, fault: RegExp): Damage {
  return async ({ folder, manifest }) => [
    [await forgeManifest(folder, { ...manifest, ...facts(manifest) }), fault],
  ]
}

function withTable(manifest: Contents['manifest'], table: Contents['manifest']['tables'][number]) {
  return { ...manifest, tables: manifest.tables.map((one) => (one.name === table.name ? table : one)) }
}

async function chooseVictim(folder: string): Promise<Victim> {
  const contents = await readContents(folder)
  const index = (table: string) => contents.manifest.tables.find(({ name }) => name === table)?.index ?? ''
  const pageOf = async (table: string) => fileOf('pages', (await readPage(folder, index(table))).pages[0])
  const [blob, otherBlob] = (contents.tables.get('objects') ?? []).map(({ sha256 }) => String(sha256))
  return {
    ...contents,
    folder,
    indexPage: fileOf('pages', index('tokens')),
    rowsPage: await pageOf('tokens'),
    otherRowsPage: await pageOf('topics'),
    blob: fileOf('blobs', blob ?? ''),
    otherBlob: fileOf('blobs', otherBlob ?? ''),
    manifestFile: await newestManifest(folder),
  }
}

describeSites((sites) => {
  test('whatever is wrong with a backup is named by its file, and keeps a restore from beginning', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const target = await sites.open(t)
    await site.publish({ path: '/tools/hammer' })
    await site.issue()
    const sound = await makeFolder(t)
    await backUp(site, sound)
    for (const [name, damage] of Object.entries({ ...DAMAGES, ...FORGERIES }))
      await t.test(name, async (one) => {
        const folder = await makeFolder(one)
        await cp(sound, folder, { recursive: true })
        const expected = await damage(await chooseVictim(folder))
        const newest = (await newestManifest(folder)).slice('manifests/'.length)
        for (const { faults, whole } of [await check(folder), await check(folder, newest)]) {
          assert.deepEqual(faults.map(({ file }) => file).sort(), expected.map(([file]) => file).sort())
          for (const [file, fault] of expected)
            assert.match(faults.find((found) => found.file === file)?.fault ?? '', fault)
          assert.equal(whole.at(-1), false)
        }
        const told: string[] = []
        const calls = watchedCalls(target)
        const report = ({ file }: { file: string }) => void told.push(file)
        await assert.rejects(restoreInto(target, folder, calls, { report }), /is damaged: nothing/)
        assert.deepEqual(told.sort(), expected.map(([file]) => file).sort())
        assert.ok(!calls.asked.some((request) => request.startsWith('POST')))
      })
  })
})
