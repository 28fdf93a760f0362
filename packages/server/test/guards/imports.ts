import { posix } from 'node:path'
import type { Source } from './source-files.ts'

export interface Import {
  readonly from: string
  /** A path from the root for what is in the same package, else the specifier. */
  readonly to: string
}

const SPECIFIER =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'|(?:^|\n)\s*import\s*'([^']+)'/g

export function importsOf({ path, text }: Source): Import[] {
  return [...text.matchAll(SPECIFIER)].map(([, named, called, bare]) => {
    const specifier = named ?? called ?? bare ?? ''
    const to = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier
    return { from: path, to }
  })
}

/** From the ground up: a file imports from its own floor and from those below. */
const FLOORS = [
  'core',
  'runtime',
  'search/analyse',
  'text',
  'storage',
  'render',
  'search',
  'app',
  'command',
  'catalog',
  'features',
  'pipeline',
  'surfaces',
  'assembly',
] as const

type Floor = (typeof FLOORS)[number]

/** The ways in, which share a floor. */
const SURFACES = ['http', 'feeds', 'mcp', 'pages', 'console', 'oauth']

/** What starts, watches and stops a server puts the floors together, although it lies in `runtime`. */
const LOOSE_FILES: Record<string, Floor> = {
  'app.ts': 'app',
  'runtime/graceful-stop.ts': 'assembly',
  'runtime/scheduler.ts': 'assembly',
  'runtime/start-server.ts': 'assembly',
  'runtime/workers.ts': 'assembly',
}
const SERVER = 'packages/server/src/'

/** Everything beside the named floors puts them together: commands, configuration, the start. */
function floorOf(path: string): Floor {
  const inside = path.slice(SERVER.length)
  const [first = '', second = ''] = inside.split('/')
  if (SURFACES.includes(first)) return 'surfaces'
  const named =
    FLOORS.find((floor) => floor === `${first}/${second}`) ?? FLOORS.find((floor) => floor === first)
  return LOOSE_FILES[inside] ?? named ?? 'assembly'
}

/** Imports between features that are allowed, each `from -> to` with its reason. */
export const FRIENDS: Readonly<Record<string, string>> = {}

/** What is wrong with the imports, one line each. */
export function findUpwardImports(sources: readonly Source[], friends = FRIENDS): string[] {
  return sources
    .flatMap(importsOf)
    .filter((found) => isUpward(found) || isBetweenFeatures(found, friends) || leavesPackage(found))
    .map(({ from, to }) => `${from} imports ${to}`)
}

function isUpward({ from, to }: Import): boolean {
  if (!from.startsWith(SERVER) || !to.startsWith(SERVER)) return false
  return FLOORS.indexOf(floorOf(to)) > FLOORS.indexOf(floorOf(from))
}

function isBetweenFeatures({ from, to }: Import, friends: Readonly<Record<string, string>>): boolean {
  const [own, other] = [featureOf(from), featureOf(to)]
  return own !== null && other !== null && own !== other && friends[`${own} -> ${other}`] === undefined
}

function featureOf(path: string): string | null {
  return /^packages\/server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** Packages stand on each other, too, and nobody reaches into another's files. */
function leavesPackage({ from, to }: Import): boolean {
  const own = packageOf(from)
  if (to.startsWith('packages/')) return packageOf(to) !== own
  if (!to.startsWith('@colophon/')) return false
  const allowed: Record<string, readonly string[]> = {
    contract: [],
    log: [],
    client: ['@colophon/contract', '@colophon/log'],
    cli: ['@colophon/contract', '@colophon/log', '@colophon/client'],
    server: ['@colophon/contract', '@colophon/log', '@colophon/client', '@colophon/cli'],
  }
  return allowed[own]?.every((name) => to !== name && !to.startsWith(`${name}/`)) ?? false
}

function packageOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** Files that import each other, directly or through others: each circle once, as the way around it. */
export function findCircles(sources: readonly Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, importsOf(source).map(({ to }) => to)]))
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, way: readonly string[]) => {
    const start = way.indexOf(path)
    if (start !== -1) circles.push([...way.slice(start), path].join(' -> '))
    if (start !== -1 || done.has(path)) return
    for (const next of imports.get(path) ?? []) visit(next, [...way, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return circles
}

/** Packages that a file imports without its own package declaring them. */
export function findUndeclared(source: Source, declared: ReadonlySet<string>): string[] {
  return importsOf(source)
    .map(({ to }) => to)
    .filter((to) => !to.startsWith('packages/') && !to.startsWith('node:'))
    .map((to) =>
      to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => !declared.has(name))
    .map((name) => `${source.path} imports ${name}`)
}
