import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { App } from '../packages/server/src/app.ts'
import { readSettings } from '../packages/server/src/config.ts'
import { newSigningKey } from '../packages/server/src/core/jwt.ts'
import { createApp } from '../packages/server/src/create-app.ts'
import { dispatchAsOperator } from '../packages/server/src/pipeline/operator.ts'
import { CORPUS } from './corpus.ts'
import { type Figure, report } from './figures.ts'
import { fillApp } from './fill.ts'
import { inFolder } from './folder.ts'
import { type CorpusArticle, corpusArticles } from './relevance/articles.ts'
import { type LabelledQuery, labelledQueries, relevanceOf } from './relevance/measure.ts'

const LIMIT = 25

/**
 * Labelled queries over the whole corpus, through the index of a server: on SQLite, and on PostgreSQL where
 * `COLOPHON_BENCH_POSTGRES` names an empty database.
 */
await inFolder(async (folder) => {
  const articles = corpusArticles(CORPUS)
  const figures = [await measure('SQLite', `sqlite:${join(folder, 'colophon.db')}`, articles)]
  const postgres = process.env.COLOPHON_BENCH_POSTGRES
  if (postgres !== undefined) figures.push(await measure('PostgreSQL', postgres, articles))
  report('relevance', figures)
})

async function measure(
  engine: string,
  databaseUrl: string,
  articles: readonly CorpusArticle[],
): Promise<Figure> {
  const { app, close } = await createApp({
    ...readSettings({ COLOPHON_DATABASE_URL: databaseUrl }),
    signingKey: JSON.stringify(await newSigningKey()),
  })
  try {
    await dispatchAsOperator(app, {
      operation: 'createTopic',
      params: {},
      query: {},
      idempotencyKey: randomUUID(),
      body: { id: 'bench', title: 'Bench', summary: 'Made by a bench.' },
    })
    await fillApp(app, articles.length, (place) => articles[place] ?? { title: '', summary: '', body: '' })
    await app.search.pack()
    const measured = await relevanceOf(labelledQueries(), finderOf(app, await filesById(app, articles)))
    const { count, success1, success5, mrr } = measured
    return {
      what: `${count} labelled queries over ${articles.length.toLocaleString('en')} real documents, ${engine}`,
      measured: `success@1 ${success1.toFixed(3)}, success@5 ${success5.toFixed(3)}, MRR ${mrr.toFixed(3)}`,
      beside: '',
      ratio: '',
      target: 'never lower',
    }
  } finally {
    await close()
  }
}

async function filesById(app: App, articles: readonly CorpusArticle[]): Promise<Map<string, string>> {
  const files = new Map(articles.map(({ path, file }) => [path, file]))
  const rows = await app.storage.read.selectFrom('entries').select(['entry_id', 'path']).execute()
  return new Map(rows.map((row) => [row.entry_id, files.get(row.path) ?? '']))
}

function finderOf(app: App, files: ReadonlyMap<string, string>) {
  const plain = { mode: null, exact: null, now: 0, after: null, statistics: null, suggest: false }
  return async ({ query }: LabelledQuery): Promise<string[]> => {
    const { hits } = await app.search.ask<'rank'>({
      kind: 'rank',
      topics: ['bench'],
      query,
      limit: LIMIT,
      ...plain,
    })
    return hits.map(({ entryId }) => files.get(entryId) ?? '')
  }
}
