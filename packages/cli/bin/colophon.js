#!/usr/bin/env node
// npm links one `colophon` where two packages bring it: this one, which goes on as the server's where that is installed.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { becomeProgram, complainOfNode, findBroughtNode, isNodeAtLeast } from './other-node.js'

const own = fileURLToPath(import.meta.url)
// The repository runs its TypeScript as it is.
const wanted = existsSync(join(dirname(own), '../src')) ? '24.0' : '20.19'
// Deno and Bun run the commands over HTTP; the server needs Node.
const isNode = process.versions.deno === undefined && process.versions.bun === undefined
const server = isNode ? findServer() : null

if (server !== null) {
  const node = isNodeAtLeast('24.0') ? process.execPath : (findBroughtNode(server) ?? process.execPath)
  const { flags, variables } = firstLineOf(server)
  Object.assign(process.env, variables)
  becomeProgram(node, [...process.execArgv, ...flags, server, ...process.argv.slice(2)])
} else if (isNodeAtLeast(wanted)) {
  const { main } = await import('@colophon/cli/main')
  await main(process.argv)
} else {
  const node = findBroughtNode(own)
  if (node === null) complainOfNode('colophon', wanted)
  else becomeProgram(node, [own, ...process.argv.slice(2)])
}

function findServer() {
  try {
    return join(dirname(createRequire(own).resolve('@colophon/server/package.json')), 'bin/colophon.js')
  } catch {
    return null
  }
}

/** What it sets before the program runs: `#!/usr/bin/env -S NAME=VALUE node FLAGS`. */
function firstLineOf(program) {
  const words = readFileSync(program, 'utf8').split('\n', 1).join().split(' ')
  const node = words.indexOf('node')
  const variables = words.slice(0, node).filter((word) => word.includes('='))
  return {
    flags: words.slice(node + 1),
    variables: Object.fromEntries(variables.map((word) => word.split('='))),
  }
}
