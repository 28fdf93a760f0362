/** Bytes by hash, the least recently used forgotten first; bounded in bytes. */
export interface BytesCache {
  get(key: string): Uint8Array | null
  set(key: string, bytes: Uint8Array): void
  delete(key: string): void
}

export function createBytesCache(capacity: number): BytesCache {
  const kept = new Map<string, Uint8Array>()
  let size = 0
  return {
    get(key) {
      const bytes = kept.get(key)
      if (bytes === undefined) return null
      kept.delete(key)
      kept.set(key, bytes)
      return bytes
    },
    set(key, bytes) {
      if (bytes.length > capacity / 8 || kept.has(key)) return
      kept.set(key, bytes)
      size += bytes.length
      for (const [oldest, old] of kept) {
        if (size <= capacity) break
        kept.delete(oldest)
        size -= old.length
      }
    },
    delete(key) {
      size -= kept.get(key)?.length ?? 0
      kept.delete(key)
    },
  }
}
