import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/command.ts'
import { makeFolder } from '../support/folder.ts'
import { openAnySite } from '../support/site.ts'
import { openTask } from '../support/tasks.ts'

test('a task is claimed with its brief, submitted for, completed, and a proposal withdrawn, by commands', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const token = await site.token({ preset: 'contributor', label: 'Ada' })
  const folder = await makeFolder(t, { 'saw.md': '# Saws\n\nA saw cuts wood.\n' })
  const environment = { COLOPHON_URL: site.url, COLOPHON_TOKEN: token }
  const run = async (...args: string[]) => {
    const { code, lines, stderr } = await runCommand(t, args, environment)
    assert.equal(code, 0, stderr)
    return lines
  }
  assert.deepEqual((await run('me')).slice(1, 4), [
    'scopes read propose',
    'topics every topic',
    'reviews no topic',
  ])
  const { task_id } = await openTask(site)
  const claimed = await run('claim', task_id)
  assert.deepEqual(claimed.slice(3), ['research in tools: Compare saws', '  Which saw cuts', '  what?'])
  const place = ['--path', '/tools/saw', '--task', task_id, '--generation', '1']
  const [, proposal = ''] = (await run('submit', `${folder}/saw.md`, ...place))[0]?.split(' ') ?? []
  const completed = await run('complete', task_id, proposal, '--generation', '1')
  assert.deepEqual(completed, [`task_id ${task_id}`, 'state completed', `artifact_hash ${proposal}`])
  const [, other = ''] =
    (await run('submit', `${folder}/saw.md`, '--path', '/tools/axe'))[0]?.split(' ') ?? []
  assert.deepEqual((await run('withdraw', other)).at(-1), 'state withdrawn')
})

test('a topic is made and opened, and a token listed and revoked, by commands', async (t) => {
  const site = await openAnySite(t)
  const { token_id } = await site.issue({ preset: 'contributor', label: 'Ada' })
  const environment = { COLOPHON_URL: site.url, COLOPHON_TOKEN: site.admin }
  const run = async (...args: string[]) => (await runCommand(t, args, environment)).lines
  const words = ['--title', 'Tools', '--summary', 'About tools.']
  assert.deepEqual(await run('topic', 'open', 'tools', '--reason', 'ready'), [])
  for (const more of [words, []])
    assert.deepEqual(await run('topic', 'open', 'tools', '--reason', 'ready', ...more), [
      'id tools',
      'visibility public',
      'profile none',
    ])
  const listed = await run('token', 'list', '--status', 'active')
  assert.ok(listed.some((line) => line.startsWith(`${token_id}  active  `) && line.includes('  Ada  used ')))
  assert.deepEqual((await run('token', 'revoke', token_id, '--reason', 'lost')).slice(0, 2), [
    `token_id ${token_id}`,
    'status revoked',
  ])
  assert.ok((await run('token', 'list', '--status', 'active')).every((line) => !line.startsWith(token_id)))
})
