import { globSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { type EventData, run } from 'node:test'
import { spec } from 'node:test/reporters'
import { type Servers, startServers } from './test-servers.ts'

const usage = `usage: node scripts/test.ts [--fast] [PART-OF-A-FILE-NAME ...]
  --fast  SQLite only: no PostgreSQL and no S3 server`

const TIMEOUT_MS = 3 * 60_000
const SLOWEST_SHOWN = 10

/** What ran, as opposed to what was skipped: a run that tested nothing must not look like a good one. */
interface Tally {
  executed: number
  failed: boolean
  readonly emptyFiles: string[]
  /** Milliseconds. */
  readonly durations: Map<string, number>
}

/** What a run needs at most of temporary files, with room to spare. */
const LEAST_MEMORY_BYTES = 2 * 1024 ** 3

const filters = process.argv.slice(2).filter((argument) => argument !== '--fast')
const isFast = process.argv.includes('--fast')

process.chdir(join(import.meta.dirname, '..'))
process.env.TMPDIR ??= folderInMemory() ?? tmpdir()
// Each file is a process of its own: what one has compiled the others need not.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')
process.exitCode = await main()

/** In memory no test waits for a disk. Small ones, as containers have, would be full too soon. */
function folderInMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > LEAST_MEMORY_BYTES ? '/dev/shm' : null
  } catch {
    return null
  }
}

async function main(): Promise<number> {
  if (filters.some((filter) => filter.startsWith('-'))) return complain(usage)
  const files = findTests()
  if (files.length === 0) return complain(`No test file has ${filters.join(' or ')} in its name.`)
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interruption.abort())
  const servers = await startServers(isFast)
  try {
    return await report(servers, () => runTests(files, interruption.signal))
  } finally {
    await servers.stop()
  }
}

async function report(servers: Servers, work: () => Promise<Tally>): Promise<number> {
  for (const line of servers.leftOut) console.log(`Left out: ${line}`)
  if (servers.leftOut.length > 0 && isEverythingRequired()) {
    return complain('Nothing may be left out with CI=true or COLOPHON_TEST_ALL=1.')
  }
  const tally = await work()
  for (const line of slowest(tally.durations)) console.log(line)
  if (tally.failed) return 1
  if (tally.emptyFiles.length > 0) return complain(`Without a test in it: ${tally.emptyFiles.join(', ')}`)
  if (tally.executed === 0) return complain('No test was executed.')
  return 0
}

function findTests(): string[] {
  return globSync(['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'])
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort()
    .map((file) => resolve(file))
}

/** Each file in a process of its own, two at a time. */
async function runTests(files: string[], signal: AbortSignal): Promise<Tally> {
  const tally: Tally = { executed: 0, failed: false, emptyFiles: [], durations: new Map() }
  const stream = run({ files, signal, concurrency: 2, timeout: TIMEOUT_MS })
  stream.on('test:pass', (data) => count(tally, data))
  stream.on('test:fail', (data) => {
    count(tally, data)
    tally.failed = true
  })
  stream.on('test:summary', ({ file, duration_ms }) => {
    if (file !== undefined) tally.durations.set(file, duration_ms)
  })
  for await (const text of stream.compose(new spec())) process.stdout.write(text)
  return tally
}

/** A file without tests, or one that broke before its first, is reported as a test of its own name. */
function count(tally: Tally, data: EventData.TestPass | EventData.TestFail): void {
  if (data.details.type === 'suite' || data.skip !== undefined) return
  if (data.name !== data.file) tally.executed += 1
  else if (!('error' in data.details)) tally.emptyFiles.push(data.name)
}

/** Where the time went: the whole run is to stay under five minutes. */
function slowest(durations: ReadonlyMap<string, number>): string[] {
  if (durations.size <= SLOWEST_SHOWN) return []
  const files = [...durations].sort(([, one], [, other]) => other - one).slice(0, SLOWEST_SHOWN)
  return [
    'Slowest files, in seconds:',
    ...files.map(
      ([file, milliseconds]) => `${(milliseconds / 1000).toFixed(1).padStart(6)}  ${relative('.', file)}`,
    ),
  ]
}

function isEverythingRequired(): boolean {
  return process.env.CI === 'true' || process.env.COLOPHON_TEST_ALL === '1'
}

function complain(line: string): number {
  console.error(line)
  return 1
}
