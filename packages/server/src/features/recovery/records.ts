import { RECOVERY_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { decodeRevision, type RevisionMeta } from '../../text/front-matter.ts'
import { requireSound, unusable } from './material.ts'

/** The record that an object of a kind stands for, and the chain in which it follows others. */
export interface RecordKind {
  readonly table: string
  readonly key: string
  /** The column that names the record before it, which has the same value in the other column. */
  readonly chain?: readonly [previous: string, same: string]
}

export const RECORD_KINDS: Readonly<Record<string, RecordKind>> = {
  candidate: { table: 'candidates', key: 'candidate_hash', chain: ['parent_hash', 'entry_id'] },
  definition: { table: 'definitions', key: 'definition_hash', chain: ['previous_hash', 'task_id'] },
  evidence: { table: 'evidence', key: 'evidence_hash' },
  policy: { table: 'policies', key: 'policy_hash', chain: ['previous_hash', 'topic_id'] },
  proposal: { table: 'proposals', key: 'proposal_hash' },
  publication: { table: 'publications', key: 'publication_hash' },
  resolution: { table: 'resolutions', key: 'resolution_hash', chain: ['previous_hash', 'suggestion_id'] },
  retirement: { table: 'retirements', key: 'retirement_hash', chain: ['previous_hash', 'content_hash'] },
  review: { table: 'reviews', key: 'review_hash' },
  suggestion: { table: 'suggestions', key: 'suggestion_hash' },
}

type Fields = Readonly<Record<string, unknown>>

/** In an object people are named by their labels, and its kind is not that of the row. */
const OWN_MEANING = new Set(['kind', 'created_by', 'decided_by', 'published_by', 'submitted_by'])

/** The first field of the record that is not what the object says; null where there is none. */
export function differenceOf(row: Fields, said: Fields): string | null {
  const differing = Object.keys(row).find(
    (name) => Object.hasOwn(said, name) && !OWN_MEANING.has(name) && !isSame(row[name], said[name]),
  )
  return differing ?? null
}

/** Lists and records are JSON text in a row. */
function isSame(stored: unknown, said: unknown): boolean {
  return stored === (typeof said === 'object' && said !== null ? JSON.stringify(said) : said)
}

/** What is wrong with the place of a record in its chain; `previous` is the record that it names. */
export function chainFault(kind: RecordKind, row: Fields, previous: Fields | null): string | null {
  if (kind.chain === undefined) return null
  const [before, same] = kind.chain
  if (row[before] === null)
    return row.position === undefined || row.position === 1 ? null : 'is not the first'
  if (previous === null) return `follows ${row[before]}, which is not there`
  if (previous[same] !== row[same]) return `follows ${row[before]}, which is of another ${same}`
  const isNext = row.position === undefined || row.position === Number(previous.position) + 1
  return isNext ? null : `does not come right after ${row[before]}`
}

/** The front matter of revisions; of their bytes only a few are held at a time. */
export async function readMetas(
  app: App,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, RevisionMeta>> {
  const metas = new Map<string, RevisionMeta>()
  for (let from = 0; from < hashes.length; from += RECOVERY_LIMITS.stepBlobs) {
    const some = hashes.slice(from, from + RECOVERY_LIMITS.stepBlobs)
    const found = await requireSound(app, some)
    for (const [place, sha256] of some.entries()) metas.set(sha256, metaOf(sha256, found[place]))
  }
  return metas
}

export function metaOf(sha256: string, bytes: Uint8Array | undefined): RevisionMeta {
  try {
    return decodeRevision(bytes ?? new Uint8Array()).meta
  } catch {
    throw unusable(`The object ${sha256}`, 'is no revision')
  }
}
