import { openProgress, printable } from '../terminal/progress.ts'
import type { FileResult } from './import-files.ts'

type Tally = Record<FileResult['outcome'], number>

interface ImportReport {
  /** One file is done. */
  add(result: FileResult): void
  /** Something of a file has no place in an article. */
  leaveOut(file: string, names: readonly string[]): void
  /** Ends the progress and tells the counts. */
  close(): Tally
}

interface Outputs {
  out: NodeJS.WritableStream
  err: NodeJS.WritableStream & { isTTY?: boolean }
}

/** Tells what becomes of the files: progress on stderr; on stdout the closing count, or a JSON line for each. */
export function openReport(total: number, asJson: boolean, { out, err }: Outputs = STANDARD): ImportReport {
  const tally: Tally = { created: 0, revised: 0, unchanged: 0, failed: 0 }
  const failures: FileResult[] = []
  const left: string[] = []
  const progress = openProgress(err)
  progress.begin('files', total)
  return {
    add(result) {
      tally[result.outcome] += 1
      if (asJson) out.write(`${JSON.stringify(result)}\n`)
      else if (result.outcome === 'failed') failures.push(result)
      progress.advance(1)
    },
    leaveOut(file, names) {
      if (asJson) out.write(`${JSON.stringify({ file, left_out: names })}\n`)
      else left.push(`  ${printable(file)}: left out ${printable(names.join(', '))}`)
    },
    close() {
      progress.stop()
      if (asJson) out.write(`${JSON.stringify(tally)}\n`)
      else out.write([closingLines(tally, failures), ...left.map((line) => `${line}\n`)].join(''))
      return tally
    },
  }
}

const STANDARD: Outputs = { out: process.stdout, err: process.stderr }

function closingLines(tally: Tally, failures: readonly FileResult[]): string {
  const counts = Object.entries(tally).map(([outcome, count]) => `${count} ${outcome}`)
  const reasons = failures.map(({ file, reason }) => `  ${printable(file)}: ${printable(reason ?? '')}`)
  return `${[counts.join(', '), ...reasons].join('\n')}\n`
}
