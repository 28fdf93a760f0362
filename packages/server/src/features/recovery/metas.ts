import { RECOVERY_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { decodeRevision, type RevisionMeta } from '../../core/front-matter.ts'
import { requireSound, unusable } from './material.ts'

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
