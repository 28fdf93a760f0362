import type { RecoveryManifest } from '@colophon/contract'
import { SingleBar } from 'cli-progress'

/** Without a terminal a line is written now and then, so that a log shows that it goes on. */
const LINE_MILLISECONDS = 5000

type Stream = NodeJS.WritableStream & { isTTY?: boolean }

/** How far a command is, in stages: a bar on a terminal, lines elsewhere. */
interface ProgressDisplay {
  begin(what: string, total: number): void
  advance(done: number): void
  stop(): void
}

export function openProgress(stream: Stream = process.stderr): ProgressDisplay {
  return stream.isTTY ? progressBar(stream) : progressLines(stream)
}

function progressBar(stream: Stream): ProgressDisplay {
  let bar: SingleBar | null = null
  return {
    begin(what, total) {
      bar?.stop()
      bar = new SingleBar({
        format: `{bar} {value}/{total} ${what}, {eta_formatted} to go`,
        stream,
        hideCursor: true,
        barCompleteChar: '\u2588',
        barIncompleteChar: '\u2591',
      })
      bar.start(total, 0)
    },
    advance: (done) => bar?.increment(done),
    stop: () => bar?.stop(),
  }
}

function progressLines(stream: Stream): ProgressDisplay {
  let stage = { what: '', total: 0, done: 0 }
  let last = performance.now()
  return {
    begin: (what, total) => {
      stage = { what, total, done: 0 }
    },
    advance(done) {
      stage.done += done
      if (performance.now() - last < LINE_MILLISECONDS) return
      last = performance.now()
      stream.write(`${stage.done} of ${stage.total} ${stage.what}\n`)
    },
    stop() {},
  }
}

/** What a backup holds. */
export function contentInWords({ tables, blobs }: RecoveryManifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${tables.length} tables with ${rows} rows, ${blobs.count} objects of ${bytesInWords(blobs.bytes)}`
}

const UNITS = ['kB', 'MB', 'GB', 'TB']

export function bytesInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power - 1]}`
}

/** What others wrote may hold anything; a terminal must not be told to do things by it. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}
