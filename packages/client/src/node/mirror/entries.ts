import { FIELD_LIMITS, isEntryPath, isHash, isRetired, isUuid } from '@colophon/contract'
import type { ItemOf } from '../../call.ts'

/** What a server told that a mirror does not store. */
export class MirrorRefused extends Error {
  override readonly name = 'MirrorRefused'
}

/** An act in the stream of a topic. */
export type ChangeItem = ItemOf<'listChanges'>

/** The newest revision of an entry that was ever published. */
export interface MirroredEntry {
  readonly path: string
  readonly content_hash: string
  /** Reactivated heads stay unlisted until they are published again. */
  readonly status: 'published' | 'retired' | 'unlisted'
}

/** The entries of a topic by their ids. */
export type Entries = Record<string, MirroredEntry>

/** The entry that an act changes, as it is afterwards; null for an act that changes none that is shown. */
export function changedEntry(
  entryOf: (id: string) => MirroredEntry | undefined,
  change: ChangeItem,
): { readonly id: string; readonly entry: MirroredEntry } | null {
  if (change.change === 'visibility') return null
  const { entry_id: id, content_hash } = change
  if (id === null || !isUuid(id) || content_hash === null || !isHash(content_hash)) throw unclear(change)
  if (change.change === 'publication')
    return { id, entry: { path: pathOf(change), content_hash, status: 'published' } }
  if (change.change !== 'retirement') throw unclear(change)
  const entry = entryOf(id)
  // A revision that is no longer the head changes nothing that is shown.
  if (entry === undefined || entry.content_hash !== content_hash) return null
  return { id, entry: { ...entry, status: isRetired(change.state) ? 'retired' : 'unlisted' } }
}

function pathOf(change: ChangeItem): string {
  const { path, topic_id } = change
  if (path === null || !isPathIn(path, String(topic_id))) throw unclear(change)
  return path
}

/** Whether a path is one of the topic. */
export function isPathIn(path: string, topic: string): boolean {
  return path.length <= FIELD_LIMITS.pathCharacters && isEntryPath(path) && path.startsWith(`/${topic}/`)
}

function unclear(change: ChangeItem): MirrorRefused {
  return new MirrorRefused(`the act ${change.seq} of its stream is none that this mirror can follow`)
}

/**
 * Where the text of a path is, relative to the mirror. No two paths share a place: a folder whose name ends like that
 * of a text is marked by what no path has.
 */
export function placeOf(path: string): string {
  const segments = path.slice(1).split('/')
  const folders = segments.slice(0, -1).map((segment) => (segment.endsWith('.md') ? `${segment}+` : segment))
  return `${[...folders, segments.at(-1)].join('/')}.md`
}
