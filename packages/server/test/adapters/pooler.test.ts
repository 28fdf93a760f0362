import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStorage } from '../../src/storage/open-storage.ts'
import { type Cleanup, describeEngines } from '../support/engines.ts'
import { freePort } from '../support/free-port.ts'
import { programOf, skipWithout } from '../support/programs.ts'
import { add, factOf } from './site-facts.ts'

/** It refuses to run as root. */
const NOBODY = 65_534

/** Debian's PgBouncer before a database; answers the URL that leads through it. */
async function startPooler(t: Cleanup, url: string, mode: 'session' | 'transaction'): Promise<string> {
  const target = new URL(url)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'colophon-pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
`,
  )
  await chmod(folder, 0o755)
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn(programOf('pgbouncer') ?? '', [file], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true, force: true })
  })
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false }))
    if (String(chunk).includes('process up')) break
  child.stderr.resume()
  target.port = String(port)
  return target.href
}

describeEngines((engine) => {
  if (engine.name !== 'postgres') return

  test('a pooler that hands out sessions is as good as none', {
    skip: skipWithout(['pgbouncer']),
  }, async (t) => {
    const storage = await openStorage(await startPooler(t, await engine.freshUrl(t), 'session'))
    await Promise.all([add(storage, 'a', '1'), add(storage, 'b', '2')])
    assert.equal(await factOf(storage, 'a'), '1')
    await storage.close()
  })

  test('a pooler that hands out transactions is refused in one line', {
    skip: skipWithout(['pgbouncer']),
  }, async (t) => {
    const url = await startPooler(t, await engine.freshUrl(t), 'transaction')
    await assert.rejects(
      openStorage(url),
      /^Error: COLOPHON_DATABASE_URL [^\n]+ by session, not by transaction$/,
    )
  })
})
