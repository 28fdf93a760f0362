import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../packages/server/test/support/free-port.ts'
import { unprivilegedOwner } from '../../packages/server/test/support/postgres-server.ts'
import { type ProgramRun, runProgram } from './programs.ts'

/** Seconds: a leader that is gone is found out after the first. Patroni wants it longer than its loop and two attempts. */
const LEASE = { ttl: 10, loop_wait: 2, retry_timeout: 3 }
const READY_MILLISECONDS = 90_000
const LOOK_MILLISECONDS = 200

/** A host with a PostgreSQL that Patroni keeps. */
interface DatabaseNode {
  readonly name: string
  readonly port: number
  readonly apiPort: number
  /** Patroni and its PostgreSQL end at once. */
  kill(): Promise<void>
  /** Again, with the data that it had. */
  start(): void
  stop(): Promise<void>
}

export interface DatabaseCluster {
  readonly nodes: readonly DatabaseNode[]
  /** Where HAProxy leads to the leader. */
  readonly leaderPort: number
  /** The one that takes writes; waits until there is one, and a standby that commits wait for. */
  whole(): Promise<DatabaseNode>
  stop(): Promise<void>
}

/** etcd, two PostgreSQL under Patroni, whose commits wait for both, and HAProxy before them; all on this machine. */
export async function startDatabase(folder: string, programs: string): Promise<DatabaseCluster> {
  // PostgreSQL runs under an account of its own.
  chmodSync(folder, 0o755)
  const etcdPort = await freePort()
  const etcd = await startEtcd(folder, etcdPort)
  const nodes = [
    await startNode({ folder, name: 'one', programs, etcdPort }),
    await startNode({ folder, name: 'two', programs, etcdPort }),
  ]
  const leaderPort = await freePort()
  const proxy = startProxy(folder, { leaderPort, nodes })
  return {
    nodes,
    leaderPort,
    whole: () => untilWhole(nodes),
    async stop() {
      await proxy.stop()
      await Promise.all(nodes.map((node) => node.stop()))
      await etcd.stop()
    },
  }
}

async function startEtcd(folder: string, port: number): Promise<ProgramRun> {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`]
  const places = {
    '--name': 'one',
    '--data-dir': join(folder, 'etcd'),
    '--listen-client-urls': client,
    '--advertise-client-urls': client,
    '--listen-peer-urls': peer,
    '--initial-advertise-peer-urls': peer,
    '--initial-cluster': `one=${peer}`,
  }
  return runProgram('etcd', Object.entries(places).flat(), { cwd: folder })
}

interface NodePlace {
  readonly folder: string
  readonly name: string
  readonly programs: string
  readonly etcdPort: number
}

async function startNode({ folder, name, programs, etcdPort }: NodePlace): Promise<DatabaseNode> {
  const owner = unprivilegedOwner()
  const own = join(folder, name)
  mkdirSync(own, { mode: 0o700 })
  const [port, apiPort] = [await freePort(), await freePort()]
  const file = join(own, 'patroni.json')
  writeFileSync(file, JSON.stringify(patroniSettings({ own, name, programs, etcdPort, port, apiPort })))
  if (owner !== null) for (const path of [own, file]) chownSync(path, owner.uid, owner.gid)
  const start = () => runProgram('patroni', [file], { ...owner, cwd: own })
  let running = start()
  return {
    name,
    port,
    apiPort,
    start() {
      running = start()
    },
    async kill() {
      const postmaster = Number(readFileSync(join(own, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
      await running.kill()
      process.kill(postmaster, 'SIGKILL')
    },
    // Patroni stops its PostgreSQL when it is asked to end.
    stop: () => running.stop(),
  }
}

function patroniSettings(
  place: Omit<NodePlace, 'folder'> & { own: string; port: number; apiPort: number },
): object {
  const { own, name, programs, etcdPort, port, apiPort } = place
  return {
    scope: 'press',
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...LEASE,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(own, 'data'),
      bin_dir: programs,
      pgpass: join(own, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: 'drill' },
        replication: { username: 'replicator', password: 'drill' },
      },
      parameters: { unix_socket_directories: own },
    },
    watchdog: { mode: 'off' },
  }
}

function startProxy(
  folder: string,
  { leaderPort, nodes }: { leaderPort: number; nodes: readonly DatabaseNode[] },
): ProgramRun {
  const servers = nodes.map(
    ({ name, port, apiPort }) => `  server ${name} 127.0.0.1:${port} check port ${apiPort}`,
  )
  const lines = [
    'global',
    '  maxconn 500',
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 30m',
    '  timeout server 30m',
    '  timeout check 1s',
    'listen leader',
    `  bind 127.0.0.1:${leaderPort}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ]
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, `${lines.join('\n')}\n`)
  return runProgram('haproxy', ['-db', '-f', file], { cwd: folder })
}

async function untilWhole(nodes: readonly DatabaseNode[]): Promise<DatabaseNode> {
  for (const until = Date.now() + READY_MILLISECONDS; Date.now() < until; await sleep(LOOK_MILLISECONDS)) {
    const roles = await Promise.all(nodes.map((node) => Promise.all([is(node, 'primary'), is(node, 'sync')])))
    const leader = nodes.find((_, place) => roles[place]?.[0] === true)
    if (leader !== undefined && roles.some(([, isSync]) => isSync)) return leader
  }
  throw new Error(`no leader with a synchronous standby within ${READY_MILLISECONDS / 1000} seconds`)
}

/** Patroni answers 200 where the node is that. */
async function is({ apiPort }: DatabaseNode, role: 'primary' | 'sync'): Promise<boolean> {
  try {
    const asked = await fetch(`http://127.0.0.1:${apiPort}/${role}`, { signal: AbortSignal.timeout(1000) })
    return asked.status === 200
  } catch {
    return false
  }
}
