import { colophon } from './children.ts'
import { rate, report } from './figures.ts'
import { inFolder } from './folder.ts'

/** `npm run bench -- import DIR`: one `colophon import` of a folder of Markdown into a fresh database. */
const folderOfFiles = process.argv.slice(2).find((argument) => argument.includes('/'))
if (folderOfFiles === undefined) throw new Error('usage: npm run bench -- import ./DIR')

await inFolder(async (folder) => {
  const start = performance.now()
  const printed = colophon(folder, ['import', folderOfFiles, '--topic', 'bench', '--json'])
  const seconds = (performance.now() - start) / 1000
  const files = createdCount(printed)
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

/** The last line of `--json` has the counts. */
function createdCount(printed: string): number {
  const counts = JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '{}') as { created?: number }
  return counts.created ?? 0
}
