import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { COLOPHON, commandLine } from '../children.ts'
import { peakOf } from '../resident.ts'

const CHECK_MILLISECONDS = 50

/** Runs a command against a server; answers its JSON, the seconds it took and the most memory it had, in megabytes. */
export async function runWatched<T>(
  argv: readonly string[],
  server: { port: number; token: string },
): Promise<{ value: T; seconds: number; peak: number }> {
  const start = performance.now()
  const { flags, environment } = commandLine()
  const child = spawn(process.execPath, [...flags, COLOPHON, ...argv, '--json'], {
    env: {
      ...environment,
      PATH: process.env.PATH,
      COLOPHON_URL: `http://127.0.0.1:${server.port}`,
      COLOPHON_TOKEN: server.token,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0))
  }, CHECK_MILLISECONDS)
  const exited = once(child, 'exit')
  try {
    const value = (await json(child.stdout)) as T
    return { value, seconds: (performance.now() - start) / 1000, peak }
  } finally {
    clearInterval(look)
    await exited
  }
}
