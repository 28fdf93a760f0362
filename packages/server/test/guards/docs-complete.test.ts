import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECK_RULES, DOCUMENTS, OPERATIONS, PAGES, PROBLEMS } from '@colophon/contract'
import { replaceRows } from '../../../../bench/figures.ts'
import { VARIABLES } from '../../src/config.ts'
import { productSources, readText } from './source-files.ts'

/** The rows of the catalogue's page: code and status, as its table has them. */
function readCatalogue(page: string): Map<string, number> {
  const rows = [...page.matchAll(/^\|\s*(\d{3})\s*\|\s*`(\w+)`\s*\|/gm)]
  return new Map(rows.map(([, status, code = '']) => [code, Number(status)]))
}

test('the page of problems and the catalogue agree', () => {
  const catalogue = new Map(Object.entries(PROBLEMS).map(([code, { status }]) => [code, status]))
  assert.ok(catalogue.size > 25)
  assert.deepEqual([...readCatalogue(readText('docs/problems.md'))].sort(), [...catalogue].sort())
})

test('the guard sees a code that is missing from the page, and one too many', () => {
  assert.deepEqual(
    [...readCatalogue('| 404 | `not_found` | x |\n| 418 | `teapot` | x |')],
    [
      ['not_found', 404],
      ['teapot', 418],
    ],
  )
})

/** Codes that are thrown by a literal: `problem('code'`. */
function thrownCodes(text: string): string[] {
  return [...text.matchAll(/\bproblem\(\s*'(\w+)'/g)].map(([, code = '']) => code)
}

test('every problem that is thrown is in the catalogue, and none has a status of its own', () => {
  const thrown = productSources().flatMap(({ text }) => thrownCodes(text))
  assert.ok(new Set(thrown).size > 15)
  assert.deepEqual(
    thrown.filter((code) => !Object.hasOwn(PROBLEMS, code)),
    [],
  )
})

test('the guard sees a code that is not in the catalogue', () => {
  assert.deepEqual(thrownCodes("throw problem(\n  'teapot', 'short and stout')"), ['teapot'])
  assert.equal(Object.hasOwn(PROBLEMS, 'teapot'), false)
})

function findUnnamed(names: readonly string[], page: string): string[] {
  return names.filter((name) => !new RegExp(`\`${name}\``).test(page))
}

test('every variable of the configuration has its row in the page on operating', () => {
  const names = VARIABLES.map(({ name }) => name)
  assert.ok(names.length > 8)
  assert.deepEqual(findUnnamed(names, readText('docs/operating.md')), [])
  assert.deepEqual(findUnnamed(['COLOPHON_NOTHING'], readText('docs/operating.md')), ['COLOPHON_NOTHING'])
})

test('every rule of the checks has its row in the specification', () => {
  const page = readText('docs/specification.md').replaceAll(/^(?!\|).*$/gm, '')
  assert.deepEqual(findUnnamed(Object.keys(CHECK_RULES), page), [])
  assert.deepEqual(findUnnamed(['nothing_found'], page), ['nothing_found'])
})

/** `npm run x`, `npm test` and `npm start` in a page. */
function findMissingScripts(page: string, scripts: Readonly<Record<string, string>>): string[] {
  const named = [...page.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)]
  return named.map(([, run, short]) => run ?? short ?? '').filter((name) => !Object.hasOwn(scripts, name))
}

test('every npm script that the pages name exists', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText('package.json'))
  const pages = ['README.md', 'CONTRIBUTING.md', 'STYLE.md'].map(readText).join('\n')
  assert.match(pages, /npm (run|test|start)/)
  assert.deepEqual(findMissingScripts(pages, scripts), [])
  assert.deepEqual(findMissingScripts('npm run nothing && npm test', { test: 'x' }), ['nothing'])
})

const ROUTES = [
  ...Object.values(OPERATIONS),
  ...[...DOCUMENTS, ...Object.values(PAGES)].map(({ path }) => ({ method: 'GET', path })),
].map(({ method, path }) => `${method} ${shapeOf(path)}`)

/** A parameter may have another name, and in a guide for shells it is a variable. */
function shapeOf(path: string): string {
  return path.replace(/\?.*$/, '').replaceAll(/\{\w+\}|\$[A-Z]+/g, '{}')
}

/** Routes that a page names in full: `GET /path`. */
function findMissingRoutes(page: string): string[] {
  const named = [...page.matchAll(/`(GET|POST) (\/[^`]*)`/g)]
  return named
    .map(([, method, path = '']) => `${method} ${shapeOf(path)}`)
    .filter((route) => !ROUTES.includes(route))
}

const PAGES_WITH_ROUTES = ['ARCHITECTURE.md', 'README.md', 'SECURITY.md', 'packages/server/guide/agent.md']
const DOCS_WITH_ROUTES = [
  'backups',
  'benchmarks',
  'console',
  'editorial-life',
  'operating',
  'problems',
  'specification',
]

test('every route that the pages name is one of the press', () => {
  const pages = [...PAGES_WITH_ROUTES, ...DOCS_WITH_ROUTES.map((name) => `docs/${name}.md`)]
  assert.deepEqual(
    pages.flatMap((page) => findMissingRoutes(readText(page))),
    [],
  )
  assert.deepEqual(findMissingRoutes('`GET /tomorrow` and `POST /api/v1/topics/{t}/policy`'), [
    'GET /tomorrow',
  ])
})

test('the README is short, and its five figures are those of the page of benchmarks', () => {
  const readme = readText('README.md')
  assert.ok(readme.split(/\s+/).length < 900)
  const rows =
    readme
      .split('## Figures')[1]
      ?.split('\n## ')[0]
      ?.match(/^\| .*$/gm) ?? []
  const figures = rows.filter((row) => !row.startsWith('| What |'))
  assert.equal(figures.length, 5)
  const benchmarks = readText('docs/benchmarks.md').split('\n')
  assert.deepEqual(
    figures.filter((row) => !benchmarks.includes(row)),
    [],
  )
})

test('a new figure replaces the row of the same name and no other', () => {
  assert.equal(
    replaceRows('| a | 1 |\n| ab | 2 |\n\na | 3\n', ['| a | 9 |\n', '| b | 8 |\n']),
    '| a | 9 |\n| ab | 2 |\n\na | 3\n',
  )
})
