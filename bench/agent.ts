import { parseArgs } from 'node:util'
import { openAgent } from './agent/ask.ts'
import { type Collection, openCollections, SET_NAMES } from './agent/collections.ts'
import { openAnyWord } from './agent/fts.ts'
import { linesOf, rowsOf } from './agent/rows.ts'
import { measureSet } from './agent/run-set.ts'
import { inCollectionSite } from './agent/site.ts'
import { CORPUS } from './corpus.ts'
import { type Figure, report } from './figures.ts'

/**
 * Questions in sentences, as agents ask them, beside SQLite's own index over the same texts. `--set NAME` takes a set
 * alone, `--quick` serves from this process, `--show` prints nDCG@10 of each question with `all`, `most` and FTS5, and
 * `--corpus DIR` takes another folder than `COLOPHON_CORPUS`.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    set: { type: 'string', multiple: true, default: [] },
    corpus: { type: 'string', default: CORPUS },
    quick: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const unknown = values.set.filter((name) => !SET_NAMES.some((known) => known === name))
if (unknown.length > 0)
  throw new Error(`unknown set ${unknown.join(', ')}: the sets are ${SET_NAMES.join(', ')}`)

// Rows of some sets would replace those of all.
if (values.write && values.set.length > 0) throw new Error('--write takes all sets: leave out --set')

const { collections, missing } = openCollections(values.corpus, values.set)
for (const line of missing) console.log(`Left out: ${line}`)
const figures: Figure[] = []
for (const collection of collections) figures.push(...(await measureCollection(collection)))
if (values.write && missing.length > 0) throw new Error('--write takes all sets: some are missing')
if (figures.length > 0) report('agent', figures)

function measureCollection(collection: Collection): Promise<Figure[]> {
  return inCollectionSite(collection, values.quick, async (port) => {
    const agent = await openAgent(port)
    const fts = openAnyWord(collection.documents)
    try {
      const rows: Figure[] = []
      for (const { title, questions } of collection.sets) {
        const measured = await measureSet({ agent, fts, documents: collection.documents }, questions)
        if (values.show) for (const line of linesOf(measured)) console.log(line)
        rows.push(...rowsOf(title, measured))
      }
      return rows
    } finally {
      fts.close()
    }
  })
}
