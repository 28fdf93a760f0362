import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../support/command.ts'
import { makeFolder } from '../support/folder.ts'
import { register } from '../support/readers.ts'
import { openAnySite } from '../support/site.ts'

/** Does as the input says. */
const PROGRAM = `let text = ''
for await (const part of process.stdin) text += part
const input = JSON.parse(text)
const acts = {
  double: ({ number }) => console.log(JSON.stringify(number * 2)),
  length: ({ text }) => console.log(text.length),
  hang: () => setInterval(() => {}, 1000),
  write: async () => { for (;;) await new Promise((done) => process.stdout.write('x'.repeat(65536), done)) },
  words: () => console.log('forty two'),
  fail: () => { console.error('no such thing'); process.exit(3) },
  deep: () => console.log('['.repeat(100000) + ']'.repeat(100000)),
  grow: () => { const kept = []; for (;;) kept.push(Buffer.alloc(1e6, 1)) },
  leave: async () => {
    const { spawn } = await import('node:child_process')
    spawn('sleep', ['600'], { stdio: 'inherit' }).unref()
    console.log(7)
    process.exit()
  },
}
await acts[input.act](input)
`

function block(name: string, input: unknown, expected: unknown): string {
  return `\`\`\`json\n${JSON.stringify({ case: name, input, expected })}\n\`\`\`\n`
}

test('a program that hangs, writes for ever, grows, fails or answers no JSON is told by case, and the others go on', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const long = 'a'.repeat(900_000)
  const cases = [
    ['right', { act: 'double', number: 4 }, 8],
    ['wrong', { act: 'double', number: 4 }, 9],
    ['hangs', { act: 'hang' }, 1],
    ['writes', { act: 'write' }, 1],
    ['no json', { act: 'words' }, 42],
    ['fails', { act: 'fail' }, 1],
    ['too deep', { act: 'deep' }, []],
    ['leaves a child', { act: 'leave' }, 7],
    ['long', { act: 'length', text: long }, 900_000],
    ['right again', { act: 'double', number: -0.5 }, -1],
  ] as const
  const body = `# Cases\n\n${cases.map(([name, input, expected]) => block(name, input, expected)).join('\n')}`
  const { path, content_hash } = await site.publish({ path: '/tools/cases', body })
  await site.publish({ path: '/tools/none' })
  const program = join(await makeFolder(t, { 'program.mjs': PROGRAM }), 'program.mjs')
  const environment = { COLOPHON_URL: site.url }
  // Every case has so long; only one of them uses it.
  const command = ['--timeout', '8', '--', process.execPath, program]
  const { code, lines, stderr } = await runCommand(t, ['try', path, '--json', ...command], environment)
  assert.equal(code, 1, stderr)
  const { articles, ...counts } = JSON.parse(lines.join(''))
  assert.deepEqual(counts, { cases: 10, passed: 4, failed: 6, signals: [] })
  assert.deepEqual([articles[0].path, articles[0].content_hash], [path, content_hash])
  assert.deepEqual(
    articles[0].cases.map((one: { case: string; outcome: string }) => `${one.case}: ${one.outcome}`),
    [
      'right: passed',
      'wrong: differed',
      'hangs: timed_out',
      'writes: too_much_output',
      'no json: no_json',
      'fails: exited',
      'too deep: no_json',
      'leaves a child: passed',
      'long: passed',
      'right again: passed',
    ],
  )
  assert.match(articles[0].cases[5].reason, /exit code 3: no such thing/)
  const plain = await runCommand(t, ['try', '--topic', 'tools', '--timeout', '8', '--', 'cat'], environment)
  assert.equal(plain.code, 1)
  assert.equal(plain.lines[0], `/tools/cases  ${content_hash}`)
  assert.equal(plain.lines.at(-1), '10 cases: 0 passed, 10 failed')
})

test('what a program may keep in memory is bounded', { skip: process.platform !== 'linux' }, async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const body = `# Cases\n\n${block('grows', { act: 'grow' }, 1)}`
  const { content_hash } = await site.publish({ path: '/tools/cases', body })
  const program = join(await makeFolder(t, { 'program.mjs': PROGRAM }), 'program.mjs')
  const command = [
    'try',
    content_hash,
    '--memory',
    '300',
    '--timeout',
    '60',
    '--json',
    '--',
    process.execPath,
    program,
  ]
  const { code, lines } = await runCommand(t, command, { COLOPHON_URL: site.url })
  assert.equal(code, 1)
  assert.equal(JSON.parse(lines.join('')).articles[0].cases[0].outcome, 'exited')
})

test('with --signal the outcome is reported once for each article, and the bearer is not the program’s', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const right = await site.publish({ path: '/tools/right', body: `# A\n\n${block('echo', [1], [1])}` })
  const wrong = await site.publish({ path: '/tools/wrong', body: `# B\n\n${block('echo', [1], [2])}` })
  await site.publish({ path: '/tools/none' })
  const environment = { COLOPHON_URL: site.url, COLOPHON_TOKEN: (await register(site)).token }
  const script = '[ -z "$COLOPHON_TOKEN" ] && cat'
  const { code, lines, stderr } = await runCommand(
    t,
    ['try', '--topic', 'tools', '--signal', '--json', '--', 'sh', '-c', script],
    environment,
  )
  assert.equal(code, 1, stderr)
  const { signals } = JSON.parse(lines.join(''))
  assert.deepEqual(
    signals.map(({ content_hash, value }: Record<string, string>) => [content_hash, value]),
    [
      [right.content_hash, 'up'],
      [wrong.content_hash, 'down'],
    ],
  )
})

test('what is typed wrong is a line, and a program that cannot be run is told once', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { path } = await site.publish({ path: '/tools/cases', body: `# A\n\n${block('echo', [1], [1])}` })
  for (const [args, line] of [
    [['try', path], /a command is needed, behind --/],
    [['try'], /an article or --topic is needed/],
    [['try', path, '--timeout', 'x', '--', 'cat'], /--timeout must be a number/],
    [['try', path, '--', '/nowhere/program'], /\/nowhere\/program cannot be run/],
  ] as const) {
    const { code, stderr } = await runCommand(t, args, { COLOPHON_URL: site.url })
    assert.deepEqual([code, line.test(stderr)], [2, true], stderr)
  }
})
