import { type ChildProcess, spawn } from 'node:child_process'
import { type ArticleCase, isComparable, isSameValue } from './cases.ts'

/** What one case may take. */
export interface CaseLimits {
  readonly milliseconds: number
  /** Of what the program may keep in memory, where the system can bound it. */
  readonly memoryBytes: number
  /** Of stdout. */
  readonly outputBytes: number
}

/** How a case ended. */
export type CaseOutcome =
  | 'passed'
  | 'differed'
  | 'no_json'
  | 'exited'
  | 'timed_out'
  | 'too_much_output'
  | 'not_started'

/** A case and what became of it. */
export interface TriedCase {
  readonly case: string
  readonly outcome: CaseOutcome
  readonly expected: unknown
  /** What the program answered; left out where that is no JSON. */
  readonly actual?: unknown
  /** Why it did not pass, in a line; empty where it did. */
  readonly reason: string
}

/** Of stderr, its end. */
const REASON_CHARACTERS = 300

/** A program that is running, so that whoever is stopped can stop it. */
interface RunningCase {
  readonly ended: Promise<TriedCase>
  stop(): void
}

/** Gives a case to a program: its input as JSON on stdin, for which it has to answer with what is expected on stdout. */
export function startCase(tried: ArticleCase, command: readonly string[], limits: CaseLimits): RunningCase {
  const child = startBounded(command, limits.memoryBytes)
  // A program need not read what it is given.
  child.stdin?.on('error', () => {})
  child.stdin?.end(`${JSON.stringify(tried.input)}\n`)
  const stop = () => kill(child)
  return { ended: collect(child, limits, stop).then((end) => judge(tried, end)), stop }
}

interface ProgramEnd {
  readonly stdout: Buffer
  readonly stderr: string
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly cause: 'timed_out' | 'too_much_output' | 'not_started' | null
}

/** In a group of its own, so that what it started ends with it. */
function startBounded(command: readonly string[], memoryBytes: number): ChildProcess {
  const { COLOPHON_TOKEN: _, ...env } = process.env
  const options = { env, stdio: 'pipe', detached: process.platform !== 'win32' } as const
  const [program = '', ...args] = command
  if (process.platform === 'win32') return spawn(program, args, options)
  const kilobytes = String(Math.ceil(memoryBytes / 1024))
  const script = 'ulimit -d "$1" 2>/dev/null; shift; exec "$@"'
  return spawn('/bin/sh', ['-c', script, 'sh', kilobytes, program, ...args], options)
}

function kill(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** Ends when the program did, and all that it started in its group; whoever left the group is not waited for. */
function collect(child: ChildProcess, limits: CaseLimits, stop: () => void): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let [bytes, stderr, cause] = [0, '', null as ProgramEnd['cause']]
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      clearTimeout(timer)
      stop()
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve({ stdout: Buffer.concat(parts), stderr, code, signal, cause })
    }
    const giveUp = (why: ProgramEnd['cause']) => {
      cause ??= why
      end(null, 'SIGKILL')
    }
    const timer = setTimeout(() => giveUp('timed_out'), limits.milliseconds)
    child.stdout?.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > limits.outputBytes) return giveUp('too_much_output')
      parts.push(part)
    })
    child.stderr?.on('data', (part: Buffer) => {
      stderr = `${stderr}${part}`.slice(-REASON_CHARACTERS)
    })
    child.once('error', () => giveUp('not_started'))
    // What it started may still hold its stdout.
    child.once('exit', stop)
    child.once('close', end)
  })
}

/** What a shell says of a program that is not there, or cannot be run. */
const NOT_STARTED: readonly (number | null)[] = [126, 127]

function judge({ name, expected, input: _ }: ArticleCase, end: ProgramEnd): TriedCase {
  const told = (outcome: CaseOutcome, reason: string, more: { actual?: unknown } = {}) => ({
    case: name,
    outcome,
    expected,
    ...more,
    reason,
  })
  const { cause, code, signal } = end
  if (cause !== null) return told(cause, REASONS[cause])
  const last = end.stderr.trim().split('\n').at(-1) ?? ''
  const words = last === '' ? '' : `: ${last}`
  if (NOT_STARTED.includes(code)) return told('not_started', `${REASONS.not_started}${words}`)
  if (code !== 0) return told('exited', `it ended with ${signal ?? `exit code ${code}`}${words}`)
  const answer = readAnswer(end.stdout)
  if (answer === null) return told('no_json', `it answered no JSON${words}`)
  return isSameValue(expected, answer.actual)
    ? told('passed', '', answer)
    : told('differed', 'it answered another value', answer)
}

/** null for what is no JSON, or so deep that nothing could be said of it. */
function readAnswer(stdout: Buffer): { actual: unknown } | null {
  try {
    const actual: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(stdout))
    return isComparable(actual) ? { actual } : null
  } catch {
    return null
  }
}

const REASONS: Readonly<Record<NonNullable<ProgramEnd['cause']>, string>> = {
  timed_out: 'it took too long, and was ended',
  too_much_output: 'it wrote too much, and was ended',
  not_started: 'it cannot be run',
}
