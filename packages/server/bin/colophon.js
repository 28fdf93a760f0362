#!/usr/bin/env -S MALLOC_MMAP_THRESHOLD_=131072 node --max-semi-space-size=6 --retain-maps-for-n-gc=1000
// Each variable and flag and what it pays: src/runtime/memory.ts, which a test compares with this line.
// Plain JavaScript, so that an older Node can go on as the one that npm brought, or say what it lacks.
import module from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { becomeProgram, complainOfNode, findBroughtNode, isNodeAtLeast } from '@colophon/cli/other-node'

if (isNodeAtLeast('24.0')) {
  // Kept machine code starts faster, and without the compiler of types in memory.
  const { directory } = module.enableCompileCache()
  // The server's threads and processes learn of it here alone: each would take 25 MB more.
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE = dirname(directory)
  const { main } = await import('@colophon/server/main')
  await main(process.argv)
} else {
  const own = fileURLToPath(import.meta.url)
  const node = findBroughtNode(own)
  if (node === null) complainOfNode('colophon', '24.0')
  else becomeProgram(node, [...process.execArgv, own, ...process.argv.slice(2)])
}
