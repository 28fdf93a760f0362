import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { linkModules } from '../../../../scripts/pack/link-modules.ts'

export const ROOT = resolve(import.meta.dirname, '../../../..')
export const PACKAGES = ['contract', 'log', 'client', 'cli', 'server'] as const
/** Other than the one that runs the tests; kept between runs, for each weighs 150 MB. */
const OLDER_NODES = ['20', '22'] as const
const OTHER_RUNTIMES = ['deno@2', 'bun@1']
const NODES = join(ROOT, 'node_modules/.cache/nodes')

type PackageName = (typeof PACKAGES)[number]

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** All packages as npm packs them, in a folder outside of the repository. */
export interface Packed {
  /** The tarball of a package. */
  tarball(name: PackageName): string
  /** A new folder with these packages installed, and what they depend on. */
  install(name: string, packages: readonly PackageName[]): Promise<string>
  remove(): Promise<void>
}

/** Packs a copy of the repository: what else runs from it must not see the built manifests. */
export async function packAll(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-packed-'))
  copyRepository(join(folder, 'repository'))
  mkdirSync(join(folder, 'tarballs'))
  await npm(join(folder, 'repository'), ['pack', '--workspaces', '--pack-destination', '../tarballs'])
  const tarball = (name: PackageName) =>
    globSync(join(folder, 'tarballs', `colophon-${name}-*.tgz`))[0] ?? `no tarball of ${name}`
  return {
    tarball,
    async install(name, packages) {
      const place = join(folder, name)
      mkdirSync(place)
      await writeFile(join(place, 'package.json'), '{ "private": true }\n')
      await npm(place, ['install', '--omit=optional', '--prefer-offline', ...packages.map(tarball)])
      return place
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function copyRepository(copy: string): void {
  for (const part of ['packages', 'scripts', 'package.json', 'tsconfig.json', 'LICENSE'])
    cpSync(join(ROOT, part), join(copy, part), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist)$/.test(path),
    })
  linkModules(ROOT, copy)
}

/** The folder with the program `node` of each major version: the oldest that is supported, and those after it. */
export async function installNodes(): Promise<Readonly<Record<string, string>>> {
  const aliases = OLDER_NODES.map(
    (major) => `node${major}@npm:node-${process.platform}-${process.arch}@${major}`,
  )
  mkdirSync(NODES, { recursive: true })
  await writeFile(join(NODES, 'package.json'), '{ "private": true }\n')
  await npm(NODES, ['install', '--prefer-offline', ...aliases])
  const older = OLDER_NODES.map((major) => [major, join(NODES, 'node_modules', `node${major}`, 'bin')])
  return { ...Object.fromEntries(older), '24': resolve(process.execPath, '..') }
}

/** Deno and Bun, from the registry of npm too. */
export async function installOtherRuntimes(): Promise<Readonly<Record<'deno' | 'bun', string>>> {
  const folder = join(NODES, '../runtimes')
  mkdirSync(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  await npm(folder, ['install', '--prefer-offline', ...OTHER_RUNTIMES])
  const program = (name: string) => join(folder, 'node_modules/.bin', name)
  return { deno: program('deno'), bun: program('bun') }
}

async function npm(cwd: string, args: readonly string[]): Promise<void> {
  const ran = await run(
    'npm',
    [...args, '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=0'],
    { cwd },
  )
  if (ran.code !== 0) throw new Error(`npm ${args[0]} failed:\n${ran.stdout}\n${ran.stderr}`)
}

export interface RunOptions {
  readonly cwd: string
  /** Before all others on the path. */
  readonly nodeFolder?: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs a program to its end, as somebody types it who knows nothing of the repository. */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const { cwd, environment = {} } = options
  const env = { ...outsideEnvironment(options.nodeFolder), ...environment }
  return new Promise((done) => {
    execFile(program, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    )
  })
}

/** What npm tells the scripts of a repository would lead another npm back to it; our own settings are the test's. */
const NOT_OUTSIDE =
  /^(?:npm_(?!config_(?:registry|cache|userconfig)$)|INIT_CWD$|NODE_(?!EXTRA_CA_CERTS$)|COLOPHON_)/

export function outsideEnvironment(nodeFolder = resolve(process.execPath, '..')): Record<string, string> {
  const { PATH = '', ...rest } = process.env
  const outside = PATH.split(':').filter((part) => !part.startsWith(ROOT))
  const kept = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined || NOT_OUTSIDE.test(name) ? [] : [[name, value]],
  )
  return { ...Object.fromEntries(kept), PATH: [nodeFolder, ...outside].join(':') }
}

/** The bytes of all files in a folder, as npm counts what a package takes. */
export function bytesBelow(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + readFileSync(join(entry.parentPath, entry.name)).length, 0)
}
