import { leafHash, rootOf } from '../../core/log/merkle.ts'
import { edgesOf, type HashRange, leavesBelow } from '../../core/log/tiles.ts'
import type { Db } from '../../storage/storage.ts'
import { readEntries, readTileHashes } from './store.ts'

/** Hashes of a level, the leaves' being 0; fewer than asked for where the log ends. */
export async function readHashes(db: Db, { level, from, to }: HashRange): Promise<Uint8Array[]> {
  if (level > 0) return readTileHashes(db, { level, from, to })
  return (await readEntries(db, { from, to })).map(leafHash)
}

/** The root of the log as it was when it had so many leaves. */
export async function readRoot(db: Db, size: number): Promise<Uint8Array> {
  const subtrees = []
  for (const edge of edgesOf(size)) {
    const leaves = leavesBelow(edge.level)
    for (const hash of await readHashes(db, edge)) subtrees.push({ leaves, hash })
  }
  return rootOf(subtrees)
}
