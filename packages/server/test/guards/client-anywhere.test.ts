import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { importsOf } from './imports.ts'
import { productSources, readText, type Source } from './source-files.ts'

/** What a browser or an edge worker imports: it has fetch, Web Crypto and URL, and no module of Node. */
const ENTRANCES = ['packages/client/src/index.ts', 'packages/client/src/log/index.ts']
const NODE_ONLY = /\b(?:Buffer|process|meta)\.[a-z]+|\bsetImmediate\(/

/** What on the way from these files needs Node, one line each. */
function findNodeNeeded(sources: readonly Source[], entrances: readonly string[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const wrong: string[] = []
  const reached = new Set(entrances)
  for (const path of reached) {
    const source = byPath.get(path)
    if (source === undefined) {
      wrong.push(`${path} is not there`)
      continue
    }
    const used = NODE_ONLY.exec(withoutComments(source.text))
    if (used !== null) wrong.push(`${path} uses ${used[0]}`)
    for (const { to } of importsOf(source)) {
      if (to.startsWith('packages/') || to.startsWith('@colophon/')) reached.add(fileOf(to))
      else wrong.push(`${path} imports ${to}`)
    }
  }
  assert.ok(reached.size > entrances.length)
  return wrong
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')
}

/** The file that a specifier of ours leads to, by the exports of its package. */
function fileOf(specifier: string): string {
  if (!specifier.startsWith('@')) return specifier
  const [, name = '', ...below] = specifier.split('/')
  const { exports }: { exports: Record<string, string> } = JSON.parse(
    readText(`packages/${name}/package.json`),
  )
  return posix.join('packages', name, exports[['.', ...below].join('/')] ?? specifier)
}

test('the client and what it verifies with need no Node', () => {
  assert.deepEqual(findNodeNeeded(productSources(), ENTRANCES), [])
})

test('the guard sees a module of Node, a global of Node and a library, behind another file', () => {
  const entrance = { path: 'packages/client/src/index.ts', text: "export { a } from './a.ts'" }
  for (const text of [
    "import { join } from 'node:path'",
    "import { parse } from 'yaml'",
    'const a = Buffer.from(b)',
    'const a = process.env.HOME',
  ])
    assert.equal(
      findNodeNeeded([entrance, { path: 'packages/client/src/a.ts', text }], [entrance.path]).length,
      1,
      text,
    )
  const fine = {
    path: 'packages/client/src/a.ts',
    text: "// A Buffer.\nexport const a = 'b'",
  }
  assert.deepEqual(findNodeNeeded([entrance, fine], [entrance.path]), [])
})
