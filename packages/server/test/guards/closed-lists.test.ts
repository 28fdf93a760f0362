import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@colophon/contract'
import { productSources, type Source } from './source-files.ts'

/** The members of every closed list that a schema of the contract has. */
function readMembers(value: unknown, seen = new Set<unknown>()): Set<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return new Set()
  seen.add(value)
  const own = 'enum' in value && Array.isArray(value.enum) && value.enum.length > 0 ? value.enum : []
  const below = Object.values(value).flatMap((child) => [...readMembers(child, seen)])
  return new Set([...own.filter((member) => typeof member === 'string'), ...below])
}

/** Without the codes of problems: who handles one failure passes every other one on. */
const MEMBERS = new Set([...readMembers({ ...contract })].filter((member) => !contract.isProblemCode(member)))

/** Comparisons with words that are members only by chance, or of values that come from outside at run time. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'packages/cli/src/import/article-of-file.ts': { observation: 'a file that anybody wrote' },
  'packages/cli/src/skills/prove-skill.ts': { publication: 'bytes of an object' },
  'packages/client/src/log/records.ts': { active: 'bytes of a log', retired: 'bytes of a log' },
  'packages/client/src/node/log/act-order.ts': { public: 'rows of a backup' },
  'packages/client/src/node/mirror/check.ts': { publication: 'see entries.ts' },
  'packages/client/src/node/mirror/entries.ts': {
    visibility: 'a stream of any server: an act that is not known here stops the mirror',
    publication: 'the same',
    retirement: 'the same',
  },
  'packages/client/src/node/mirror/state.ts': { withheld: 'see entries.ts' },
  'packages/server/src/console/form-problems.ts': { body: 'only a body has fields of a form' },
  'packages/server/src/features/evidence/locator.ts': { public: 'a reach, not a visibility' },
  'packages/server/src/features/evidence/url-transport.ts': { public: 'a reach, not a visibility' },
  'packages/server/src/features/recovery/complete.ts': { candidate: 'the kind of a chain of records' },
  'packages/server/src/features/tokens/store.ts': { all: 'no status, but none asked for' },
  'packages/server/src/pages/frame.ts': { article: 'a kind of page' },
  'packages/server/src/pages/parts/diff-view.ts': { same: 'a kind of line' },
  'packages/server/src/pipeline/validate.ts': {
    body: 'only a body is named field by field',
    query: 'only a query is sent percent-encoded',
  },
  'packages/server/src/text/front-matter.ts': { candidate: 'bytes of an object' },
  'packages/server/src/search/indexer/message-handler.ts': { warning: 'a kind of message' },
}

interface Comparison {
  readonly path: string
  readonly member: string
  readonly line: number
}

const COMPARED = /[!=]==? *'([^'\n]+)'|'([^'\n]+)' *[!=]==?|\bcase '([^'\n]+)'/g

/** Whatever is compared with one member treats all others, and every later one, alike. */
function findComparisons({ path, text }: Source): Comparison[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  )
  return [...code.matchAll(COMPARED)].flatMap((match) => {
    const member = match[1] ?? match[2] ?? match[3] ?? ''
    return MEMBERS.has(member) ? [{ path, member, line: code.slice(0, match.index).split('\n').length }] : []
  })
}

test('the members of the closed lists are read from the contract', () => {
  for (const member of ['url-transport-v1', 'down', 'refresh', 'admin_override', 'observation', 'withheld'])
    assert.ok(MEMBERS.has(member), member)
})

test('no code compares with a member of a closed list: a record over the list, or a question, decides', () => {
  const found = productSources()
    .filter(({ path }) => !path.startsWith('packages/contract/'))
    .flatMap(findComparisons)
  const isAllowed = ({ path, member }: Comparison) => ALLOWED[path]?.[member] !== undefined
  assert.deepEqual(
    found.filter((one) => !isAllowed(one)).map(({ path, line, member }) => `${path}:${line} '${member}'`),
    [],
    'write a Record over the list: see "Closed lists" in STYLE.md',
  )
  const used = new Set(found.map(({ path, member }) => `${path} ${member}`))
  const allowed = Object.entries(ALLOWED).flatMap(([path, members]) =>
    Object.keys(members).map((member) => `${path} ${member}`),
  )
  assert.deepEqual(
    allowed.filter((one) => !used.has(one)),
    [],
    'these are allowed, and not there',
  )
})

test('the guard sees a ternary, a branch, a case and a line that is turned around, and no comment', () => {
  const see = (text: string) => findComparisons({ path: 'a.ts', text }).map(({ line }) => line)
  assert.deepEqual(see("const is = row.method === 'manual-source-v1' ? one : other"), [1])
  assert.deepEqual(see("\nif (kind !== 'review') return null\n"), [2])
  assert.deepEqual(see("switch (state) {\n  case 'leased':\n}"), [2])
  assert.deepEqual(see("if ('down' === value) count()"), [1])
  assert.deepEqual(see("/* kind === 'review' */ // kind === 'review'\nkind === 'a word of no list'"), [])
})
