import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import type { Cleanup } from './engines.ts'
import { freePort } from './free-port.ts'
import { programOf } from './programs.ts'

const DEPLOY = resolve(import.meta.dirname, '../../../../deploy')
/** The name that stands in the files of `deploy/`. */
export const HOST = 'press.example'
const STARTING_MILLISECONDS = 30_000

/** A proxy of Debian's with its file of `deploy/`, in front of a server. */
export interface Proxy {
  readonly securePort: number
  /** Of what leads to HTTPS. */
  readonly plainPort: number
}

interface Place {
  readonly folder: string
  readonly upstream: number
  readonly secure: number
  readonly plain: number
}

/** nginx with the file for `sites-available`; only ports, paths and the certificate are other ones. */
export async function startNginx(t: Cleanup, upstream: number): Promise<Proxy> {
  const place = await choosePlace(t, upstream)
  const { folder, secure, plain } = place
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...[
      '-subj',
      `/CN=${HOST}`,
      '-keyout',
      join(folder, 'privkey.pem'),
      '-out',
      join(folder, 'fullchain.pem'),
    ],
  ])
  const written = await readFile(join(DEPLOY, 'nginx/press.example.conf'), 'utf8')
  const site = replaced(written, [
    [/ {2}listen \[::\]:.*\n/g, ''],
    [/^ {2}listen 80;/m, `  listen 127.0.0.1:${plain};`],
    [/^ {2}listen 443 /m, `  listen 127.0.0.1:${secure} `],
    [/127\.0\.0\.1:8787/, `127.0.0.1:${upstream}`],
    [/\/etc\/letsencrypt\/live\/press\.example/g, folder],
    [/\/var\/cache\/nginx\/colophon/, join(folder, 'cache')],
  ])
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const whole = `${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 1;
pid ${join(folder, 'pid')};
error_log ${join(folder, 'log')};
daemon off;
events {}
http {
${bodies.join('\n')}
access_log off;
${site}
}
`
  const file = join(folder, 'nginx.conf')
  await writeFile(file, whole)
  await startProgram(t, [programOf('nginx') ?? 'nginx', '-e', join(folder, 'log'), '-c', file], place)
  return { securePort: secure, plainPort: plain }
}

/** Caddy with the Caddyfile; its certificate is of an authority of its own. */
export async function startCaddy(t: Cleanup, upstream: number): Promise<Proxy> {
  const place = await choosePlace(t, upstream)
  const { folder, secure, plain } = place
  const written = await readFile(join(DEPLOY, 'caddy/Caddyfile'), 'utf8')
  const site = replaced(written, [
    [/^press\.example \{$/m, `${HOST} {\n\tbind 127.0.0.1\n\ttls internal`],
    [/127\.0\.0\.1:8787/, `127.0.0.1:${upstream}`],
  ])
  const options = ['admin off', 'skip_install_trust', `http_port ${plain}`, `https_port ${secure}`]
  const file = join(folder, 'Caddyfile')
  await writeFile(file, `{\n${options.map((line) => `\t${line}\n`).join('')}}\n${site}`)
  const program = [programOf('caddy') ?? 'caddy', 'run', '--config', file, '--adapter', 'caddyfile']
  await startProgram(t, program, place)
  return { securePort: secure, plainPort: plain }
}

async function choosePlace(t: Cleanup, upstream: number): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-proxy-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'home'))
  return { folder, upstream, secure: await freePort(), plain: await freePort() }
}

/** A pattern that is not there would leave the real path or port in place. */
function replaced(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((changed, [pattern, value]) => {
    if (changed.search(pattern) < 0) throw new Error(`${pattern} is not in the file`)
    return changed.replace(pattern, value)
  }, text)
}

/** `setpriv` passes on the death of this process even when it is killed and cannot clean up. */
async function startProgram(
  t: Cleanup,
  command: readonly string[],
  { folder, secure }: Place,
): Promise<void> {
  const home = join(folder, 'home')
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', ...command], {
    env: { PATH: process.env.PATH ?? '', HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => {
    said += String(bytes)
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGTERM')
    await ended
  })
  for (const end = Date.now() + STARTING_MILLISECONDS; !(await isAnswering(secure)); await sleep(20))
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${command[0]} did not start:\n${said}`)
}

/** Caddy listens before it has its certificate. */
function isAnswering(port: number): Promise<boolean> {
  const socket = connectTls({ host: '127.0.0.1', port, servername: HOST, rejectUnauthorized: false })
  const answered = new Promise<boolean>((done) => {
    socket.once('secureConnect', () => done(true)).once('error', () => done(false))
  })
  return answered.finally(() => socket.destroy())
}

export interface ProxyAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Asks through a proxy over HTTP/2 alone, as whoever came by the site's own name. */
export async function openHttp2(
  t: Cleanup,
  { securePort }: Proxy,
): Promise<(path: string, asked?: Asked) => Promise<ProxyAnswer>> {
  const session = connect(`https://127.0.0.1:${securePort}`, { servername: HOST, rejectUnauthorized: false })
  await once(session, 'connect')
  t.after(async () => session.destroy())
  return async (path, { method = 'GET', headers = {}, body } = {}) => {
    const stream = session.request({ ':method': method, ':path': path, ':authority': HOST, ...headers })
    stream.end(body)
    const [answered] = await once(stream, 'response')
    return { status: Number(answered[':status']), headers: answered, bytes: await buffer(stream) }
  }
}
