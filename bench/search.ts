import { startPress } from './children.ts'
import { type Figure, report } from './figures.ts'
import { memoryOf } from './resident.ts'
import { badInput } from './search/bad-input.ts'
import { readsBesideSearches } from './search/beside-reads.ts'
import { compareQueries, openSegments } from './search/compare.ts'
import { openFts } from './search/fts.ts'
import { ENTRIES, inSearchSite, readQueries, TOPIC } from './search/site.ts'

/** Searches beside raw FTS5 over the same documents, and reads of objects beside searches. */
await inSearchSite(async (folder) => {
  const press = await startPress({ folder })
  const fts = openFts(folder)
  try {
    const segments = await openSegments(folder, TOPIC)
    const figures: Figure[] = []
    for (const queries of readQueries(folder))
      figures.push(...(await compareQueries({ segments, port: press.port, queries, fts })))
    const [common = []] = readQueries(folder)
    figures.push(await badInput(press.port, common), memoryWhileSearching(press))
    figures.push(...(await readsBesideSearches(press, common)))
    report('search', figures)
  } finally {
    fts.close()
    await press.stop()
  }
})

function memoryWhileSearching({ pid }: { pid: number }): Figure {
  const { resident, own } = memoryOf(pid)
  return {
    what: `Resident memory while ${ENTRIES.toLocaleString('en')} articles are searched`,
    measured: `${resident} MB (${own} MB of its own)`,
    beside: '',
    ratio: '',
    target: 'reported',
  }
}
