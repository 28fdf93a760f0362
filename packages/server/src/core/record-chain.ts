/** One decision of an append-only chain: its hash, and that of the decision before it. */
export interface ChainRecord {
  hash: string
  previous_hash: string | null
}

/** Somebody else has appended: `current` is the tip that the caller should have seen. */
export class ChainMoved extends Error {
  override name = 'ChainMoved'
  readonly current: string | null

  constructor(current: string | null) {
    super('the chain has another tip')
    this.current = current
  }
}

/** The next record of a chain, if its tip is still the expected one (compare and set). */
export function appendToChain<R extends Pick<ChainRecord, 'previous_hash'>>(
  tip: string | null,
  expected: string | null,
  make: (previous: string | null) => R,
): R {
  if (tip !== expected) throw new ChainMoved(tip)
  const record = make(tip)
  if (record.previous_hash !== tip) throw new Error('the record does not follow the tip')
  return record
}

export type ChainVerdict =
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

/** The records from genesis to tip. */
export function orderChain<R extends ChainRecord>(records: readonly R[]): R[] {
  const verdict = verifyChain(records)
  if (!verdict.ok) throw new Error(`not a chain: ${verdict.why} at ${verdict.at}`)
  return follow(records)
}

function follow<R extends ChainRecord>(records: readonly R[]): R[] {
  const successor = new Map(records.map((record) => [record.previous_hash, record]))
  const line: R[] = []
  // No record is met twice: each is the successor of one hash, and the genesis of none.
  for (let next = successor.get(null); next !== undefined; next = successor.get(next.hash)) line.push(next)
  return line
}
