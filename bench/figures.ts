import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const README = join(import.meta.dirname, '../README.md')
const BENCHMARKS = join(import.meta.dirname, '../docs/benchmarks.md')

/** One row of a table of figures. */
export interface Figure {
  readonly what: string
  readonly measured: string
  readonly beside: string
  readonly ratio: string
  readonly target: string
}

const HEAD = '| What | Measured | Beside it | Ratio | Target |\n|---|---|---|---|---|\n'

/** Prints the rows; with `--write` they replace those of the same bench in docs/benchmarks.md and, where it has them, in the README. */
export function report(bench: string, figures: readonly Figure[]): void {
  const rows = figures.map(
    ({ what, measured, beside, ratio, target }) =>
      `| ${[what, measured, beside, ratio, target].join(' | ')} |\n`,
  )
  const table = `${HEAD}${rows.join('')}`
  process.stdout.write(table)
  if (!process.argv.includes('--write')) return
  writeFileSync(BENCHMARKS, replaceTable(readFileSync(BENCHMARKS, 'utf8'), bench, table))
  writeFileSync(README, replaceRows(readFileSync(README, 'utf8'), rows))
}

/** The anchors are link definitions without a link, which no renderer shows. */
export function replaceTable(page: string, bench: string, table: string): string {
  const begin = `[//]: # (figures ${bench})\n`
  const end = `[//]: # (end of figures ${bench})`
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`docs/benchmarks.md has no anchors for ${bench}`)
  return `${before}${begin}\n${table}\n${end}${after}`
}

/** Replaces each row of a page whose first cell is that of a new row. */
export function replaceRows(page: string, rows: readonly string[]): string {
  const byName = new Map(rows.map((row) => [firstCell(row), row.trimEnd()]))
  return page
    .split('\n')
    .map((line) => (line.startsWith('| ') ? (byName.get(firstCell(line)) ?? line) : line))
    .join('\n')
}

function firstCell(row: string): string {
  return row.split(' | ', 1)[0] ?? ''
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
