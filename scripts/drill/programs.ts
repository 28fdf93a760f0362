import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Programs of Debian that a cluster is made of, by the package that brings each. */
const PACKAGES = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' } as const

type ProgramName = keyof typeof PACKAGES

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const ENDING_MILLISECONDS = 10_000

/** One line that says what is missing and how to get it; null where everything is there. */
export function missingPrograms(): string | null {
  const missing = (Object.keys(PACKAGES) as ProgramName[]).filter((name) => pathOf(name) === null)
  const packages = missing.map((name) => PACKAGES[name])
  return missing.length === 0
    ? null
    : `Not installed here: ${missing.join(', ')}. apt-get install --no-install-recommends ${packages.join(' ')}`
}

function pathOf(name: ProgramName): string | null {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

export interface ProgramRun {
  readonly pid: number
  /** Ends it in its own way; after a while, or where it cannot, at once. */
  stop(): Promise<void>
  /** As a host does that loses its power. */
  kill(): Promise<void>
}

/** Runs one until it is ended; it ends with this process. */
export function runProgram(
  name: ProgramName,
  argv: readonly string[],
  options: { uid?: number; gid?: number; cwd: string; env?: NodeJS.ProcessEnv },
): ProgramRun {
  const child = spawn(pathOf(name) ?? name, argv, { ...options, stdio: 'ignore' })
  // Not at once: Patroni takes its PostgreSQL along.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  const exited = once(child, 'exit').then(() => void process.removeListener('exit', end))
  return {
    pid: child.pid ?? 0,
    stop: () => endWith(child, 'SIGTERM', exited),
    kill: () => endWith(child, 'SIGKILL', exited),
  }
}

async function endWith(child: ChildProcess, signal: NodeJS.Signals, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await Promise.race([exited, sleep(ENDING_MILLISECONDS, null, { ref: false })])
  child.kill('SIGKILL')
  await exited
}
