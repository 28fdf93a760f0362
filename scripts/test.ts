import { globSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { isEverythingRequired } from '../packages/server/test/support/everything.ts'
import { groupFiles } from './test-groups.ts'
import { type Servers, startServers } from './test-servers.ts'
import { complaintOf, count, newTally, slowest, type Tally } from './test-tally.ts'

const usage = `usage: node scripts/test.ts [--fast] [PART-OF-A-FILE-NAME ...]
  --fast  SQLite only: no PostgreSQL, no S3 server, and nothing that takes its time unless it is named`

/**
 * Browsers, servers that are killed again and again, attacked or cut off, commands in processes of their own, whole backups,
 * restores, mirrors and indexes, models that are walked at length, whole surfaces: three quarters of the time of a run on SQLite.
 */
const SLOW = new RegExp(
  [
    '/(browser|packed|deploy)/',
    '/release/release\\.',
    '/test/.*(backup|restore)',
    '-(killed|commands?|mirror|attack|outage)\\.',
    '/(served-mirror|drill|editorial-life|full-disk|log-sources|mirror|search-index|search-in-postgres|processes|verify|migrations|command|guide)\\.',
    '/(pooler|replicas|tree|editorial-model|mirror-model|lease-model|contract-fuzz|relevance|renderer|gallery|checks-of|unified)\\.',
    '/(one-reader-at-length|quotes-at-length|plain-text|inline-text|markdown-source|url-transport|s3-blobs)\\.',
    '/flows/(console|curator|mcp|skills-mcp|skill-import|authorization|passages|sections|long-texts|import|client-page)',
    '/flows/(search|snapshots|pages|feeds|twins|contract-examples|discovery|page-headers|other-sites)',
  ].join('|'),
)
/** For a whole group. */
const TIMEOUT_MS = 12 * 60_000
/** One more than there are processors: a fifth of the time a test waits for a child of its own or for a server. */
const LANES = Math.min(availableParallelism() + 1, 6)
/** A larger nursery: most of what a test makes is gone before it would be moved on. */
const NODE_OPTIONS = [
  '--max-semi-space-size=32',
  `--import=${pathToFileURL(join(import.meta.dirname, 'test-process.ts')).href}`,
]

/** What a run needs at most of temporary files, with room to spare. */
const LEAST_MEMORY_BYTES = 2 * 1024 ** 3

const filters = process.argv.slice(2).filter((argument) => argument !== '--fast')
const isFast = process.argv.includes('--fast')

process.chdir(join(import.meta.dirname, '..'))
process.env.TMPDIR ??= folderInMemory() ?? tmpdir()
// There are many processes: what one has compiled the others need not.
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
  for (const line of slowest(tally)) console.log(line)
  const complaint = complaintOf(tally)
  if (complaint !== null) return complain(complaint)
  return tally.failed ? 1 : 0
}

function findTests(): string[] {
  return globSync(['packages/*/{src,test}/**/*.test.ts', '{scripts,bench}/**/*.test.ts'])
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .filter((file) => !isFast || filters.length > 0 || !SLOW.test(file))
    .sort()
    .map((file) => resolve(file))
}

/** Each group in a process of its own, as many at a time as there are lanes. */
async function runTests(files: string[], signal: AbortSignal): Promise<Tally> {
  const { groups, remove } = groupFiles(files)
  const tally = newTally(groups)
  try {
    const stream = run({
      files: groups.map(({ module }) => module),
      signal,
      concurrency: LANES,
      timeout: TIMEOUT_MS,
      execArgv: NODE_OPTIONS,
    })
    stream.on('test:pass', (data) => count(tally, data))
    stream.on('test:fail', (data) => count(tally, data, 'failed'))
    for await (const text of stream.compose(new spec())) process.stdout.write(text)
  } finally {
    remove()
  }
  return tally
}

function complain(line: string): number {
  console.error(line)
  return 1
}
