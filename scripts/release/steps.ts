import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { linkModules } from '../pack/link-modules.ts'

/** A reason against the release, in one line. */
export class NotReleasable extends Error {}

export function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The version of this tree. Everything is committed, every package has that version, and no tag has it yet. */
export function checkTree(root: string): string {
  const changed = git(root, 'status', '--porcelain').trimEnd()
  if (changed !== '') throw new NotReleasable(`not everything is committed:\n${changed}`)
  const { version, workspaces = [] } = readManifest(root)
  for (const workspace of workspaces) {
    const manifest = readManifest(join(root, workspace))
    const own = Object.entries(manifest.dependencies ?? {}).filter(([name]) => name.startsWith('@colophon/'))
    for (const [name, wanted] of [[manifest.name, manifest.version], ...own])
      if (wanted !== version)
        throw new NotReleasable(
          `${workspace}/package.json has ${name} ${wanted}, and the release is ${version}`,
        )
  }
  if (git(root, 'tag', '--list', `v${version}`).trim() !== '')
    throw new NotReleasable(`v${version} is released: give the packages the next version`)
  return version
}

/** The newest release among the ancestors of this tree; null before the first. */
export function lastRelease(root: string): string | null {
  const { status, stdout } = spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*'], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : null
}

export const CONTRACT = 'docs/openapi.snapshot.json'

/**
 * Packs what is committed into a folder, from two copies in different places, and compares. Answers the SHA-256 of each tarball by its
 * name.
 */
export function packTwice(root: string, out: string): Map<string, string> {
  const first = packOnce(root, out)
  const again = mkdtempSync(join(tmpdir(), 'colophon-release-again-'))
  try {
    const second = packOnce(root, again)
    for (const [name, hash] of first)
      if (second.get(name) !== hash) throw new NotReleasable(`${name} is other bytes when it is packed again`)
    if (first.size !== second.size) throw new NotReleasable('other packages were packed the second time')
  } finally {
    rmSync(again, { recursive: true })
  }
  return first
}

function packOnce(root: string, out: string): Map<string, string> {
  const copy = mkdtempSync(join(tmpdir(), 'colophon-release-'))
  try {
    const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 1024 ** 3 })
    execFileSync('tar', ['--extract', '--directory', copy], { input: archive })
    linkModules(root, copy)
    mkdirSync(out, { recursive: true })
    run(copy, 'npm', ['pack', '--workspaces', '--pack-destination', out, '--loglevel=error'])
  } finally {
    rmSync(copy, { recursive: true })
  }
  const tarballs = globSync('*.tgz', { cwd: out }).sort()
  return new Map(tarballs.map((name) => [basename(name), sha256OfFile(join(out, name))]))
}

export function sha256OfFile(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** What is installed with a server, as CycloneDX: without what differs at each writing, and without the addresses of registries. */
export function bomOf(root: string): string {
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--omit',
    'dev',
    '--package-lock-only',
    '--loglevel=error',
  ]
  const bom = JSON.parse(run(root, 'npm', args))
  delete bom.serialNumber
  bom.metadata.timestamp = git(root, 'log', '-1', '--format=%cI').trim()
  // npm takes the name of the folder.
  bom.metadata.component.name = readManifest(root).name
  return `${JSON.stringify(bom, null, 2)}\n`
}

export function run(cwd: string, program: string, args: readonly string[], environment: object = {}): string {
  const { status, stdout, stderr } = spawnSync(program, [...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 256 * 1024 * 1024,
  })
  if (status !== 0) throw new NotReleasable(`${program} ${args[0]} failed:\n${stdout}\n${stderr}`)
  return stdout
}
