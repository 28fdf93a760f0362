import { randomUUID } from 'node:crypto'
import { startServer } from '../children.ts'
import type { Figure } from '../figures.ts'
import { peakOf } from '../resident.ts'
import { issueToken, submission } from '../site.ts'
import { ask, openWire, requestBytes, type Wire } from '../wire.ts'

const READERS = 4
const WRITERS = 2
const IDLE_MILLISECONDS = 8000
const TARGET_STALL_MILLISECONDS = 100
const TARGET_RATIO = 3
const TARGET_MEGABYTES = 300

/** Milliseconds that each request took, sorted. */
interface Seen {
  readonly reads: Float64Array
  readonly writes: Float64Array
}

/** What readers and writers notice of a capture. */
export async function captureFigures(folder: string, entries: number): Promise<Figure[]> {
  const server = await startServer({ folder })
  try {
    const token = issueToken(folder)
    await requestsWhile(server.port, token, pause)
    const quiet = await requestsWhile(server.port, token, pause)
    let seconds = 0
    const capturing = await requestsWhile(server.port, token, async () => {
      seconds = await capture(server.port, token)
    })
    const size = entries.toLocaleString('en')
    const stall = (seen: Seen) => `${(seen.writes.at(-1) ?? 0).toFixed(0)} ms`
    const [before, meanwhile] = [shareOf(quiet.reads, 0.99), shareOf(capturing.reads, 0.99)]
    return [
      {
        what: `Longest write of ${WRITERS} clients during a capture of ${size} entries (${seconds.toFixed(1)} s)`,
        measured: stall(capturing),
        beside: `without a capture ${stall(quiet)}`,
        ratio: '',
        target: `<= ${TARGET_STALL_MILLISECONDS} ms`,
      },
      {
        what: `Reads meanwhile, ${READERS} clients beside the writers, p99`,
        measured: `${meanwhile.toFixed(1)} ms`,
        beside: `without a capture ${before.toFixed(1)} ms`,
        ratio: (meanwhile / before).toFixed(2),
        target: `<= ${TARGET_RATIO.toFixed(2)}`,
      },
      {
        what: `Peak memory of that press`,
        measured: `${peakOf(server.pid)} MB`,
        beside: '',
        ratio: '',
        target: `< ${TARGET_MEGABYTES} MB`,
      },
    ]
  } finally {
    await server.stop()
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, IDLE_MILLISECONDS))
}

/** Captures a snapshot and releases it; answers the seconds of the capture. */
async function capture(port: number, token: string): Promise<number> {
  const start = performance.now()
  const wire = await openWire(port)
  const place = '/api/v1/admin/recovery/snapshots'
  const answer = await ask(wire, postRequest(place, token, {}))
  const seconds = (performance.now() - start) / 1000
  const id = /"snapshot_id":"([^"]+)"/.exec(answer.bytes.toString())?.[1]
  if (id === undefined) throw new Error(`a capture: ${answer.bytes.toString()}`)
  await ask(wire, postRequest(`${place}/${id}/release`, token, {}))
  wire.close()
  return seconds
}

/** Reads and writes on connections of their own until the work is over. */
async function requestsWhile(port: number, token: string, work: () => Promise<void>): Promise<Seen> {
  const run = { isOver: false }
  const read = requestBytes('GET /api/v1/resolve?path=/bench/article-7', [])
  const write = () => postRequest('/api/v1/submissions', token, submission(`/bench/${randomUUID()}`, '# A\n'))
  const gather = async (clients: number, request: () => Buffer, status: number) => {
    const found: number[] = []
    const keepAsking = async () => {
      const wire = await openWire(port)
      while (!run.isOver) found.push(await timed(wire, request(), status))
      wire.close()
    }
    await Promise.all(Array.from({ length: clients }, keepAsking))
    return Float64Array.from(found).sort()
  }
  const reads = gather(READERS, () => read, 200)
  const writes = gather(WRITERS, write, 201)
  await work()
  run.isOver = true
  return { reads: await reads, writes: await writes }
}

async function timed(wire: Wire, request: Buffer, status: number): Promise<number> {
  const start = performance.now()
  const answer = await ask(wire, request)
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.bytes.toString().slice(0, 500)}`)
  return performance.now() - start
}

function postRequest(path: string, token: string, body: unknown): Buffer {
  return requestBytes(
    `POST ${path}`,
    [`Authorization: Bearer ${token}`, 'Content-Type: application/json', `Idempotency-Key: ${randomUUID()}`],
    JSON.stringify(body),
  )
}

function shareOf(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
