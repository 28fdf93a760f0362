import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const README = join(import.meta.dirname, '../README.md')

/** One row of the README's figures. */
export interface Figure {
  readonly what: string
  readonly measured: string
  readonly beside: string
  readonly ratio: string
  readonly target: string
}

const HEAD = '| What | Measured | Beside it | Ratio | Target |\n|---|---|---|---|---|\n'

/** Prints the rows; with `--write` they replace those of the same bench in the README. */
export function report(bench: string, figures: readonly Figure[]): void {
  const rows = figures
    .map(
      ({ what, measured, beside, ratio, target }) =>
        `| ${[what, measured, beside, ratio, target].join(' | ')} |\n`,
    )
    .join('')
  process.stdout.write(`${HEAD}${rows}`)
  if (process.argv.includes('--write')) replaceInReadme(bench, `${HEAD}${rows}`)
}

/** The anchors are link definitions without a link, which no renderer shows. */
function replaceInReadme(bench: string, table: string): void {
  const text = readFileSync(README, 'utf8')
  const begin = `[//]: # (figures ${bench})\n`
  const end = `[//]: # (end of figures ${bench})`
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`README.md has no anchors for ${bench}`)
  writeFileSync(README, `${before}${begin}\n${table}\n${end}${after}`)
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** `30,412/s` */
export function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en')}/s`
}
