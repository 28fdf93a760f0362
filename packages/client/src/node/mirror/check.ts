import { readStored } from '../../stored-revision.ts'
import { type ChangeItem, MirrorRefused } from './entries.ts'

/** The hashes that an act names: its record, and the revision that it is about. */
export function hashesOf({ publication_hash, retirement_hash, content_hash }: ChangeItem): string[] {
  return [publication_hash, retirement_hash, content_hash].filter((hash) => hash !== null)
}

/** Bytes that have their hashes may still be of another entry than the stream says. */
export function requireAgreement(change: ChangeItem, bytes: ReadonlyMap<string, Uint8Array>): void {
  const record = change.publication_hash ?? change.retirement_hash
  if (record === null || change.content_hash === null) return
  const { content_hash, entry_id, topic_id } = change
  requireSame(record, readRecord(bytes.get(record)), { content_hash, entry_id, topic_id })
  if (change.change !== 'publication') return
  const { path, title, parent_hash } = change
  const said = readFrontMatter(bytes.get(content_hash))
  requireSame(content_hash, said, { entry_id, topic_id, path, title, parent_hash })
}

type Facts = Readonly<Record<string, unknown>>

function requireSame(hash: string, said: Facts | null, told: Facts): void {
  const other = Object.keys(told).find((name) => said === null || (said[name] ?? null) !== told[name])
  if (other !== undefined)
    throw new MirrorRefused(`the bytes of ${hash} have another ${other} than the stream says`)
}

function readRecord(bytes: Uint8Array | undefined): Facts | null {
  return factsOr(() => {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' ? (value as Facts | null) : null
  })
}

function readFrontMatter(bytes: Uint8Array | undefined): Facts | null {
  return factsOr(() => readStored(bytes ?? new Uint8Array()).fields)
}

/** What cannot be read says nothing that could agree with the stream. */
function factsOr(read: () => Facts | null): Facts | null {
  try {
    return read()
  } catch {
    return null
  }
}
