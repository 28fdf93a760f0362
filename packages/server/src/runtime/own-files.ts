import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// In the single executable these two are other ones (scripts/binary/own-files.ts): it brings its files in itself.

const CODE = join(import.meta.dirname, '..')

/** What pages are made of stands beside their code; the guide and the examples stand beside all code. */
function folderOf(path: string): string {
  return path.startsWith('pages/') ? CODE : join(CODE, '..')
}

/** The bytes of a file that comes with the server, such as `guide/agent.md`. */
export function readOwnFile(path: string): Buffer {
  return readFileSync(join(folderOf(path), path))
}

/** The paths of such files by a pattern, in any order. */
export function listOwnFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: folderOf(pattern) }).map((path) => path.replaceAll('\\', '/'))
}
