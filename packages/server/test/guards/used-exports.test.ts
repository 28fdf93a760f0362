import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { productSources, ROOT, readSources, readText, type Source } from './source-files.ts'

const EXPORTED = /^export (?:async )?(?:function|const|interface|type|class) (\w+)/gm
const NAMED = /(?:^|\n)(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'([^']+)'/g
const WHOLE = /(?:^|\n)(?:import|export)\s+(?:type\s+)?\*[^'\n]*from\s+'([^']+)'|import\(\s*'([^']+)'/g

/** Programs and their entrances: the command imports these from JavaScript. */
const ENTRANCES = ['packages/server/src/main.ts', 'packages/cli/src/main.ts']

/** What the packages offer by name, as their manifests say. */
const OFFERED = new Map(
  globSync('packages/*/package.json', { cwd: ROOT }).flatMap((manifest) => {
    const { name, exports = {} }: { name: string; exports?: Record<string, unknown> } = JSON.parse(
      readText(manifest),
    )
    return Object.entries(exports)
      .filter(([, file]) => typeof file === 'string')
      .map(
        ([place, file]) =>
          [posix.join(name, place), posix.join(posix.dirname(manifest), String(file))] as const,
      )
  }),
)

function target(path: string, specifier: string): string {
  return specifier.startsWith('.')
    ? posix.join(posix.dirname(path), specifier)
    : (OFFERED.get(specifier) ?? specifier)
}

/** `file name` of every import of one name, and `file *` where a module is imported as a whole. */
function importedNames(sources: readonly Source[]): Set<string> {
  const found = new Set<string>()
  for (const { path, text } of sources) {
    for (const [, names = '', specifier = ''] of text.matchAll(NAMED))
      for (const name of names.split(','))
        found.add(
          `${target(path, specifier)} ${
            name
              .trim()
              .replace(/^type\s+/, '')
              .split(/\s+as\s+/)[0]
          }`,
        )
    for (const [, whole, lazy] of text.matchAll(WHOLE)) found.add(`${target(path, whole ?? lazy ?? '')} *`)
  }
  return found
}

function findUnusedExports(product: readonly Source[], all: readonly Source[]): string[] {
  const imported = importedNames(all)
  return product
    .filter(({ path }) => !ENTRANCES.includes(path) && !imported.has(`${path} *`))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORTED)].map(([, name]) => `${path} ${name}`).filter((line) => !imported.has(line)),
    )
}

test('every export is imported somewhere', () => {
  assert.deepEqual(findUnusedExports(productSources(), readSources()), [])
})

test('the guard sees an export that nobody imports', () => {
  const a = {
    path: 'a.ts',
    text: 'export const one = 1\nexport interface Two {}\nexport async function three() {}',
  }
  const b = { path: 'b.ts', text: "import { one, type Two as Deux } from './a.ts'" }
  assert.deepEqual(findUnusedExports([a], [a, b]), ['a.ts three'])
  assert.deepEqual(findUnusedExports([a], [a, { path: 'c.ts', text: "await import('./a.ts')" }]), [])
})
