import type { Rows } from './rows.ts'

/** How far a topic has come, as `search_topics` says. */
export interface TopicHead {
  topicId: string
  epoch: string
  seq: number
  packedSeq: number
  segments: string[]
}

export interface IndexChange {
  seq: number
  entryId: string
  /** Null when the entry left the list. */
  contentHash: string | null
  mode: string | null
  refreshAfter: string | null
}

export async function readHeads(rows: Rows): Promise<TopicHead[]> {
  const found = await rows.all('select topic_id, epoch, seq, packed_seq, segments from search_topics', [])
  return found.map((row) => ({
    topicId: String(row.topic_id),
    epoch: String(row.epoch),
    seq: Number(row.seq),
    packedSeq: Number(row.packed_seq),
    segments: JSON.parse(String(row.segments)) as string[],
  }))
}

export async function readHead(rows: Rows, topicId: string): Promise<TopicHead | null> {
  return (await readHeads(rows)).find((head) => head.topicId === topicId) ?? null
}

/** Changes after one, oldest first. */
export async function readChanges(
  rows: Rows,
  asked: { topicId: string; after: number; limit: number },
): Promise<IndexChange[]> {
  const found = await rows.all(
    `select seq, entry_id, content_hash, mode, refresh_after from search_changes
     where topic_id = ? and seq > ? order by seq limit ?`,
    [asked.topicId, asked.after, asked.limit],
  )
  return found.map((row) => ({
    seq: Number(row.seq),
    entryId: String(row.entry_id),
    contentHash: textOrNull(row.content_hash),
    mode: textOrNull(row.mode),
    refreshAfter: textOrNull(row.refresh_after),
  }))
}

/** The bytes of a segment, at the beginning of a buffer of their own. */
export async function readSegment(
  rows: Rows,
  topicId: string,
  segment: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await rows.all(
    'select part, bytes from search_segments where topic_id = ? and segment = ? order by part',
    [topicId, segment],
  )
  const parts = found.map(({ bytes }) => (bytes instanceof Uint8Array ? bytes : new Uint8Array()))
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
