import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './figures.ts'

const APPENDED_BYTES = 4096

export interface Appended {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
}

/** A file whose end is made durable with every append. */
export function openAppended(folder: string): { append(): void; close(): void } {
  const file = openSync(join(folder, `appended-${process.pid}`), 'w')
  const bytes = Buffer.alloc(APPENDED_BYTES, 1)
  return {
    append() {
      writeSync(file, bytes)
      fdatasyncSync(file)
    },
    close: () => closeSync(file),
  }
}

/** What the disk itself does: 4 KiB appended and made durable, one after another. */
export function appendFor(folder: string, milliseconds: number): Appended {
  const file = openAppended(folder)
  const times: number[] = []
  const start = performance.now()
  for (let before = start; before - start < milliseconds; ) {
    file.append()
    const now = performance.now()
    times.push(now - before)
    before = now
  }
  file.close()
  return { perSecond: (times.length / (performance.now() - start)) * 1000, p50: median(times) }
}
