import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../../../..')

/** A file of the project; its path is from the root, with slashes. */
export interface Source {
  readonly path: string
  readonly text: string
}

/** Every TypeScript file. A guard that sees nothing passes, so it must have seen many. */
export function readSources(): Source[] {
  const paths = globSync(['packages/*/{src,test}/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'], { cwd: ROOT })
  assert.ok(paths.length > 150, `only ${paths.length} files were seen`)
  return paths.map((path) => ({ path: path.replaceAll('\\', '/'), text: readText(path) }))
}

/** Those that run in production. */
export function productSources(): Source[] {
  const sources = readSources().filter(({ path }) => /^packages\/\w+\/src\//.test(path) && !isTest(path))
  assert.ok(sources.length > 50, `only ${sources.length} files were seen`)
  return sources
}

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}

export function readText(path: string): string {
  return readFileSync(resolve(ROOT, path), 'utf8')
}
