import { problem } from '../core/problem.ts'

/** The topic of a legal path. */
export function topicOfPath(path: string): string {
  return path.split('/')[1] ?? ''
}

/**
 * A path that an entry has or had is never given to another: throws `path_taken` where `alias`, to whom the path is
 * bound, is another entry than `entryId`; null is for a path that is free, and for an entry that is not there yet.
 */
export function requireFreePath(alias: { entry_id: string } | null, entryId: string | null): void {
  if (alias !== null && alias.entry_id !== entryId)
    throw problem(
      'path_taken',
      'Another entry has or had this path. Choose another path, or revise that entry.',
    )
}
