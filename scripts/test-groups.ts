import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Test files that share a process, and the module that imports them: a file alone is its own. */
export interface Group {
  readonly module: string
  readonly files: readonly string[]
}

/**
 * How many files share a process. Half of what a short file takes is the start of Node, the modules of the server and
 * the first run of each function, which the next file in the same process has for nothing. No file changes the
 * process, and each test opens a server of its own, so that it does not matter who the neighbours are.
 */
const SHARED: readonly (readonly [folder: string, files: number])[] = [
  ['packages/server/test/packed', 9],
  ['packages/server/test/browser', 3],
  ['packages/server/test/flows', 6],
  ['packages/server/test', 4],
  ['', 30],
]

/** In the order in which they are best begun: what takes longest first. Removed by `remove`. */
export function groupFiles(files: readonly string[]): { groups: Group[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-test-groups-'))
  const placeOf = (file: string) => SHARED.findIndex(([parent]) => relative('.', file).startsWith(parent))
  const groups = SHARED.flatMap(([parent, size], place) => {
    const dealt = deal(
      files.filter((file) => placeOf(file) === place),
      size,
    )
    return dealt.map((members, number) => ({
      files: members,
      module: moduleOf(members, join(folder, `${basename(parent) || 'src'}-${number + 1}.mjs`)),
    }))
  })
  return { groups, remove: () => rmSync(folder, { recursive: true }) }
}

/** Like cards, so that neighbours by name, which are often alike and long, are not neighbours in a process. */
function deal(files: readonly string[], size: number): string[][] {
  const hands: string[][] = Array.from({ length: Math.ceil(files.length / size) }, () => [])
  for (const [place, file] of files.entries()) hands[place % hands.length]?.push(file)
  return hands
}

function moduleOf(files: readonly string[], path: string): string {
  const [only] = files
  if (only !== undefined && files.length === 1) return only
  writeFileSync(path, files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)}\n`).join(''))
  return path
}
