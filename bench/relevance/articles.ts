import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { articleOfFile } from '../../packages/cli/src/import/article-of-file.ts'
import { assignPaths } from '../../packages/cli/src/import/assign-paths.ts'

/** A document of the corpus as an import would publish it, and the file that it comes from. */
export interface CorpusArticle {
  file: string
  path: string
  title: string
  summary: string
  body: string
}

/** All documents, or those that are wanted. */
export function corpusArticles(
  corpus: string,
  isWanted: (file: string, place: number) => boolean = () => true,
): CorpusArticle[] {
  const files = globSync('**/*.md', { cwd: corpus }).sort()
  if (files.length === 0) throw new Error(`no documents in ${corpus}: set COLOPHON_CORPUS`)
  const paths = assignPaths('bench', files)
  return files.filter(isWanted).map((file) => {
    const { title, summary, body } = articleOfFile(file, readFileSync(join(corpus, file)))
    return { file, path: paths.get(file) ?? '', title, summary: summary ?? '', body: `${body.trimEnd()}\n` }
  })
}
