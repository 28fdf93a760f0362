import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { linkModules } from '../pack/link-modules.ts'
import { sha256OfFile } from './steps.ts'

const ROOT = join(import.meta.dirname, '../..')
const PARTS = [
  'packages',
  'scripts',
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'LICENSE',
  'CHANGELOG.md',
  '.gitignore',
]
const WHO = { NAME: 'Ada', EMAIL: 'ada@example.org' }
const ENVIRONMENT = {
  ...process.env,
  ...Object.fromEntries(
    Object.entries(WHO).flatMap(([name, value]) =>
      ['AUTHOR', 'COMMITTER'].map((who) => [`GIT_${who}_${name}`, value]),
    ),
  ),
}

/** A repository of its own with what is here now, all of it committed. */
async function copyRepository(t: TestContext): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'colophon-release-test-'))
  t.after(() => rm(copy, { recursive: true, force: true }))
  const filter = (path: string) => !/\/(?:node_modules|dist)$/.test(path)
  for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true, filter })
  linkModules(ROOT, copy)
  git(copy, 'init', '--quiet')
  commit(copy)
  return copy
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    env: ENVIRONMENT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function commit(copy: string): void {
  git(copy, 'add', '--all')
  git(copy, 'commit', '--quiet', '--message', 'as it is')
}

function release(
  copy: string,
  ...flags: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const args = [join(copy, 'scripts/release/release.ts'), '--skip-tests', ...flags]
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: copy, env: ENVIRONMENT }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

function change(copy: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(copy, file), 'utf8')
  assert.ok(text.includes(from), file)
  writeFileSync(join(copy, file), text.replace(from, to))
}

test('what is not whole, or what clients would fail at, is not released; what is, is packed to the same bytes twice', async (t) => {
  const copy = await copyRepository(t)
  const { version } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'))
  const refusal = async () => {
    const { code, stdout, stderr } = await release(copy, '--dry-run')
    assert.deepEqual([code, stdout], [1, ''])
    return stderr
  }
  change(copy, 'docs/openapi.snapshot.json', '"/api/v1/topics": {', '"/api/v1/themes": {')
  assert.match(
    await refusal(),
    /^not released: not everything is committed:\n M docs\/openapi\.snapshot\.json\n/,
  )
  git(copy, 'tag', 'v0.0.1')
  commit(copy)
  assert.match(await refusal(), /clients of v0\.0\.1 would fail.*\n {2}GET \/api\/v1\/topics is gone/)
  change(copy, 'packages/log/package.json', `"version": "${version}"`, '"version": "9.9.9"')
  commit(copy)
  assert.match(await refusal(), /packages\/log\/package\.json has @colophon\/log 9\.9\.9/)
  git(copy, 'reset', '--quiet', '--hard', 'v0.0.1')
  git(copy, 'tag', '--delete', 'v0.0.1')

  const { code, stderr } = await release(copy)
  assert.deepEqual([code, stderr], [0, ''])
  const folder = join(copy, 'release')
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
  assert.equal(sums.length, 8)
  for (const line of sums) {
    const [hash, name = ''] = line.split('  ')
    assert.equal(sha256OfFile(join(folder, name)), hash, name)
  }
  const bom = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'))
  assert.deepEqual([bom.bomFormat, bom.metadata.component.name], ['CycloneDX', 'colophon'])
  assert.ok(bom.components.length > 50)
  assert.doesNotMatch(JSON.stringify(bom), /registry/)
  assert.match(readFileSync(join(folder, 'NOTES.md'), 'utf8'), /## The contract\n\nThe first release\./)
  assert.equal(git(copy, 'tag', '--list').trim(), `v${version}`)
  assert.match(
    readFileSync(join(copy, 'CHANGELOG.md'), 'utf8'),
    /## \[Unreleased\]\n\n## \[[\d.]+\] - \d{4}-\d\d-\d\d\n/,
  )
  assert.match(await refusal(), /is released: give the packages the next version/)
})
