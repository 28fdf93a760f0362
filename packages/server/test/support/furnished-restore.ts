import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { STAGED, start } from './backup.ts'
import { backUp, fileOf, newestManifest, readContents } from './backup-folder.ts'
import type { Cleanup } from './engines.ts'
import { makeFolder } from './folder.ts'
import type { Site } from './site.ts'

/** Makes a folder of a backup of this press; answers its path. */
export async function backUpInto(t: Cleanup, site: Site): Promise<string> {
  const folder = join(await makeFolder(t), 'backup')
  await backUp(site, folder)
  return folder
}

/** Starts a restore of the newest backup of a folder, whose catalogue of objects is all that was brought. */
export async function startLacking(site: Site, folder: string): Promise<void> {
  const { manifest } = await readContents(folder)
  const index = manifest.tables.find(({ name }) => name === 'objects')?.index ?? ''
  for (const sha256 of [index, ...(await pagesOf(folder, index))]) {
    const bytes = await readFile(join(folder, fileOf('pages', sha256)))
    ;(await site.post(`${STAGED}/pages/${sha256}`, bytes, { token: site.admin })).as('stagePage')
  }
  const text = await readFile(join(folder, await newestManifest(folder)), 'utf8')
  await start(site, { kind: 'restore', manifest: JSON.parse(text) })
}

async function pagesOf(folder: string, index: string): Promise<string[]> {
  return JSON.parse(await readFile(join(folder, fileOf('pages', index)), 'utf8')).pages
}
