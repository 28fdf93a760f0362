/**
 * What holds the server's memory down. Each knob was left out of a server of 6,000 articles of 4 KB, beside one that had all of
 * them: resident memory after a start, after 6,000 reads and after 1,500 publications (118, 197 and 234 MB with all, on two busy
 * cores, where the same figure differs by some 10 MB between runs). `idle-memory.ts` collects the heap after a busy time: 22 MB
 * after a start, 27 after reads, 9 after publications. Decision 46 says which knobs paid nothing and are gone.
 */
export const MEMORY = {
  /** V8's young space, MB, where Node's own is 16: 21 to 33 MB at the peak of reads, about 12 after publications. */
  youngMegabytes: 6,
  /**
   * Collections for which V8 keeps the shapes of requests, so that a pause does not slow what follows: 28 us instead of 32 for each
   * of the first 5,000 answers 304 after one, and 24 with or without it from then on. Costs 2 to 3 MB.
   */
  mapCollections: 1000,
  /**
   * What is no shorter glibc takes from the system by itself and gives back when it is freed: as bytes come and go, it would take ever
   * longer ones, up to 32 MiB, from heaps that it keeps. 30 to 60 MB after a stranger's longest texts. Other libraries of C ignore it.
   */
  mappedBytes: 128 * 1024,
  /** Bodies of objects and their encodings, in bytes: a bound. */
  bytesCache: 8 * 1024 * 1024,
  /** Written answers of comparisons, in bytes: a bound. One may take all of it: of two bodies of 1 MiB with a character or none in each line it has 4 to 6 MiB. */
  comparisons: 8 * 1024 * 1024,
  /** Pages that SQLite's writer keeps while it writes, KiB: ids are random, so rows land on any page. A bound. */
  writerCacheKib: 24_000,
  /**
   * After which silence the writer gives them back: nothing beyond the noise with 6,000 articles. Kept for large sites, where storing
   * the search index fills all of them.
   */
  writerRestMilliseconds: 3000,
  /** Pages that the reader keeps, KiB: a bound. */
  readerCacheKib: 4000,
  /** Heap of the searching thread, MB: bounds. Its arrays are not in it; the largest article takes some tens while it is read. */
  searchThread: { young: 4, old: 96 },
  /** Heap of the process that stores the search index, MB: bounds, for the same reason. */
  packer: { young: 4, old: 256 },
} as const

/** The command's first line, which sets what cannot be set later. */
export const FIRST_LINE = `#!/usr/bin/env -S MALLOC_MMAP_THRESHOLD_=${MEMORY.mappedBytes} node --max-semi-space-size=${MEMORY.youngMegabytes} --retain-maps-for-n-gc=${MEMORY.mapCollections}`
