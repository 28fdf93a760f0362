import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Manifest } from './packed-manifest.ts'

/** Where the manifest of the repository is while a package is packed. */
export function keptManifest(folder: string): string {
  return join(folder, '../../node_modules/.cache/manifests', `${basename(folder)}.json`)
}

/** Also after a packing that was interrupted. */
export function restoreManifest(folder: string): void {
  const kept = keptManifest(folder)
  if (existsSync(kept)) renameSync(kept, join(folder, 'package.json'))
  rmSync(join(folder, 'LICENSE'), { force: true })
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
