import { createAskedBefore } from '../../core/asked-before.ts'

export type Encoding = 'br' | 'gzip'

/** What is made of bytes and kept beside them. */
type Form = Encoding | 'html'
const FORMS: readonly Form[] = ['br', 'gzip', 'html']

/** One large object must not push everything else out. */
const SHARES = 8
/** What bytes take beside themselves: their name, a place in the table, the array and its buffer. */
const OVERHEAD_BYTES = 512
/** Of which it is known whether they were offered before; more than there are bytes of common length. */
const REMEMBERED_HASHES = 4096

/** Bytes by hash, and what was made of them, the least recently used forgotten first; bounded in bytes. */
export interface BytesCache {
  get(sha256: string, form?: Form): Uint8Array | null
  set(sha256: string, bytes: Uint8Array, form?: Form): void
  /** The same for plain bytes, which their store still has: kept once they were offered before. */
  offer(sha256: string, bytes: Uint8Array): void
  /** Forgets them in every form. */
  delete(sha256: string): void
}

/** `capacity` is in bytes; what takes more than a share of it, by default an eighth, is not kept. */
export function createBytesCache(capacity: number, { shares = SHARES } = {}): BytesCache {
  const kept = new Map<string, Uint8Array>()
  const isOfferedAgain = createAskedBefore(REMEMBERED_HASHES)
  let size = 0

  function forget(name: string): void {
    const bytes = kept.get(name)
    if (bytes === undefined) return
    kept.delete(name)
    size -= sizeOf(bytes)
  }

  function forgetUntil(most: number): void {
    for (const name of kept.keys()) {
      if (size <= most) break
      forget(name)
    }
  }

  function set(sha256: string, bytes: Uint8Array, form?: Form): void {
    const name = nameOf(sha256, form)
    if (sizeOf(bytes) > capacity / shares || kept.has(name)) return
    kept.set(name, bytes)
    size += sizeOf(bytes)
    forgetUntil(capacity)
  }

  return {
    get(sha256, form) {
      const name = nameOf(sha256, form)
      const bytes = kept.get(name)
      if (bytes === undefined) return null
      kept.delete(name)
      kept.set(name, bytes)
      return bytes
    },
    set,
    offer(sha256, bytes) {
      if (isOfferedAgain(sha256)) set(sha256, bytes)
    },
    delete(sha256) {
      for (const name of [sha256, ...FORMS.map((form) => nameOf(sha256, form))]) forget(name)
    },
  }
}

/** A short Buffer may be a piece of a larger one, which is kept with it. */
function sizeOf({ buffer }: Uint8Array): number {
  return buffer.byteLength + OVERHEAD_BYTES
}

function nameOf(sha256: string, form: Form | undefined): string {
  return form === undefined ? sha256 : `${sha256}.${form}`
}
