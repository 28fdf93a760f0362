import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What others wrote: the official suite, old and new clients, and programs that stand between a host and a server. */
const PACKAGES = [
  '@modelcontextprotocol/conformance@latest',
  'sdk-1.12@npm:@modelcontextprotocol/sdk@1.12',
  'sdk-1.32@npm:@modelcontextprotocol/sdk@1.32',
]
/** Their dependencies and those above do not agree. */
const PROGRAMS = ['@modelcontextprotocol/inspector@latest', 'mcp-remote@latest', 'supergateway@latest']

export interface HostsKit {
  readonly folder: string
  /** Runs a program of the kit: answers its stdout, whatever its exit code. */
  run(part: 'packages' | 'programs', args: readonly string[]): Promise<string>
  remove(): Promise<void>
}

/** Installs the kit into a folder of its own; null where the registry cannot be reached. */
export async function installHostsKit(): Promise<HostsKit | null> {
  const folder = join(tmpdir(), `mcp-hosts-${process.pid}`)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await install(join(folder, 'packages'), PACKAGES)
    await install(join(folder, 'programs'), PROGRAMS)
  } catch {
    await remove()
    return null
  }
  return {
    folder,
    remove,
    async run(part, args) {
      const options = { cwd: join(folder, part), timeout: 180_000, maxBuffer: 2 ** 26 }
      return run(process.execPath, [...args], options).then(
        ({ stdout }) => stdout,
        (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ''}${error.stderr ?? ''}`,
      )
    },
  }
}

async function install(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  await run('npm', ['install', ...quiet, ...names], { cwd: folder, timeout: 240_000 })
}
