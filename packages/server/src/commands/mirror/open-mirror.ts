import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readMirror } from '@colophon/client/node/mirror'
import { SettingRefused, type Settings } from '../../runtime/settings.ts'
import { siblingModule, startProcess } from '../../runtime/sibling-module.ts'
import { MIRROR_BLOBS } from '../../storage/blobs/mirror-blobs.ts'
import type { FillingData } from './fill-process.ts'

/** A mirror that can be served: settings that name a database of its rows, which is thrown away at the end. */
interface OpenedMirror {
  readonly settings: Settings
  close(): void
}

/**
 * Makes the rows of a mirror's press in a database of their own, outside of the folder, to which nothing is written.
 * Throws SettingRefused for a folder that cannot be served.
 */
export async function openServedMirror(folder: string, settings: Settings): Promise<OpenedMirror> {
  const path = resolve(folder)
  const reader = readMirror(path)
  const state = await reader.readState()
  const site = await reader.readSite()
  const license = await reader.readLicense()
  if (state === null) throw new SettingRefused(`${folder} is no mirror: colophon mirror makes one`)
  if (site === null)
    throw new SettingRefused(`${folder} was made by an older colophon: run colophon mirror on it once more`)
  const own = mkdtempSync(join(tmpdir(), 'colophon-mirror-'))
  const close = () => rmSync(own, { recursive: true, force: true })
  try {
    const file = join(own, 'mirror.db')
    await fillInProcess({ file, folder: path })
    return {
      settings: {
        ...settings,
        baseUrl: state.press,
        databaseUrl: `sqlite:${file}`,
        databaseReadUrl: null,
        search: 'memory',
        blobs: `${MIRROR_BLOBS}${path}`,
        signingKey: null,
        logKey: null,
        witnesses: [],
        oauth: false,
        contentLicense: settings.contentLicense ?? license,
        workers: 1,
        mirror: path,
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** What the rows of a large mirror take of memory stays with the process that makes them. */
async function fillInProcess(data: FillingData): Promise<void> {
  const child = startProcess(siblingModule(import.meta.url, 'fill-process'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(data, () => {})
  const [code, signal] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the rows of ${data.folder} could not be made (${signal ?? code})`)
}
