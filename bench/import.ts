import { globSync } from 'node:fs'
import { colophon } from './children.ts'
import { rate, report } from './figures.ts'
import { inFolder } from './folder.ts'

/** `npm run bench -- import DIR`: one `colophon import` of a folder of Markdown into a fresh database. */
const folderOfFiles = process.argv.slice(2).find((argument) => argument.includes('/'))
if (folderOfFiles === undefined) throw new Error('usage: npm run bench -- import ./DIR')

await inFolder(async (folder) => {
  const files = globSync('**/*.md', { cwd: folderOfFiles }).length
  const start = performance.now()
  colophon(folder, ['import', folderOfFiles, '--topic', 'bench'])
  const seconds = (performance.now() - start) / 1000
  report('import', [
    {
      what: `\`colophon import\` of ${files.toLocaleString('en')} Markdown files into a fresh SQLite file`,
      measured: `${rate(files / seconds)} (${seconds.toFixed(1)} s in all)`,
      beside: '',
      ratio: '',
      target: 'reported',
    },
  ])
})
