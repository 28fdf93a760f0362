import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isHash } from '@colophon/contract'
import { orNull } from '../whole-files.ts'
import { type MirroredLicense, parseLicense } from './license.ts'
import { type MirroredSite, parseSite } from './site.ts'
import { type MirrorState, parseState } from './state.ts'

/** No slug of a topic begins with a dot. */
export const OWN = '.mirror'
export const STATE = join(OWN, 'state.json')
export const OBJECTS = join(OWN, 'objects')
export const SITE = join(OWN, 'site.json')
export const LICENSE_FACTS = join(OWN, 'license.json')
const LOG = join(OWN, 'log')

/** What is in the folder of a mirror. */
export interface MirrorReader {
  readState(): Promise<MirrorState | null>
  /** The bytes of an object, whatever their hash; null where they are not there. */
  readBytes(sha256: string): Promise<Uint8Array | null>
  /** The hashes by which objects are there. */
  listObjects(): AsyncGenerator<string, void, undefined>
  /** What is kept for a server that answers from the folder; null where an older run kept nothing. */
  readSite(): Promise<MirroredSite | null>
  /** Under which licence the texts are; null where nothing is said, or an older run kept nothing. */
  readLicense(): Promise<MirroredLicense | null>
  /** The acts of a file of a stream; none where there is no such file. */
  readActs(place: string): Promise<unknown[]>
  /** A file of the transparency log, by its place there; null for none. */
  readLog(place: string): Promise<Uint8Array | null>
}

/** Reads a folder, which is changed by nothing of this. */
export function readMirror(path: string): MirrorReader {
  return {
    async readState() {
      const text = await orNull(() => readFile(join(path, STATE), 'utf8'))
      if (text === null) return null
      const state = parseState(text)
      if (state === null)
        throw new Error(`${join(path, STATE)} is not the state of a mirror: remove it to begin anew`)
      return state
    },
    readBytes: (sha256) => orNull(() => readFile(join(path, objectPlace(sha256)))),
    async *listObjects() {
      const shards = (await orNull(() => readdir(join(path, OBJECTS)))) ?? []
      for (const shard of shards.sort())
        for (const name of (await readdir(join(path, OBJECTS, shard))).sort()) if (isHash(name)) yield name
    },
    async readSite() {
      const text = await orNull(() => readFile(join(path, SITE), 'utf8'))
      return text === null ? null : parseSite(text)
    },
    async readLicense() {
      const text = await orNull(() => readFile(join(path, LICENSE_FACTS), 'utf8'))
      return text === null ? null : parseLicense(text)
    },
    async readActs(place) {
      const text = await orNull(() => readFile(join(path, OWN, place), 'utf8'))
      const acts: unknown = text === null ? [] : JSON.parse(text)
      if (!Array.isArray(acts)) throw new Error(`${join(path, OWN, place)} is no file of a stream`)
      return acts
    },
    readLog: (place) => orNull(() => readFile(join(path, mirrorLogPlace(place)))),
  }
}

export function objectPlace(sha256: string): string {
  return join(OBJECTS, sha256.slice(0, 2), sha256)
}

export function mirrorLogPlace(place: string): string {
  return join(LOG, place)
}
