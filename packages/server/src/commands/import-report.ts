import type { FileResult } from '@colophon/client/import'
import { SingleBar } from 'cli-progress'

/** Without a terminal a line is written now and then, so that a log shows that it goes on. */
const LINE_MILLISECONDS = 5000

export type Tally = Record<FileResult['outcome'], number>

export interface ImportReport {
  /** One file is done. */
  add(result: FileResult): void
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
  const progress = err.isTTY ? progressBar(total, err) : progressLines(total, err)
  return {
    add(result) {
      tally[result.outcome] += 1
      if (asJson) out.write(`${JSON.stringify(result)}\n`)
      else if (result.outcome === 'failed') failures.push(result)
      progress.step()
    },
    close() {
      progress.stop()
      if (asJson) out.write(`${JSON.stringify(tally)}\n`)
      else out.write(closingLines(tally, failures))
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

/** A file name may hold anything; a terminal must not be told to do things by it. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

interface Progress {
  step(): void
  stop(): void
}

function progressBar(total: number, stream: NodeJS.WritableStream): Progress {
  const bar = new SingleBar({
    format: '{bar} {value}/{total} files, {eta_formatted} to go',
    stream,
    hideCursor: true,
    barCompleteChar: '\u2588',
    barIncompleteChar: '\u2591',
  })
  bar.start(total, 0)
  return { step: () => bar.increment(), stop: () => bar.stop() }
}

function progressLines(total: number, stream: NodeJS.WritableStream): Progress {
  let done = 0
  let last = performance.now()
  return {
    step() {
      done += 1
      if (performance.now() - last < LINE_MILLISECONDS) return
      last = performance.now()
      stream.write(`${done} of ${total} files\n`)
    },
    stop() {},
  }
}
