import { readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const { BENCH_WRITTEN } = process.env
/** Loaded into a command before its own code; leaves in a file how many bytes the process gave to the disk (Linux). */
if (isMainThread && BENCH_WRITTEN !== undefined)
  process.once('exit', () => {
    const [, bytes = '0'] = /^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8')) ?? []
    writeFileSync(BENCH_WRITTEN, bytes)
  })
