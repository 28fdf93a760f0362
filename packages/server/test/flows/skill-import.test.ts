import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { normaliseBody } from '@colophon/contract'
import { runCommand } from '../support/command.ts'
import { makeFolder } from '../support/folder.ts'
import { openAnySite } from '../support/site.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples')

/** Front matter as people write it, by turns. */
const HEADS = [
  (name: string) => `name: ${name}\ndescription: Does ${name}. Use when asked for ${name}.\n`,
  (name: string) => `name: ${name}\ndescription: >\n  Does ${name},\n  over two lines.\nlicense: MIT\n`,
  (name: string) =>
    `# a comment\nname: "${name}"\ndescription: 'It''s: "${name}" — # no comment'\nallowed-tools: Bash(git:*) Read\n`,
  (name: string) =>
    `description: ${name} and more\nmetadata:\n  author: example-org\n  version: "1.0"\ncompatibility: Requires git\nname: ${name}\n`,
]
const BODIES = [
  '# Steps\n\n1. Look.\n2. Act.\n\n```sh\necho done\n```\n',
  '\nA line that begins after two blank lines.\n\n---\n\nAfter a rule.\n',
  'Über 木 😀 — “quoted”\r\n\r\nWindows lines.\r\n',
  '## Table\n\n| a | b |\n|---|---|\n| `|` | <b> |\n\n> quote\n\n- [ ] task\n',
  'No heading, no line at the end',
]

/** Thirty skills as people write them, each in its folder. */
async function writePublicSkills(root: string): Promise<Map<string, string>> {
  const bodies = new Map<string, string>()
  for (let at = 0; at < 30; at += 1) {
    const name = `skill-${at}`
    const body = `${BODIES[at % BODIES.length]}`
    const head = HEADS[at % HEADS.length]?.(name) ?? ''
    const folder = join(root, at % 2 === 0 ? name : `more/${name}`)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'SKILL.md'), `---\n${head}---\n\n${body}`)
    bodies.set(name, normaliseBody(body))
  }
  return bodies
}

/** Every article of the bundled topics, as a folder of skills. */
async function writeBundled(root: string): Promise<Map<string, string>> {
  const bodies = new Map<string, string>()
  for (const file of await readdir(EXAMPLES, { recursive: true })) {
    if (!file.endsWith('.md')) continue
    const text = await readFile(join(EXAMPLES, file), 'utf8')
    const body = text.replace(/^---\n[\s\S]*?\n---\n\n?/, '')
    const name = `b-${file.replace(/\.md$/, '').replaceAll(/[^a-z0-9]+/g, '-')}`.slice(0, 64)
    await mkdir(join(root, name), { recursive: true })
    await writeFile(
      join(root, name, 'SKILL.md'),
      `---\nname: ${name}\ndescription: About ${name}.\n---\n\n${body}`,
    )
    bodies.set(name, normaliseBody(body))
  }
  return bodies
}

/** The body of an installed file. */
function bodyOf(text: string): string {
  return text.slice(text.indexOf('\n---\n\n') + '\n---\n\n'.length)
}

test('public skills and every bundled article come through import, install and verify byte for byte', async (t) => {
  const site = await openAnySite(t, { topics: ['works'] })
  const [source, project] = [await makeFolder(t), await makeFolder(t)]
  const bodies = new Map([...(await writePublicSkills(source)), ...(await writeBundled(source))])
  assert.ok(bodies.size > 35, `${bodies.size}`)
  const [dir, lock] = [join(project, 'skills'), join(project, 'colophon.lock')]
  const run = async (...args: string[]) => {
    const ended = await runCommand(t, args, { COLOPHON_URL: site.url, COLOPHON_TOKEN: site.admin })
    assert.equal(ended.code, 0, `${args.join(' ')}\n${ended.lines.join('\n')}${ended.stderr}`)
    return ended.lines
  }
  const imported = (folder: string) => run('import', folder, '--topic', 'works', '--profile', 'skills')
  const [counts = '', ...left] = await imported(source)
  assert.equal(counts, `${bodies.size} created, 0 revised, 0 unchanged, 0 failed`)
  assert.equal((await site.get('/api/v1/topics/works')).as('getTopic').profile, 'skills')
  assert.equal(left.filter((line) => /left out license of its front matter/.test(line)).length, 8)
  assert.match(left.join('\n'), /skill-2\/SKILL\.md: left out allowed-tools of its front matter/)
  assert.match(left.join('\n'), /metadata\.author of its front matter, metadata\.version of its front matter/)
  assert.match(
    (await imported(source))[0] ?? '',
    new RegExp(`^0 created, 0 revised, ${bodies.size} unchanged`),
  )

  const paths = [...bodies.keys()].map((name) => `/works/${name}`)
  await run('skill', 'install', ...paths, '--dir', dir, '--lock', lock)
  const installed = new Map<string, string>()
  for (const [name, body] of bodies) {
    const text = await readFile(join(dir, name, 'SKILL.md'), 'utf8')
    assert.equal(bodyOf(text), body, name)
    installed.set(name, text)
  }
  assert.match(
    (await run('skill', 'verify', '--lock', lock)).at(-1) ?? '',
    new RegExp(`${bodies.size} verified`),
  )
  assert.equal(
    (await run('skill', 'export', 'skill-3', '--lock', lock)).join('\n'),
    installed.get('skill-3')?.trimEnd(),
  )

  // What was installed is a folder of public skills, too: it says what is published, and nothing is left out.
  assert.deepEqual(await imported(dir), [`0 created, 0 revised, ${bodies.size} unchanged, 0 failed`])
  await run('skill', 'install', ...paths, '--dir', dir, '--lock', lock)
  for (const [name, text] of installed)
    assert.equal(await readFile(join(dir, name, 'SKILL.md'), 'utf8'), text)
})

test('what is no skill, and what is beside one, is told and left out', async (t) => {
  const site = await openAnySite(t, { topics: ['works'] })
  const source = await makeFolder(t)
  const write = async (name: string, text: string) => {
    await mkdir(join(source, name, '..'), { recursive: true })
    await writeFile(join(source, name), text)
  }
  const skill = (name: string) => `---\nname: ${name}\ndescription: Does it.\n---\n\nText.\n`
  await write('good/SKILL.md', skill('good'))
  await write('good/scripts/run.sh', 'echo')
  await write('good/references/FORMS.md', '# Forms')
  await write('good/inner/SKILL.md', skill('inner'))
  await write('other/good/SKILL.md', skill('good'))
  await write('Upper/SKILL.md', skill('Upper'))
  await write('renamed/SKILL.md', skill('another'))
  await write('plain/SKILL.md', '# No front matter\n')
  await write('silent/SKILL.md', '---\nname: silent\ndescription: ""\n---\n\nText.\n')
  await write('README.md', '# Not a skill')
  await write('.hidden/SKILL.md', skill('hidden'))
  const { lines, code } = await runCommand(
    t,
    ['import', source, '--topic', 'works', '--profile', 'skills', '--url', site.url, '--token', site.admin],
    {},
  )
  assert.equal(code, 1)
  const said = lines.join('\n')
  assert.match(said, /^1 created, 0 revised, 0 unchanged, 5 failed\n/)
  for (const line of [
    /Upper\/SKILL\.md: has a name that has other characters/,
    /other\/good\/SKILL\.md: has the name of another skill: good\/SKILL\.md/,
    /plain\/SKILL\.md: has no front matter with a name and a description/,
    /renamed\/SKILL\.md: is named another, and its folder is not/,
    /silent\/SKILL\.md: has a description that is empty/,
    /good\/SKILL\.md: left out inner\/SKILL\.md, references\/FORMS\.md, scripts\/run\.sh/,
  ])
    assert.match(said, line)
  const { items } = (await site.get('/api/v1/skills')).as('listSkills')
  assert.deepEqual(
    items.map(({ name }) => name),
    ['good'],
  )
})
