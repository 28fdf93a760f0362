import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Resource } from '@colophon/contract'
import { fileOf } from '../../packages/server/test/support/engines.ts'
import { hiddenThings } from '../../packages/server/test/support/hidden-things.ts'
import { register, report } from '../../packages/server/test/support/readers.ts'
import { capture } from '../../packages/server/test/support/recovery.ts'
import { openAnySite, type Site } from '../../packages/server/test/support/site.ts'
import { fillApp } from '../fill.ts'
import { TEXTS } from './texts.ts'

const SMALL_ENTRIES = 3000
const REVISIONS_OF_ONE = 60

/** Two revisions of an entry, each of the largest size. */
export interface LongPair {
  readonly text: string
  readonly entry: string
  readonly path: string
  readonly a: string
  readonly b: string
}

/** What the requests of the walk may name. */
export interface Names {
  readonly one: Partial<Record<Resource, string>>
  readonly pairs: readonly LongPair[]
  readonly entryOfMany: string
}

/** A site with the largest texts, many entries and one of everything that a path can name, written into the folder. */
export async function makeHeavySite(folder: string): Promise<Names> {
  const works: (() => Promise<void>)[] = []
  const site = await openAnySite({ after: (work) => void works.push(work) }, { topics: ['tools', 'bench'] })
  try {
    const names = await fill(site)
    const keys = JSON.stringify({ keys: [JSON.parse(site.settings.signingKey ?? '')] })
    for (const name of ['signing-key.json', 'log-key.json'])
      await writeFile(join(folder, name), keys, { mode: 0o600 })
    await site.close()
    await copyFile(fileOf(site.settings.databaseUrl), join(folder, 'colophon.db'))
    return names
  } finally {
    for (const work of works) await work()
  }
}

async function fill(site: Site): Promise<Names> {
  const pairs: LongPair[] = []
  for (const [text, body] of Object.entries(TEXTS)) {
    const path = `/tools/${text.replaceAll(' ', '-')}`
    const first = await site.publish({ path, body })
    const second = await site.publish({ path, body: everyOtherLine(body), revises: first })
    pairs.push({ text, path, entry: first.entry_id, a: first.content_hash, b: second.content_hash })
  }
  let head = await site.publish({ path: '/tools/often' })
  const entryOfMany = head.entry_id
  for (let n = 1; n < REVISIONS_OF_ONE; n += 1)
    head = await site.publish({ path: '/tools/often', body: `Text ${n}.\n`, revises: head })
  await fillApp(site.app, SMALL_ENTRIES, (n) => ({
    title: `Article ${n}`,
    summary: `About ${n}.`,
    body: `# Article ${n}\n\nWords of article ${n} about tools.\n`,
  }))
  const reader = await register(site)
  const told = await report(site, head.content_hash, { value: 'up' }, { token: reader.token })
  const { snapshot_id } = await capture(site)
  const token = await site.issue({ preset: 'contributor' })
  const one = { ...(await hiddenThings(site)), topic: 'bench', entry: entryOfMany }
  return {
    pairs,
    entryOfMany,
    one: {
      ...one,
      report: told.report_id,
      snapshot: snapshot_id,
      recovered_table: 'objects',
      catalogued: head.content_hash,
      token: token.token_id,
      log_level: 'entries',
      log_tile: '000',
    },
  }
}

function everyOtherLine(body: string): string {
  const lines = body.split('\n')
  if (lines.length < 10) return `${body.slice(0, -10)}b\n`
  return lines.map((line, n) => (n % 2 === 0 || line === '' ? line : `${line.slice(0, -1)}b`)).join('\n')
}
