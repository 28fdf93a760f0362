import { startServer } from './children.ts'
import { type Figure, report } from './figures.ts'
import { memoryOf } from './resident.ts'
import { badInput } from './search/bad-input.ts'
import { readsBesideSearches } from './search/beside-reads.ts'
import { compareQueries, openSegments } from './search/compare.ts'
import { compareAnyWord } from './search/compare-any.ts'
import { openFts } from './search/fts.ts'
import { ENTRIES, inSearchSite, readQueries, TOPIC } from './search/site.ts'

/** Searches beside raw FTS5 over the same documents, and reads of objects beside searches. */
await inSearchSite(async (folder) => {
  const server = await startServer({ folder })
  const fts = openFts(folder)
  try {
    const segments = await openSegments(folder, TOPIC)
    const figures: Figure[] = []
    const [two = [], three = [], eight = []] = readQueries(folder)
    for (const queries of [two, three])
      figures.push(...(await compareQueries({ segments, port: server.port, queries, fts })))
    figures.push(await compareAnyWord({ folder, topicId: TOPIC, segments, queries: eight, fts }))
    figures.push(await badInput(server.port, two), memoryWhileSearching(server))
    figures.push(...(await readsBesideSearches(server, two)))
    report('search', figures)
  } finally {
    fts.close()
    await server.stop()
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
