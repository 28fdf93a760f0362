export type Encoding = 'br' | 'gzip'

/** What is made of bytes and kept beside them. */
type Form = Encoding | 'html'
const FORMS: readonly Form[] = ['br', 'gzip', 'html']

/** One large object must not push everything else out. */
const LARGEST_SHARE = 8

/** Bytes by hash, and what was made of them, the least recently used forgotten first; bounded in bytes. */
export interface BytesCache {
  get(sha256: string, form?: Form): Uint8Array | null
  set(sha256: string, bytes: Uint8Array, form?: Form): void
  /** Forgets them in every form. */
  delete(sha256: string): void
}

/** `capacity` is in bytes; what takes more than an eighth of it is not kept. */
export function createBytesCache(capacity: number): BytesCache {
  const kept = new Map<string, Uint8Array>()
  let size = 0
  return {
    get(sha256, form) {
      const name = nameOf(sha256, form)
      const bytes = kept.get(name)
      if (bytes === undefined) return null
      kept.delete(name)
      kept.set(name, bytes)
      return bytes
    },
    set(sha256, bytes, form) {
      const name = nameOf(sha256, form)
      if (bytes.length > capacity / LARGEST_SHARE || kept.has(name)) return
      kept.set(name, bytes)
      size += bytes.length
      for (const [oldest, old] of kept) {
        if (size <= capacity) break
        kept.delete(oldest)
        size -= old.length
      }
    },
    delete(sha256) {
      for (const name of [sha256, ...FORMS.map((form) => nameOf(sha256, form))]) {
        size -= kept.get(name)?.length ?? 0
        kept.delete(name)
      }
    },
  }
}

function nameOf(sha256: string, form: Form | undefined): string {
  return form === undefined ? sha256 : `${sha256}.${form}`
}
