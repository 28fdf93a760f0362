import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, readFile } from 'node:fs/promises'
import { createServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'

/** A PostgreSQL cluster in a temporary folder, for tests: nothing in it outlives this process. */
export interface PostgresServer {
  /** A `postgres://` URL of its superuser. */
  readonly adminUrl: string
  stop(): Promise<void>
}

const STARTING_MILLISECONDS = 60_000

/** The folder of `initdb` and `postgres`, the newest version first; null where they are not installed. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...pathFolders()]
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  )
}

export async function startPostgres(
  programs: string,
  settings: readonly string[] = FORGETFUL,
): Promise<PostgresServer> {
  const initdb = ['--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync']
  const locale = await localeOptions(programs)
  return startIn(programs, settings, (data) => ['initdb', '--pgdata', data, ...initdb, ...locale])
}

/** A standby of a server of ours, which follows it from now on. It is promoted with `select pg_promote()`. */
export async function startStandby(
  programs: string,
  primaryUrl: string,
  settings: readonly string[] = FORGETFUL,
): Promise<PostgresServer> {
  const { hostname, port, username } = new URL(primaryUrl)
  const primary = ['--host', hostname, '--port', port, '--username', username]
  const options = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  return startIn(programs, settings, (data) => ['pg_basebackup', '--pgdata', data, ...primary, ...options])
}

/** `fill` is the program, and its arguments, that makes the folder of the data. */
async function startIn(
  programs: string,
  settings: readonly string[],
  fill: (data: string) => readonly [string, ...string[]],
): Promise<PostgresServer> {
  const owner = unprivilegedOwner()
  const folder = await mkdtemp(join(tmpdir(), 'colophon-postgres-'))
  if (owner !== null) await chown(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const [program, ...argv] = fill(data)
  await promisify(execFile)(join(programs, program), argv, { ...owner, cwd: folder })
  const port = await freePort()
  const given = [...PLACE, ...settings].map((setting) => `-c ${setting}`).join(' ')
  // The shell's input is a pipe from this process: it ends with us, however we end, and takes the server along.
  const script = `"$1" -D "$2" -p "$3" -k "$4" ${given} >"$4/log" 2>&1 & server=$!
    read _; kill -QUIT $server; wait $server; rm -rf "$4"`
  const shell = spawn('sh', ['-c', script, 'sh', join(programs, 'postgres'), data, String(port), folder], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  if (shell.stdin instanceof Socket) shell.stdin.unref()
  const stopped = new Promise<void>((resolve) => shell.once('exit', () => resolve()))
  const stop = async () => {
    shell.ref()
    shell.stdin.end()
    await stopped
  }
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  try {
    await waitUntilReady(adminUrl)
  } catch (cause) {
    const log = await readFile(join(folder, 'log'), 'utf8').catch(() => 'no log')
    await stop()
    throw new Error(`PostgreSQL did not start:\n${log}`, { cause })
  }
  return { adminUrl, stop }
}

const PLACE = ['listen_addresses=127.0.0.1', 'max_connections=200']

/** Fast and forgetful: this cluster is thrown away. */
const FORGETFUL = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'autovacuum=off',
  'shared_buffers=32MB',
]

/** A cluster whose own order is a language's, where it can: it shows columns that forgot `collate "C"`. */
async function localeOptions(programs: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(join(programs, 'postgres'), ['--version'])
  const major = Number(/\d+/.exec(stdout)?.[0])
  return major >= 15 ? ['--locale-provider', 'icu', '--icu-locale', 'en', '--locale', 'C'] : ['--locale', 'C']
}

/** PostgreSQL refuses to run as root; there it gets the account of its own, or `nobody`. */
export function unprivilegedOwner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account =
    accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (account === undefined) throw new Error('PostgreSQL needs an account other than root')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(':').filter((folder) => folder !== '')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

async function waitUntilReady(url: string): Promise<void> {
  const until = Date.now() + STARTING_MILLISECONDS
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await sleep(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
