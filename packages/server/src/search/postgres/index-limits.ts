/** Of search with its index in PostgreSQL. */
export const SEARCH_INDEX_LIMITS = {
  /** Articles that are ranked: the newest ones that match. On later pages so many times more, for what came meanwhile. */
  candidates: 500,
  growth: 4,
  /** Articles that tell how common words are. */
  sample: 256,
  sampleBytes: 4 * 1024 * 1024,
  /** Articles of a topic whose keys are together: a common word is looked up in a few of these. */
  block: 4096,
  /** Of the words of all articles that are ranked, and of one that comes after the others. */
  bytes: 16 * 1024 * 1024,
  largeBytes: 256 * 1024,
  /** A rare word is counted so far. */
  counted: 1000,
  /** Changes that a search waits for; with more it is refused until they are in the index. */
  behind: 2000,
} as const
