import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { ROOT, readText } from './source-files.ts'

/** What the pages may name: files of the project, and the folders that they lie in. */
const FILES = globSync('**/*', { cwd: ROOT, exclude: (name) => name === 'node_modules' || name === '.git' })
  .map((path) => `/${path.replaceAll('\\', '/')}`)
  .flatMap((path) => [path, `${path}/`])

const DECISIONS = globSync('docs/decisions/[0-9][0-9][0-9][0-9]-*.md', { cwd: ROOT }).sort()
const PAGES = ['ARCHITECTURE.md', 'STYLE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...DECISIONS]

/** A file by the end of its path, or a folder; `*` and `<name>` stand for anything. An address begins with a slash. */
const NAMED = /(?<![\w./<-])(?:[\w-]+|\*|<\w+>)(?:[./-](?:[\w-]+|\*|<\w+>))*\.(?:ts|js)\b/g
const NAMED_IN_CODE = /`([\w-]+(?:\/[\w.-]+)*\/)`/g

function findMissingFiles(page: string): string[] {
  const folders = [...page.matchAll(NAMED_IN_CODE)].map(([, name = '']) => name)
  const names = [...(page.match(NAMED) ?? []), ...folders]
  return names.filter((name) => {
    const ending = name.replaceAll(/[.]/g, '\\.').replaceAll(/\*|<\w+>/g, '[\\w.-]*')
    const form = new RegExp(`/${ending}$`)
    return !FILES.some((path) => form.test(path))
  })
}

test('every file and folder that the pages about the code name exists', () => {
  assert.ok(FILES.length > 1000 && DECISIONS.length > 30)
  assert.ok((readText('ARCHITECTURE.md').match(NAMED) ?? []).length > 60)
  const missing = PAGES.flatMap((page) => findMissingFiles(readText(page)).map((name) => `${page}: ${name}`))
  assert.deepEqual(missing, [])
})

test('the guard sees a file and a folder that are not there', () => {
  const page =
    'In `pipeline/nothing.ts`, storage.ts, `features/<name>/handlers.ts`, `recovery-*.ts`, `nothing-*.ts` and `nowhere/`'
  assert.deepEqual(findMissingFiles(page), ['pipeline/nothing.ts', 'nothing-*.ts', 'nowhere/'])
})

test('decisions are numbered without a gap, and each says its number', () => {
  const numbers = DECISIONS.map((path) => Number(/\/(\d{4})-/.exec(path)?.[1]))
  assert.deepEqual(
    numbers,
    numbers.map((_number, place) => place + 1),
  )
  for (const [place, path] of DECISIONS.entries())
    assert.match(readText(path), new RegExp(`^# ${place + 1}\\. [A-Za-z]`), path)
})

test('the index of decisions links each of them once, under its title', () => {
  const index = readText('docs/decisions/README.md')
  const links = [...index.matchAll(/^- \[(.+?)\]\((.+?)\)/gm)].map(([, title, path]) => `${path}: ${title}`)
  const pages = DECISIONS.map((path) => {
    const title = /^# (.+?)(?: \([^()]*superseded by .*)?\n/.exec(readText(path))?.[1]
    return `${basename(path)}: ${title}`
  })
  const missing = pages.filter((page) => !links.includes(page))
  assert.deepEqual(missing, [], 'add a line to docs/decisions/README.md')
  assert.equal(links.length, pages.length)
})
