import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Memcache, startMemcache } from './memcache.ts'
import { type Ports, ringScript, serverNames, swiftFiles } from './swift-files.ts'

const START_TIMEOUT_MS = 60_000
const START_ATTEMPTS = 3
/** Swift's own interpreter: `python3` on the path may be another one, without its modules. */
const PYTHON = '/usr/bin/python3'
const NO_ATTRIBUTES = 3

interface Swift {
  readonly endpoint: string
  stop(): Promise<void>
}

/** Starts Swift as this user in a folder of its own; the four servers die with this process. */
export async function startSwift(secretKey: string): Promise<Swift | { readonly missing: string }> {
  for (let attempt = 1; ; attempt++) {
    const cache = await startMemcache()
    const ports = { ...(await freePorts()), cache: cache.port }
    const folder = await prepareFolder(ports, secretKey)
    if (folder === null)
      return { missing: 'S3 needs a temporary folder with user extended attributes (xattr)' }
    try {
      return await startServers(folder, ports, cache)
    } catch (error) {
      // A port that was free a moment ago may be taken by now.
      if (attempt === START_ATTEMPTS) throw error
    }
  }
}

/** Swift keeps an object's metadata in extended attributes, which not every file system has. */
async function prepareFolder(ports: Ports, secretKey: string): Promise<string | null> {
  for (const parent of new Set([tmpdir(), '/var/tmp', '/dev/shm'])) {
    const folder = await mkdtemp(join(parent, 'colophon-s3-'))
    await mkdir(join(folder, 'devices', 'd1'), { recursive: true })
    for (const [name, text] of swiftFiles(folder, ports, secretKey)) await writeFile(join(folder, name), text)
    if (await buildRings(folder, ports)) return folder
    rmSync(folder, { recursive: true })
  }
  return null
}

async function buildRings(folder: string, ports: Ports): Promise<boolean> {
  const rings = [`account=${ports.account}`, `container=${ports.container}`, `object=${ports.object}`]
  try {
    await promisify(execFile)(PYTHON, ['-c', ringScript, folder, ...rings])
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NO_ATTRIBUTES) return false
    throw error
  }
}

async function startServers(folder: string, ports: Ports, cache: Memcache): Promise<Swift> {
  const children = serverNames.map((name) => startServer(folder, name))
  const kill = () => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    await Promise.all(children.filter(isRunning).map(endOf))
    kill()
    cache.stop()
  }
  try {
    await Promise.all(
      serverNames.map((name, index) => untilAnswering(folder, name, ports[name], children[index])),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { endpoint: `http://127.0.0.1:${ports.proxy}`, stop }
}

/** `setpriv` passes on the death of this process even when it is killed and cannot clean up. */
function startServer(folder: string, name: string): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const command = ['--pdeathsig', 'KILL', `/usr/bin/swift-${name}-server`, join(folder, `${name}.conf`), '-v']
  const child = spawn('setpriv', command, { stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  return child
}

async function untilAnswering(
  folder: string,
  name: string,
  port: number,
  child: ChildProcess | undefined,
): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS
  while (!(await isAnswering(port))) {
    if (!child || !isRunning(child) || Date.now() > end) {
      const log = await readFile(join(folder, `${name}.log`), 'utf8')
      throw new Error(`the Swift ${name} server did not start:\n${log.slice(-2000)}`)
    }
    await sleep(50)
  }
}

/** Any answer will do, an error too. */
async function isAnswering(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1000) })
    await response.body?.cancel()
    return true
  } catch {
    return false
  }
}

/** Waits for the end that it brings about; without `ref` this process would end first. */
async function endOf(child: ChildProcess): Promise<void> {
  const end = once(child, 'exit')
  child.ref()
  child.kill('SIGKILL')
  await end
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

/** All four are held at once, else the system may hand out one port twice. */
async function freePorts(): Promise<Omit<Ports, 'cache'>> {
  const holders = serverNames.map(() => createServer().listen(0, '127.0.0.1'))
  await Promise.all(holders.map((holder) => once(holder, 'listening')))
  const [account = 0, container = 0, object = 0, proxy = 0] = holders.map(portOf)
  for (const holder of holders) holder.close()
  return { account, container, object, proxy }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port')
  return address.port
}
