import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '..')
export const COLOPHON = join(ROOT, 'packages/server/bin/colophon.js')
/** A site of a million entries makes new indexes at its first start. */
const START_MILLISECONDS = 600_000
const SHOWN_LINES = 5

/** A server that a bench started, and ends. */
export interface Running {
  readonly pid: number
  readonly port: number
  stop(): Promise<void>
}

/** The bare server that everything else is measured against; with a folder it makes something durable for each POST. */
export function startBare(folder?: string): Promise<Running> {
  const place = folder === undefined ? [] : [folder]
  return start([join(import.meta.dirname, 'serve-bare.ts'), ...place], process.env)
}

export interface ServerPlace {
  /** Holds the database and the key. */
  readonly folder: string
  readonly nodeFlags?: readonly string[]
  /** More of the server's variables. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A server as an operator would start it, on a free port. */
export function startServer(place: ServerPlace): Promise<Running> {
  const { flags, environment: given } = commandLine()
  const environment = { ...given, ...serverEnvironment(place.folder), ...place.settings }
  return start([...flags, ...(place.nodeFlags ?? []), COLOPHON, 'serve'], environment)
}

/** What the command gives to Node in its first line: an operator's press has it. */
export function commandLine(): { flags: string[]; environment: NodeJS.ProcessEnv } {
  const [first = ''] = readFileSync(COLOPHON, 'utf8').split('\n')
  const words = first.split(' ')
  const variables = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('='))
  return {
    flags: words.filter((word) => word.startsWith('--')),
    environment: Object.fromEntries(variables),
  }
}

/** A server that commits each command alone. */
export function startAlone(place: ServerPlace): Promise<Running> {
  return start([join(import.meta.dirname, 'serve-alone.ts')], {
    ...serverEnvironment(place.folder),
    ...place.settings,
  })
}

/** Runs another command of `colophon` on the same database and answers what it printed. */
export function colophon(
  folder: string,
  argv: readonly string[],
  settings: ServerPlace['settings'] = {},
): string {
  return execFileSync(process.execPath, [COLOPHON, ...argv], {
    env: { ...serverEnvironment(folder), ...settings },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Settings of the machine's own press must not reach the one that is measured. */
function serverEnvironment(folder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('COLOPHON_'))
  return {
    ...Object.fromEntries(inherited),
    COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'colophon.db')}`,
    COLOPHON_BASE_URL: 'http://bench.localhost',
    COLOPHON_PORT: '0',
  }
}

const started = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))

/** Ends with the bench, however that ends: what is left over would slow the next one down. */
async function start(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(process.execPath, argv, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  started.add(child)
  child.once('exit', () => started.delete(child))
  const port = await listeningPort(child)
  return { pid: child.pid ?? 0, port, stop: () => stop(child) }
}

/** Both servers say where they listen in one JSON line. */
async function listeningPort(child: ChildProcess): Promise<number> {
  if (child.stderr === null) throw new Error('the child has no stderr')
  const lines = createInterface({ input: child.stderr })
  const timer = setTimeout(() => child.kill(), START_MILLISECONDS)
  const said: string[] = []
  const exited = once(child, 'exit').then(() => {
    throw new Error(`the server did not start: ${said.join('\n')}`)
  })
  const port = new Promise<number>((resolve) => {
    lines.on('line', (line) => {
      // A server that fails does so in every request: the first lines say why.
      if (said.push(line) <= SHOWN_LINES && line.includes('"level":"error"')) console.error(line)
      const found = /"port":(\d+)/.exec(line)?.[1]
      if (found !== undefined) resolve(Number(found))
    })
  })
  try {
    return await Promise.race([port, exited])
  } finally {
    exited.catch(() => {})
    clearTimeout(timer)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
