import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { closeChangelog, notesOf } from './changelog.ts'
import { type ContractChanges, compareContracts, majorOf } from './contract-changes.ts'
import {
  bomOf,
  CONTRACT,
  checkTree,
  git,
  lastRelease,
  NotReleasable,
  packTwice,
  run,
  sha256OfFile,
} from './steps.ts'

const usage = `usage: npm run release -- [--dry-run] [--skip-tests] [--out DIR]
  Checks the tree, runs every test, packs everything twice and compares, compares the contract with that of the last release, and writes
  packages, checksums, SBOM and notes. Then it closes the changelog, commits, and tags; it publishes nothing.
  --dry-run     changes nothing in the repository
  --skip-tests  for a tree whose tests have run
  --out DIR     where to write; default: release`

const ROOT = join(import.meta.dirname, '../..')

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean' },
    'skip-tests': { type: 'boolean' },
    out: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help === true) console.log(usage)
else process.exitCode = releaseOrSay(resolve(values.out ?? join(ROOT, 'release')))

function releaseOrSay(out: string): number {
  try {
    release(out)
    return 0
  } catch (error) {
    if (!(error instanceof NotReleasable)) throw error
    console.error(`not released: ${error.message}`)
    return 1
  }
}

function release(out: string): void {
  const version = checkTree(ROOT)
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  const notes = notesOf(changelog, version)
  const changes = checkContract()
  if (values['skip-tests'] !== true) run(ROOT, 'npm', ['test'], { COLOPHON_TEST_ALL: '1' })
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const hashes = packTwice(ROOT, out)
  const texts = {
    'sbom.cdx.json': bomOf(ROOT),
    'openapi.json': readFileSync(join(ROOT, CONTRACT), 'utf8'),
    'NOTES.md': `# Colophon ${version}\n\n${notes}\n${contractNotes(changes)}`,
  }
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(out, name), text)
    hashes.set(name, sha256OfFile(join(out, name)))
  }
  const sums = [...hashes].map(([name, hash]) => `${hash}  ${name}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
  console.log(`${version} is in ${out}:\n${sums.join('')}`)
  if (values['dry-run'] !== true) closeAndTag(changelog, version)
}

/** null before the first release. */
function checkContract(): (ContractChanges & { readonly since: string }) | null {
  const since = lastRelease(ROOT)
  if (since === null) return null
  const before = JSON.parse(git(ROOT, 'show', `${since}:${CONTRACT}`))
  const after = JSON.parse(readFileSync(join(ROOT, CONTRACT), 'utf8'))
  const changes = compareContracts(before, after)
  const [was, is] = [majorOf(before.info.version), majorOf(after.info.version)]
  if (changes.breaking.length > 0 && was === is)
    throw new NotReleasable(
      `clients of ${since} would fail, and the contract is still ${is}:\n${changes.breaking.map((line) => `  ${line}`).join('\n')}`,
    )
  return { ...changes, since }
}

function contractNotes(changes: ReturnType<typeof checkContract>): string {
  if (changes === null) return '## The contract\n\nThe first release.\n'
  const lines = (title: string, items: readonly string[]) =>
    items.length === 0 ? '' : `\n### ${title}\n\n${items.map((item) => `- ${item}\n`).join('')}`
  const { since, breaking, other } = changes
  if (breaking.length + other.length === 0) return `## The contract\n\nAs in ${since}.\n`
  return `## The contract since ${since}\n${lines('Clients must change', breaking)}${lines('Also new', other)}`
}

function closeAndTag(changelog: string, version: string): void {
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(join(ROOT, 'CHANGELOG.md'), closeChangelog(changelog, version, day))
  git(ROOT, 'commit', '--quiet', '--message', `Release ${version}`, 'CHANGELOG.md')
  git(ROOT, 'tag', '--annotate', '--message', `Colophon ${version}`, `v${version}`)
  console.log(`v${version} is tagged: push it, and publish the packages.`)
}
