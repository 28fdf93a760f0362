import { setImmediate as nextTurn } from 'node:timers/promises'
import { FEED_LIMITS } from '@colophon/contract'
import type { App } from '../app.ts'
import { findFurtherPlace, type ListedPlace, listingVersion, listPlaces } from '../catalog/listed-places.ts'

/** Rows of one statement: what is between two turns of the event loop. */
const PIECE = 500
const BEGIN = { at: '', id: '' }
/** Bytes of files that are kept, whatever was asked for. */
const KEPT_BYTES = 4 * 1024 * 1024

/** One file of the entries of a topic, the oldest publications first. */
interface SitemapFile {
  readonly topic: string
  /** From 1. */
  readonly number: number
}

interface SitemapFiles {
  /** By topic, number and the version of the topic's list. */
  readonly kept: Map<string, string>
  size: number
  /** Whoever makes a file now: one at a time, so that crawlers together take no more than one of them. */
  making: Promise<unknown>
}

const filesOf = new WeakMap<App, SitemapFiles>()

/** The text of a file: kept while its topic's list stays as it is. The caller has seen that the topic is public. */
export async function readSitemapFile(
  app: App,
  file: SitemapFile,
  textOf: (places: readonly ListedPlace[]) => string,
): Promise<string> {
  const files = filesOf.get(app) ?? { kept: new Map(), size: 0, making: Promise.resolve() }
  filesOf.set(app, files)
  const known = files.kept.get(await keyOf(app, file))
  if (known !== undefined) return known
  const made = files.making.then(() => makeFile({ app, files, textOf }, file))
  files.making = made.catch(() => {})
  return made
}

interface Making {
  readonly app: App
  readonly files: SitemapFiles
  readonly textOf: (places: readonly ListedPlace[]) => string
}

async function makeFile({ app, files, textOf }: Making, file: SitemapFile): Promise<string> {
  const key = await keyOf(app, file)
  const known = files.kept.get(key)
  if (known !== undefined) return known
  const text = textOf(await readFile(app, file))
  // Of a list that changed while it was read, nothing is kept.
  if (key === (await keyOf(app, file))) keep(files, key, text)
  return text
}

async function keyOf(app: App, { topic, number }: SitemapFile): Promise<string> {
  return `${topic} ${number} ${await listingVersion(app.storage.read, topic)}`
}

function keep(files: SitemapFiles, key: string, text: string): void {
  files.kept.set(key, text)
  files.size += text.length
  for (const [oldest, { length }] of files.kept) {
    if (files.size <= KEPT_BYTES) break
    files.kept.delete(oldest)
    files.size -= length
  }
}

async function readFile(app: App, { topic, number }: SitemapFile): Promise<ListedPlace[]> {
  let from = BEGIN
  for (let before = 1; before < number; before += 1) {
    const count = FEED_LIMITS.mappedInFile
    const end = await findFurtherPlace(app.storage.read, { topic, ...from, count })
    if (end === null) return []
    from = { at: end.published_at, id: end.publication_hash }
    await nextTurn()
  }
  return readPlaces(app, { topic, from, limit: FEED_LIMITS.mappedInFile })
}

/** All listed entries of some topics, newest first. */
export async function readAllPlaces(app: App, topics: readonly string[]): Promise<ListedPlace[]> {
  const byPath = new Map<string, ListedPlace>()
  for (const topic of topics)
    for (const place of await readPlaces(app, { topic, from: BEGIN, limit: FEED_LIMITS.mappedInOne }))
      byPath.set(place.path, place)
  const orderOf = (place: ListedPlace) => `${place.published_at} ${place.publication_hash}`
  return [...byPath.values()].sort((one, other) => (orderOf(one) > orderOf(other) ? -1 : 1))
}

/** In pieces: thousands of rows at once would hold up everybody else. */
async function readPlaces(
  app: App,
  asked: { topic: string; from: typeof BEGIN; limit: number },
): Promise<ListedPlace[]> {
  const { topic, limit } = asked
  const places: ListedPlace[] = []
  for (let { from } = asked; places.length < limit; ) {
    const piece = Math.min(PIECE, limit - places.length)
    const found = await listPlaces(app.storage.read, { topic, ...from, limit: piece })
    places.push(...found)
    const last = found.at(-1)
    if (last === undefined || found.length < piece) break
    from = { at: last.published_at, id: last.publication_hash }
    await nextTurn()
  }
  return places
}
