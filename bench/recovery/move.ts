import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../../packages/client/src/index.ts'
import { startServer } from '../children.ts'
import { type Figure, rate } from '../figures.ts'
import { peakOf } from '../resident.ts'
import { issueToken } from '../site.ts'
import { runWatched } from './run-watched.ts'

const TARGET_MEGABYTES = 300

interface Moved {
  readonly manifest: {
    readonly tables: readonly { readonly rows: number }[]
    readonly blobs: { bytes: number }
  }
}

/** A backup of a site, its restore into an empty one, and a rebuild of that. */
export async function moveFigures(
  from: string,
  { into, entries }: { into: string; entries: number },
): Promise<Figure[]> {
  const backup = join(into, 'backup')
  const target = join(into, 'restored')
  mkdirSync(target, { recursive: true })
  const made = await onServer(from, (server) => runWatched<Moved>(['backup', 'create', backup], server))
  const restored = await onServer(target, (server) =>
    runWatched<Moved>(['backup', 'restore', backup], server),
  )
  const rebuilt = await onServer(target, rebuild)
  const { tables, blobs } = made.value.manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const size = `${entries.toLocaleString('en')} entries (${rows.toLocaleString('en')} rows)`
  const figureOf = (what: string, run: { seconds: number; peak: number; peakOfServer: number }): Figure => ({
    what: `${what} of ${size}`,
    measured: `${run.seconds.toFixed(1)} s: ${rate(rows / run.seconds)} rows, ${megabytes(blobs.bytes / run.seconds)} of objects`,
    beside: `peak memory: press ${run.peakOfServer} MB, command ${run.peak} MB`,
    ratio: '',
    target: `each < ${TARGET_MEGABYTES} MB`,
  })
  return [
    figureOf('Backup', made),
    figureOf('Restore', restored),
    {
      what: `Rebuild of the same`,
      measured: `${rebuilt.seconds.toFixed(1)} s: ${rate(rebuilt.value / rebuilt.seconds)} records replayed and objects checked`,
      beside: `peak memory: press ${rebuilt.peakOfServer} MB`,
      ratio: '',
      target: `< ${TARGET_MEGABYTES} MB`,
    },
  ]
}

interface ServerProcess {
  readonly port: number
  readonly token: string
}

async function onServer<T extends object>(folder: string, work: (server: ServerProcess) => Promise<T>) {
  const server = await startServer({ folder })
  try {
    const done = await work({ port: server.port, token: issueToken(folder) })
    return { ...done, peakOfServer: peakOf(server.pid) }
  } finally {
    await server.stop()
  }
}

/** Answers the records that were replayed and the objects that were checked. */
async function rebuild({ port, token }: ServerProcess): Promise<{ value: number; seconds: number }> {
  const { call } = createClient({ url: `http://127.0.0.1:${port}`, token })
  const start = performance.now()
  let job = await call('startRecovery', { body: { kind: 'rebuild' } })
  let value = 0
  while (job.state === 'running') {
    const next = await call('continueRecovery', {
      params: { id: job.job_id },
      body: { expected_phase: job.phase, expected_cursor: job.cursor, expected_offset: job.offset },
    })
    if (next.phase !== job.phase) value += job.progress.total
    job = next
  }
  return { value: value + job.progress.total, seconds: (performance.now() - start) / 1000 }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB/s`
}
