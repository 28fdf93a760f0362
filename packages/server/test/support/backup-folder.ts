import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CallOperation, createClient } from '@colophon/client'
import {
  createBackup,
  type Fault,
  type Progress,
  restoreBackup,
  verifyBackups,
} from '@colophon/client/node/backup'
import { canonicalJson } from '../../src/core/canonical-json.ts'
import { sha256Hex } from '../../src/core/hash.ts'
import type { Row } from './recovery.ts'
import type { Site } from './site.ts'
import { addressOf } from './verify.ts'

export const SILENT: Progress = { begin: () => {}, advance: () => {} }

export interface Requests {
  readonly call: CallOperation
  /** What was asked for so far, by method and path. */
  readonly asked: string[]
}

/** An administrator's calls of a site, and a list of them. */
export function watchedCalls(site: Site): Requests {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked.push(`${init?.method} ${new URL(String(input)).pathname}`)
    return globalThis.fetch(input, init)
  }
  return { call: createClient({ url: addressOf(site), token: site.admin, fetch }).call, asked }
}

export function backUp(site: Site, folder: string, { call } = watchedCalls(site)) {
  return createBackup({ call, press: site.url, folder, progress: SILENT })
}

/** Answers so many requests, or so many of one kind and any others, and then none. */
export function failingAfter(
  requests: number,
  { asked = [], kind = /(?:)/ }: { asked?: string[]; kind?: RegExp } = {},
): typeof globalThis.fetch {
  let left = requests
  return (input, init) => {
    const request = `${init?.method} ${new URL(String(input)).pathname}`
    if (kind.test(request)) left -= 1
    if (left < 0) return Promise.reject(new TypeError('the network is down'))
    asked.push(request)
    return globalThis.fetch(input, init)
  }
}

export function restoreInto(
  site: Site,
  folder: string,
  { call } = watchedCalls(site),
  wish: { backup?: string; job?: string; report?: (fault: Fault) => void } = {},
) {
  const { backup = null, job = null, report = () => {} } = wish
  return restoreBackup({ call, folder, backup, job, progress: SILENT, report })
}

/** What is wrong with the backups of a folder, and which of them are whole. */
export async function check(folder: string, backup: string | null = null) {
  const faults: Fault[] = []
  const report = (fault: Fault) => void faults.push(fault)
  const backups = await verifyBackups({ folder, backup, progress: SILENT, report })
  return { faults, whole: backups.map(({ manifest }) => manifest !== null) }
}

/** Every file below a folder, relative to it. */
export async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name).slice(folder.length + 1))
    .sort()
}

interface Manifest {
  tables: { name: string; rows: number; index: string }[]
  blobs: { count: number; bytes: number }
  [name: string]: unknown
}

/** Everything that a backup says. */
export interface Contents {
  manifest: Manifest
  tables: Map<string, Row[]>
}

export async function newestManifest(folder: string): Promise<string> {
  const [name = ''] = (await readdir(join(folder, 'manifests'))).sort().reverse()
  return join('manifests', name)
}

/** Of the newest backup of a folder. */
export async function readContents(folder: string): Promise<Contents> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, await newestManifest(folder)), 'utf8'))
  const tables = new Map<string, Row[]>()
  for (const { name, index } of manifest.tables) tables.set(name, await readRows(folder, index))
  return { manifest, tables }
}

async function readRows(folder: string, index: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let next: string | null = index; next !== null; ) {
    const page: { pages: string[]; next: string | null } = await readPage(folder, next)
    for (const hash of page.pages) rows.push(...(await readPage(folder, hash)).rows)
    next = page.next
  }
  return rows
}

export const fileOf = (material: 'pages' | 'blobs', sha256: string) =>
  join(material, sha256.slice(0, 2), sha256)

export async function readPage(folder: string, sha256: string) {
  return JSON.parse(await readFile(join(folder, fileOf('pages', sha256)), 'utf8'))
}

/** Writes a page under its hash; answers that. */
export async function forgePage(folder: string, page: unknown): Promise<string> {
  const text = typeof page === 'string' ? page : canonicalJson(page)
  const sha256 = sha256Hex(text)
  await mkdir(join(folder, 'pages', sha256.slice(0, 2)), { recursive: true })
  await writeFile(join(folder, fileOf('pages', sha256)), text)
  return sha256
}

/** The index of a table that is made of these pages. */
export function forgeIndex(folder: string, table: string, pages: readonly string[]): Promise<string> {
  return forgePage(folder, { kind: 'index', table, pages, next: null })
}

/** The index of a table that has these rows, forty to a page. */
export async function forgeTable(folder: string, table: string, rows: readonly Row[]): Promise<string> {
  const pages: string[] = []
  for (let place = 0; place < rows.length; place += 40)
    pages.push(await forgePage(folder, { kind: 'rows', table, rows: rows.slice(place, place + 40) }))
  return forgeIndex(folder, table, pages)
}

/** The newest backup of its folder, whatever it says. */
export async function forgeManifest(folder: string, manifest: Manifest): Promise<string> {
  const text = canonicalJson({ ...manifest, created_at: '2099-01-01T00:00:00.000Z' })
  const name = join('manifests', `2099-01-01T000000.000Z.${sha256Hex(text)}.json`)
  await writeFile(join(folder, name), text)
  return name
}
