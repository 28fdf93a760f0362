import { randomUUID } from 'node:crypto'
import { colophon, type ServerPlace } from './children.ts'

/** A server that a bench may write to. */
export interface Site {
  readonly port: number
  readonly token: string
}

export interface Receipt {
  readonly entry_id: string
  readonly content_hash: string
}

export function issueToken(folder: string, settings: ServerPlace['settings'] = {}): string {
  const argv = ['token', 'issue', '--preset', 'administrator', '--label', 'bench']
  return colophon(folder, argv, settings).trim()
}

export async function post(site: Site, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${site.port}${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${site.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** A topic that everybody can read. */
export async function makeTopic(site: Site, id: string): Promise<void> {
  await post(site, '/api/v1/topics', { id, title: 'Bench', summary: 'Made by a bench.' })
  await post(site, `/api/v1/topics/${id}/visibility`, {
    expected_visibility: 'invited',
    visibility: 'public',
    reason: 'A bench reads it without a credential.',
  })
}

export function submission(path: string, body: string) {
  return { kind: 'article', title: 'An article of a bench', summary: 'It has a size.', path, body }
}

/** Submits, finalizes and publishes one article. */
export async function publish(site: Site, path: string, body: string): Promise<Receipt> {
  const proposal = (await post(site, '/api/v1/submissions', submission(path, body))) as {
    proposal_hash: string
  }
  const candidate = (await post(site, `/api/v1/submissions/${proposal.proposal_hash}/finalize`, {})) as {
    candidate_hash: string
  }
  return (await post(site, `/api/v1/candidates/${candidate.candidate_hash}/publish`, {
    mode: 'direct',
  })) as Receipt
}

/** The bearer of a new reader. */
export async function register(site: Site): Promise<string> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
  const address = `http://127.0.0.1:${site.port}/api/v1/identities`
  const response = await fetch(address, { method: 'POST', headers, body: '{}' })
  const { token } = (await response.json()) as { token?: string }
  if (token === undefined) throw new Error(`a registration: ${response.status}`)
  return token
}
