import { FIELD_LIMITS } from '@colophon/contract'
import { legalPath } from './legal-path.ts'

/**
 * A path for each file, in the order of their names: the second that comes to a path gets `-2`, the third
 * `-3`. The same names give the same paths each time.
 */
export function assignPaths(topic: string, names: readonly string[]): Map<string, string> {
  const taken = new Set<string>()
  const paths = new Map<string, string>()
  for (const name of [...names].sort(bytewise)) {
    const path = freePath(legalPath(topic, name), taken)
    taken.add(path)
    paths.set(name, path)
  }
  return paths
}

/** By UTF-8 bytes, so that every machine and locale has the same order. */
function bytewise(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function freePath(path: string, taken: ReadonlySet<string>): string {
  if (!taken.has(path)) return path
  for (let number = 2; ; number += 1) {
    const numbered = withSuffix(path, `-${number}`)
    if (!taken.has(numbered)) return numbered
  }
}

function withSuffix(path: string, suffix: string): string {
  const space = FIELD_LIMITS.pathCharacters - suffix.length
  const start = path.length <= space ? path : path.slice(0, space).replace(/[/._-]{1,200}$/, '')
  return `${start}${suffix}`
}
