import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that is gone afterwards. `COLOPHON_BENCH_DIR` chooses the disk that is measured. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(process.env.COLOPHON_BENCH_DIR ?? tmpdir(), 'colophon-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder that takes long to fill: `COLOPHON_BENCH_DIR` keeps it for the next run. */
export async function inFilledFolder<T>(
  name: string,
  fill: (folder: string) => Promise<void>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const kept = process.env.COLOPHON_BENCH_DIR
  if (kept === undefined)
    return inFolder(async (folder) => {
      await fill(folder)
      return work(folder)
    })
  const folder = join(kept, name)
  const mark = join(folder, 'filled')
  if (!existsSync(mark)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await fill(folder)
    writeFileSync(mark, '')
  }
  return work(folder)
}
