/** One decision of an append-only chain: its hash, and that of the decision before it. */
export interface ChainRecord {
  hash: string
  previous_hash: string | null
}

type ChainVerdict =
  | { ok: true; tip: string | null }
  | { ok: false; at: string; why: 'repeated' | 'fork' | 'gap' }

/** Whether the records, in any order, are one line from one genesis; `at` is the hash of one that is not. */
export function verifyChain(records: readonly ChainRecord[]): ChainVerdict {
  const hashes = new Set<string>()
  const previous = new Set<string | null>()
  for (const record of records) {
    if (hashes.has(record.hash)) return { ok: false, at: record.hash, why: 'repeated' }
    if (previous.has(record.previous_hash)) return { ok: false, at: record.hash, why: 'fork' }
    hashes.add(record.hash)
    previous.add(record.previous_hash)
  }
  const line = follow(records)
  const reached = new Set(line.map((record) => record.hash))
  const lost = records.find((record) => !reached.has(record.hash))
  return lost ? { ok: false, at: lost.hash, why: 'gap' } : { ok: true, tip: line.at(-1)?.hash ?? null }
}

function follow(records: readonly ChainRecord[]): ChainRecord[] {
  const successor = new Map(records.map((record) => [record.previous_hash, record]))
  const line: ChainRecord[] = []
  // No record is met twice: each is the successor of one hash, and the genesis of none.
  for (let next = successor.get(null); next !== undefined; next = successor.get(next.hash)) line.push(next)
  return line
}
