#!/usr/bin/env -S node --max-semi-space-size=6 --retain-maps-for-n-gc=1000
// Each flag and what it pays: src/runtime/memory.ts, which a test compares with this line.
// Plain JavaScript, so that an older Node can go on as the one that npm brought, or say what it lacks.
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { becomeProgram, complainOfNode, findBroughtNode, isNodeAtLeast } from '@colophon/cli/other-node'

if (isNodeAtLeast('24.0')) {
  // Kept machine code starts faster, and without the compiler of types in memory.
  module.enableCompileCache()
  const { main } = await import('@colophon/server/main')
  await main(process.argv)
} else {
  const own = fileURLToPath(import.meta.url)
  const node = findBroughtNode(own)
  if (node === null) complainOfNode('colophon', '24.0')
  else becomeProgram(node, [...process.execArgv, own, ...process.argv.slice(2)])
}
