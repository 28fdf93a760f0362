import { openProgress, printable } from '../terminal/progress.ts'
import type { DeadLink } from './folder-links.ts'
import type { FileResult } from './import-files.ts'

type Tally = Record<FileResult['outcome'], number>

interface ImportReport {
  /** One file is done. */
  add(result: FileResult): void
  /** Something of a file has no place in an article. */
  leaveOut(file: string, names: readonly string[]): void
  /** A link that leads nowhere. */
  addDeadLink(link: DeadLink): void
  /** Ends the progress and tells the counts. */
  close(): { readonly failed: number; readonly deadLinks: number }
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
  const deadLinks: DeadLink[] = []
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
    addDeadLink: (link) => void deadLinks.push(link),
    close() {
      progress.stop()
      deadLinks.sort((one, other) =>
        one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line,
      )
      if (asJson) for (const dead_link of deadLinks) out.write(`${JSON.stringify({ dead_link })}\n`)
      if (asJson) out.write(`${JSON.stringify(tally)}\n`)
      else out.write([closingLines(tally, failures, deadLinks), ...left.map((line) => `${line}\n`)].join(''))
      return { failed: tally.failed, deadLinks: deadLinks.length }
    },
  }
}

const STANDARD: Outputs = { out: process.stdout, err: process.stderr }

function closingLines(tally: Tally, failures: readonly FileResult[], deadLinks: readonly DeadLink[]): string {
  const counts = Object.entries(tally).map(([outcome, count]) => `${count} ${outcome}`)
  const reasons = failures.map(({ file, reason }) => `  ${printable(file)}: ${printable(reason ?? '')}`)
  const links = deadLinks.map(({ file, line, target }) => `  ${printable(`${file}:${line}: ${target}`)}`)
  const heading = links.length === 0 ? [] : [`${links.length} links lead nowhere:`]
  return `${[counts.join(', '), ...reasons, ...heading, ...links].join('\n')}\n`
}
