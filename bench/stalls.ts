import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from './children.ts'
import { report } from './figures.ts'
import { inFilledFolder, inFolder } from './folder.ts'
import { peakOf } from './resident.ts'
import { issueToken, register } from './site.ts'
import { type WorstRequest, worstRequests } from './stalls/requests.ts'
import { makeHeavySite, type Names } from './stalls/site.ts'
import type { Hold } from './stalls/watch-loop.ts'

const MOST_HELD = 50
const MOST_MEGABYTES = 250
const WATCH = pathToFileURL(join(import.meta.dirname, 'stalls/watch-loop.ts')).href

const UNLIMITED = {
  COLOPHON_LIMIT_COMMANDS_PER_DAY: '1000000',
  COLOPHON_LIMIT_SIGNALS_PER_DAY: '1000000',
  COLOPHON_LIMIT_FEEDBACK_PER_DAY: '1000000',
}

interface Measured extends Hold {
  readonly request: WorstRequest
  readonly status: number
  /** The most that the server held at a time while it answered, in megabytes. */
  readonly megabytes: number
}

const { values: chosen } = parseArgs({
  args: process.argv.slice(3),
  options: {
    only: { type: 'string', default: '' },
    'as-stranger': { type: 'boolean' },
    show: { type: 'boolean' },
    write: { type: 'boolean' },
  },
})
const NAMES = 'names.json'

/**
 * Walks all operations with their worst requests: how long each holds the server's loop, and what it takes. First as a stranger sends
 * them, then, to a server that starts anew, an administrator. The site is made once; the walks change a copy.
 */
await inFilledFolder('stalls', makeSite, (made) =>
  inFolder(async (folder) => {
    cpSync(made, folder, { recursive: true })
    const names = JSON.parse(readFileSync(join(made, NAMES), 'utf8')) as Names
    const byStranger = await walk(folder, names, null)
    const byAdministrator = chosen['as-stranger'] ? [] : await walk(folder, names, issueToken(folder))
    tell({ byStranger, byAdministrator })
  }),
)

async function makeSite(folder: string): Promise<void> {
  writeFileSync(join(folder, NAMES), JSON.stringify(await makeHeavySite(folder)))
}

/** All, or those whose operation and kind, as they are shown, match the expression after `--only`. */
function isChosen({ operation, what }: WorstRequest): boolean {
  return new RegExp(chosen.only).test(`${operation}: ${what}`)
}

async function walk(folder: string, names: Names, token: string | null): Promise<Measured[]> {
  const socket = join(folder, token === null ? 'loop' : 'second-loop')
  const server = await startServer({
    folder,
    nodeFlags: ['--import', WATCH],
    settings: { STALLS_SOCKET: socket, ...UNLIMITED },
  })
  try {
    if (token !== null) await register({ port: server.port, token })
    const measured: Measured[] = []
    for (const request of worstRequests(names).filter(isChosen)) {
      await hold(socket)
      forgetPeak(server.pid)
      const status = await send({ port: server.port, token }, request)
      const { wall, processor } = await hold(socket)
      const one = { request, status, wall, processor, megabytes: peakOf(server.pid) }
      measured.push(one)
      if (chosen.show) console.error(lineOf(one, one.megabytes))
    }
    return measured
  } finally {
    await server.stop()
  }
}

/** The longest hold since it was last asked. */
async function hold(socket: string): Promise<Hold> {
  return JSON.parse(await text(connect(socket))) as Hold
}

/** The kernel counts the most of a process anew (Linux). */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

async function send(site: { port: number; token: string | null }, request: WorstRequest): Promise<number> {
  const { method, path, type, body } = request
  const isPage = request.operation.startsWith('page ')
  try {
    const response = await fetch(`http://127.0.0.1:${site.port}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: isPage ? 'text/html' : 'application/json, text/event-stream',
        ...(isPage || site.token === null ? {} : { authorization: `Bearer ${site.token}` }),
        ...(type === undefined ? {} : { 'content-type': type, 'idempotency-key': randomUUID() }),
      },
      ...(body === undefined ? {} : { body: body as BodyInit }),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    // A body that is refused before its end.
    return 0
  }
}

interface Walks {
  readonly byStranger: readonly Measured[]
  readonly byAdministrator: readonly Measured[]
}

/** Every operation by its longest hold, and the figures of the page. */
function tell({ byStranger, byAdministrator }: Walks): void {
  const measured = [...byStranger, ...byAdministrator]
  const worst = new Map<string, Measured>()
  for (const one of measured) {
    const known = worst.get(one.request.operation)
    if (known === undefined || one.processor > known.processor) worst.set(one.request.operation, one)
  }
  const peakIn = (operation: string) =>
    Math.max(...measured.filter(({ request }) => request.operation === operation).map((one) => one.megabytes))
  const lines = [...worst.values()].toSorted((a, b) => b.processor - a.processor)
  for (const one of lines) console.log(lineOf(one, peakIn(one.request.operation)))
  const [first] = lines
  const held = first?.processor ?? 0
  const heaviest = heaviestOf(byStranger)
  if (held > MOST_HELD || (heaviest?.megabytes ?? 0) > MOST_MEGABYTES) process.exitCode = 1
  report('stalls', [
    {
      what: `The longest that one of ${measured.length} requests held the event loop`,
      measured: `${held.toFixed(0)} ms of processor time`,
      beside: `${first?.request.operation}: ${first?.request.what}`,
      ratio: '',
      target: `<= ${MOST_HELD} ms`,
    },
    memoryFigure('The most resident memory in any that a stranger sent', heaviest, `<= ${MOST_MEGABYTES} MB`),
    memoryFigure('The same for an administrator', heaviestOf(byAdministrator), ''),
  ])
}

function heaviestOf(measured: readonly Measured[]): Measured | undefined {
  return measured.toSorted((a, b) => b.megabytes - a.megabytes)[0]
}

function memoryFigure(what: string, heaviest: Measured | undefined, target: string) {
  const beside = `${heaviest?.request.operation}: ${heaviest?.request.what}`
  return { what, measured: `${heaviest?.megabytes} MB`, beside, ratio: '', target }
}

function lineOf({ request, status, wall, processor }: Measured, megabytes: number): string {
  const marks = [processor > MOST_HELD ? 'HELD' : '', megabytes > MOST_MEGABYTES ? 'MEMORY' : '']
  const figures = `${processor.toFixed(1).padStart(7)} ms (${wall.toFixed(1)} by the clock) ${String(megabytes).padStart(5)} MB`
  return [figures, `${request.operation}: ${request.what}`, status, ...marks].join('  ').trimEnd()
}
