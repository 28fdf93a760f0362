import { posix } from 'node:path'
import { linkTarget } from '../markdown/link-target.ts'
import { linksIn } from './link-places.ts'

/** A link of a file that leads to nothing that was imported with it. */
export interface DeadLink {
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** As it is written. */
  readonly target: string
}

/** A folder's files, and the path that each got. */
type FilePaths = ReadonlyMap<string, string>

interface ResolvedBody {
  readonly body: string
  readonly dead: readonly DeadLink[]
}

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i
/** What a link to a folder shows. */
const OF_FOLDER = ['README.md', 'readme.md', 'index.md']

/**
 * Leads the links and images between files of a folder to the paths that these got: relative ones, those from the root of the
 * folder, without `.md`, in other capitals, or to a folder. An address that leads there as it is written stays as it is.
 */
export function createLinkResolver(
  paths: FilePaths,
): (file: string, body: string, ownPath: string) => ResolvedBody {
  const names = new Map([...paths.keys()].map((name) => [name.toLowerCase(), name]))
  const fileAt = (name: string): string | undefined =>
    [name, `${name}.md`, ...OF_FOLDER.map((last) => (name === '' ? last : `${name}/${last}`))]
      .flatMap((candidate) => (paths.has(candidate) ? candidate : (names.get(candidate.toLowerCase()) ?? [])))
      .at(0)
  return (file, body, ownPath) => {
    const dead: DeadLink[] = []
    const pieces: string[] = []
    const lineOf = createLineCounter(body)
    let taken = 0
    for (const { at, address } of linksIn(body)) {
      if (ELSEWHERE.test(address)) continue
      const target = namedFile(file, address)
      const found = target === null ? undefined : fileAt(target.name)
      const path = found === undefined ? undefined : paths.get(found)
      if (target === null || path === undefined) {
        if (!isOfSite(address, ownPath)) dead.push({ file, line: lineOf(at), target: address })
      } else if (linkTarget(address.split('#', 1)[0] || ownPath, ownPath)?.href !== `/read${path}`) {
        pieces.push(body.slice(taken, at), path + target.fragment)
        taken = at + address.length
      }
    }
    return { body: pieces.join('') + body.slice(taken), dead }
  }
}

/** Which name an address gives, below the folder; null for one that no file has. */
function namedFile(file: string, address: string): { name: string; fragment: string } | null {
  const [, path = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  const written = decoded(path)
  if (written === null) return null
  const from = written.startsWith('/') ? '.' : posix.dirname(file)
  const name = posix.normalize(posix.join(from, written)).replace(/^\/|\/$/g, '')
  return name.startsWith('..') ? null : { name: name === '.' ? '' : name, fragment }
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** Written for the site that it is imported to: its pages, and entries by path. */
function isOfSite(address: string, ownPath: string): boolean {
  if (!address.startsWith('/')) return false
  const [, topic = ''] = ownPath.split('/')
  const href = linkTarget(address, ownPath)?.href
  return (
    href !== undefined &&
    (!href.startsWith('/read/') || address.startsWith(`/${topic}/`) || address.startsWith('/read/'))
  )
}

/** Says in which line a place is. Asked for places in their order, it reads the text once. */
function createLineCounter(text: string): (at: number) => number {
  let line = 1
  let counted = 0
  return (at) => {
    for (let end = text.indexOf('\n', counted); end >= 0 && end < at; end = text.indexOf('\n', counted)) {
      line += 1
      counted = end + 1
    }
    return line
  }
}
