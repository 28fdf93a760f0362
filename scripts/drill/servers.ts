import { setTimeout as sleep } from 'node:timers/promises'
import { colophon, type Running, startServer } from '../../bench/children.ts'
import { newSigningKey } from '../../packages/server/src/core/jwt.ts'
import { answerOf } from '../../packages/server/test/support/answer.ts'
import { type DocumentCheck, documentCheck } from '../../packages/server/test/support/document-check.ts'
import { openWire } from '../../packages/server/test/support/exchange.ts'
import type { AskedServer } from '../../packages/server/test/support/fault-ledger.ts'
import { freePort } from '../../packages/server/test/support/free-port.ts'

/** Nobody's limits stand in the way of the drill. */
const LIMITS = Object.fromEntries(
  [
    'REGISTRATIONS_PER_NETWORK_HOUR',
    'REGISTRATIONS_PER_DAY',
    'REGISTRATIONS_TOTAL',
    'SIGNALS_PER_DAY',
    'FEEDBACK_PER_DAY',
    'COMMANDS_PER_DAY',
  ].map((name) => [`COLOPHON_LIMIT_${name}`, '1000000']),
)

/** Milliseconds, added to what the machine says. */
const clockAhead = (ahead: number) =>
  `data:text/javascript,${encodeURIComponent(`
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + ${ahead}) : super(...given) }
    static now() { return Real.now() + ${ahead} }
  }`)}`

export interface DrillServer {
  readonly port: number
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** A server's process, which has the same port each time it starts. */
export async function drillServer(place: {
  folder: string
  settings: Readonly<Record<string, string>>
  /** Milliseconds by which its clock is ahead; 0 for a clock that is right. */
  ahead: number
}): Promise<DrillServer> {
  const port = await freePort()
  const { folder, settings, ahead } = place
  let running: Running
  const start = async () => {
    running = await startServer({
      folder,
      settings: { ...settings, COLOPHON_PORT: String(port) },
      nodeFlags: ahead > 0 ? ['--import', clockAhead(ahead)] : [],
    })
  }
  await start()
  return {
    port,
    start,
    async kill() {
      process.kill(running.pid, 'SIGKILL')
      await sleep(100)
    },
    stop: () => running.stop(),
  }
}

/** What all servers of a site share. */
export async function sharedSettings(): Promise<Record<string, string>> {
  return {
    COLOPHON_BASE_URL: 'http://press.localhost',
    COLOPHON_SIGNING_KEY: JSON.stringify(await newSigningKey()),
    ...LIMITS,
  }
}

export function issueAdministrator(folder: string, settings: Readonly<Record<string, string>>): string {
  return colophon(
    folder,
    ['token', 'issue', '--preset', 'administrator', '--label', 'drill'],
    settings,
  ).trim()
}

/** Asks a server, past every fault; every answer is held to the server's own document. */
export async function askServer(port: number, admin: string): Promise<AskedServer> {
  const wire = openWire({ host: '127.0.0.1', port })
  const ask = async (path: string, check: DocumentCheck | null) => {
    const sent = { method: 'GET', path, headers: {}, body: null }
    return answerOf(sent, await wire.send(sent), check)
  }
  const check = documentCheck((await ask('/openapi.json', null)).json)
  return { admin, get: (path) => ask(path, check) }
}
