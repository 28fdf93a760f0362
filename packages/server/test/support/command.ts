import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Cleanup } from './engines.ts'

const BIN = join(import.meta.dirname, '../../bin/colophon.js')
const ROOT = join(import.meta.dirname, '../../../..')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
}

export interface RunningCommand {
  readonly pid: number
  /** Each line of stdout, as it comes. */
  readonly lines: AsyncIterable<string>
  readonly ended: Promise<Ended>
  /** Closes what reads its stdout and stderr, as a pager or a log collector that ends does. */
  stopListening(): void
  kill(signal: NodeJS.Signals): void
}

/** Runs the `colophon` command as a process of its own, with these settings and no others. */
export function startCommand(
  t: Cleanup,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  return startProgram(t, [process.execPath, BIN, ...args], environment)
}

/** Runs `npm start`, as the README has it, with more arguments for the command. */
export function startWithNpm(
  t: Cleanup,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  return startProgram(t, ['npm', 'start', '--prefix', ROOT, '--', ...args], environment)
}

function startProgram(
  t: Cleanup,
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  const { PATH = '', HOME = '', TMPDIR = '/tmp', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(program, args, {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stderr = text(child.stderr).catch(() => '')
  const exited = new Promise<Omit<Ended, 'stderr'>>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const ended = exited.then(async (exit) => ({ ...exit, stderr: await stderr }))
  t.after(async () => {
    child.kill('SIGKILL')
    await exited
  })
  return {
    pid: child.pid ?? 0,
    lines: createInterface({ input: child.stdout }),
    ended,
    stopListening() {
      child.stdout.destroy()
      child.stderr.destroy()
    },
    kill: (signal) => void child.kill(signal),
  }
}

/** Runs it to its end. */
export async function runCommand(
  t: Cleanup,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended & { lines: string[] }> {
  const command = startCommand(t, args, environment)
  const lines: string[] = []
  for await (const line of command.lines) lines.push(line)
  return { ...(await command.ended), lines }
}
