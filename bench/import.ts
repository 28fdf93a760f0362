import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { colophon, startServer } from './children.ts'
import { median, rate, report } from './figures.ts'
import { inFolder } from './folder.ts'
import { issueToken } from './site.ts'

/** `npm run bench -- import DIR`: a folder of Markdown into fresh databases, with what search does for it and without. */
const folderOfFiles = process.argv.slice(2).find((argument) => argument.includes('/'))
if (folderOfFiles === undefined) throw new Error('usage: npm run bench -- import ./DIR')

const ROUNDS = 3
const TOPIC = 'bench'
const WRITTEN = pathToFileURL(join(import.meta.dirname, 'import/written.ts')).href
const [MOST_WRITTEN, MOST_KEPT] = [60, 5]

interface Round {
  files: number
  /** Seconds of the command alone. */
  imported: number
  /** Bytes that the command gave to the disk, and by which the database is larger. */
  written: number
  kept: number
  /** Seconds from the start of a server until every article is found. */
  indexed: number
  /** Seconds of the command into a database that takes nothing down for search. */
  without: number
}

const rounds: Round[] = []
for (let round = 0; round < ROUNDS; round += 1) rounds.push(await runRound(folderOfFiles, round % 2 === 0))
const middle = (of: (round: Round) => number) => median(rounds.map(of))
const [{ files } = { files: 0 }] = rounds
report('import', [
  {
    what: `\`colophon import\` of ${files.toLocaleString('en')} Markdown files into a fresh SQLite file`,
    measured: `${rate(files / middle(({ imported }) => imported))} (${middle(({ imported }) => imported).toFixed(1)} s in all)`,
    beside: '',
    ratio: '',
    target: 'reported',
  },
  {
    what: 'Bytes for a file: given to the disk, and kept in the database',
    measured: `${kilobytes(({ written }) => written)} and ${kilobytes(({ kept }) => kept)}`,
    beside: '',
    ratio: '',
    target: `<= ${MOST_WRITTEN} KB and ${MOST_KEPT} KB`,
  },
  {
    what: 'The same beside an import that notes nothing for search',
    measured: `${middle(({ imported }) => imported).toFixed(1)} s`,
    beside: `${middle(({ without }) => without).toFixed(1)} s`,
    ratio: middle(({ imported, without }) => imported / without).toFixed(2),
    target: '<= 1.40',
  },
  {
    what: 'The same, and a press started after it, until all of it is found',
    measured: `${middle(({ imported, indexed }) => imported + indexed).toFixed(1)} s, ${middle(({ indexed }) => indexed).toFixed(1)} s of them after the command`,
    beside: `${middle(({ without }) => without).toFixed(1)} s`,
    ratio: middle(({ imported, indexed, without }) => (imported + indexed) / without).toFixed(2),
    target: '<= 1.40',
  },
])

function kilobytes(of: (round: Round) => number): string {
  return `${(middle(of) / 1024 / files).toFixed(1)} KB`
}

async function runRound(from: string, isForward: boolean): Promise<Round> {
  const withSearch = () => inFolder((folder) => importAndIndex(from, folder))
  const withoutSearch = () => inFolder((folder) => importWithoutSearch(from, folder))
  if (isForward) {
    const first = await withSearch()
    return { ...first, without: await withoutSearch() }
  }
  const without = await withoutSearch()
  return { ...(await withSearch()), without }
}

async function importAndIndex(from: string, folder: string): Promise<Omit<Round, 'without'>> {
  const token = issueToken(folder)
  const before = statSync(join(folder, 'colophon.db')).size
  const { printed, seconds, written } = runImport(from, folder)
  const kept = statSync(join(folder, 'colophon.db')).size - before
  const server = await startServer({ folder })
  try {
    const start = performance.now()
    await untilFound({ port: server.port, token })
    const indexed = (performance.now() - start) / 1000
    return { files: createdCount(printed), imported: seconds, written, kept, indexed }
  } finally {
    await server.stop()
  }
}

/** The tables of search take no rows: everything else of an import stays as it is. */
async function importWithoutSearch(from: string, folder: string): Promise<number> {
  issueToken(folder)
  const database = new DatabaseSync(join(folder, 'colophon.db'))
  for (const table of ['search_topics', 'search_changes'])
    database.exec(`create trigger no_${table} before insert on ${table} begin select raise(ignore); end`)
  database.close()
  return runImport(from, folder).seconds
}

function runImport(from: string, folder: string): { printed: string; seconds: number; written: number } {
  const start = performance.now()
  const place = join(folder, 'written')
  const printed = colophon(folder, ['import', from, '--topic', TOPIC, '--json'], {
    BENCH_WRITTEN: place,
    NODE_OPTIONS: `--import=${WRITTEN}`,
  })
  return {
    printed,
    seconds: (performance.now() - start) / 1000,
    written: Number(readFileSync(place, 'utf8')),
  }
}

/** The first search waits until all that was published before it is indexed. */
async function untilFound(site: { port: number; token: string }): Promise<void> {
  const headers = { Authorization: `Bearer ${site.token}` }
  const answer = await fetch(`http://127.0.0.1:${site.port}/api/v1/search?q=file`, { headers })
  const { items } = (await answer.json()) as { items: unknown[] }
  if (items.length === 0) throw new Error('search finds nothing of what was imported')
}

/** The last line of `--json` has the counts. */
function createdCount(printed: string): number {
  const counts = JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '{}') as { created?: number }
  return counts.created ?? 0
}
