import { isHash } from '@colophon/contract'

/** What the record of a publication or a retirement says. */
export interface ActRecord {
  /** A decision on retirement may also be that a revision is active again. */
  readonly kind: 'publication' | 'retirement'
  readonly state: 'published' | 'retired' | 'active'
  readonly content_hash: string
  readonly topic_id: string
  readonly at: string
}

/** The record that bytes are; null for anything else. */
export function parseRecord(bytes: Uint8Array): ActRecord | null {
  const said = readObject(bytes)
  const { content_hash, topic_id } = said ?? {}
  if (said === null || !isHash(content_hash) || typeof topic_id !== 'string') return null
  const about = { content_hash: String(content_hash), topic_id }
  if (typeof said.published_at === 'string')
    return { kind: 'publication', state: 'published', ...about, at: said.published_at }
  const { decided_at: at, state } = said
  if (typeof at !== 'string' || (state !== 'retired' && state !== 'active')) return null
  return { kind: 'retirement', state, ...about, at }
}

function readObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' ? (value as Readonly<Record<string, unknown>> | null) : null
  } catch {
    return null
  }
}
