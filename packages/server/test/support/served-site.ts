import { randomUUID } from 'node:crypto'
import { type RunningCommand, startCommand } from './command.ts'
import type { Cleanup } from './engines.ts'
import { freePort } from './free-port.ts'
import { testSigningKey } from './site.ts'

export interface Asked {
  token?: string
  key?: string
  body?: unknown
  /** The client's address, as a proxy tells it. */
  from?: string
}

export interface ServedSite {
  readonly url: string
  /** Answers when it is ready, or up: in the middle of a restore it is not ready. */
  start(until?: '/readyz' | '/healthz', flags?: readonly string[]): Promise<RunningCommand>
  /** Runs another command beside it; answers its stdout. */
  command(args: readonly string[]): Promise<string>
  ask(method: 'GET' | 'POST', path: string, asked?: Asked): Promise<{ status: number; body: Json }>
}

type Json = Record<string, unknown>

/** A server in a process of its own, on one port and one database however often it starts. */
export async function servedSite(
  t: Cleanup,
  given: Readonly<Record<string, string>> & { COLOPHON_DATABASE_URL: string },
): Promise<ServedSite> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const environment = {
    COLOPHON_SIGNING_KEY: await testSigningKey(),
    COLOPHON_PORT: port,
    COLOPHON_LOG_LEVEL: 'error',
    ...given,
  }
  return {
    url,
    async start(until = '/readyz', flags = []) {
      const running = startCommand(t, ['serve', ...flags], environment)
      await untilAnswering(`${url}${until}`)
      return running
    },
    async command(args) {
      let said = ''
      for await (const line of startCommand(t, args, environment).lines) said += line
      return said
    },
    async ask(method, path, { token, key, body, from } = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(from ? { 'x-forwarded-for': from } : {}),
          ...(method === 'POST'
            ? { 'content-type': 'application/json', 'idempotency-key': key ?? randomUUID() }
            : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: JSON.parse(await response.text()) as Json }
    },
  }
}

async function untilAnswering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the press did not start')
}

export async function administratorOf(server: ServedSite): Promise<string> {
  const args = ['token', 'issue', '--preset', 'administrator', '--label', 'test']
  return (await server.command(args)).trim()
}

/** Articles in a public topic `tools`; answers their hashes. */
export async function publishArticles(
  server: ServedSite,
  token: string,
  drafts: readonly Json[],
): Promise<string[]> {
  const post = async (path: string, body: unknown) => {
    const answer = await server.ask('POST', path, { token, body })
    if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  await post('/api/v1/topics', { id: 'tools', title: 'T', summary: 'S' })
  const open = { expected_visibility: 'invited', visibility: 'public', reason: 'a test' }
  await post('/api/v1/topics/tools/visibility', open)
  const hashes: string[] = []
  for (const [place, wish] of drafts.entries()) {
    const draft = { kind: 'article', title: 'T', summary: 'S', path: `/tools/a${place}`, body: 'B', ...wish }
    const { proposal_hash } = await post('/api/v1/submissions', draft)
    const { candidate_hash } = await post(`/api/v1/submissions/${proposal_hash}/finalize`, {})
    await post(`/api/v1/candidates/${candidate_hash}/publish`, { mode: 'direct' })
    hashes.push(String(candidate_hash))
  }
  return hashes
}
