#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=6 --retain-maps-for-n-gc=1000
// Two arenas of glibc instead of one for each thread, and a young space of 6 MB, keep a busy press small.
// Else V8 unlearns the shapes of requests when it collects while there are none, and stays slower ever after.
// Plain JavaScript, so that an older Node can still say what it lacks.
import module from 'node:module'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write(
    `colophon needs Node 24 or newer and was started with ${process.version}; run it with npx or npm, which use the one that npm ci installed.\n`,
  )
  process.exit(1)
}
// Kept machine code starts faster, and without the compiler of types in memory.
module.enableCompileCache()
const { main } = await import('../src/main.ts')
await main(process.argv)
