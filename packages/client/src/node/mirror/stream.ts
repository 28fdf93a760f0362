import type { AnswerOf, Operations } from '@colophon/contract'
import type { CallOperation } from '../../call.ts'
import { type ChangeItem, MirrorRefused } from './entries.ts'
import { actOf, type StreamPosition } from './state.ts'

const PAGE = 100

type ChangesAnswer = AnswerOf<Operations['listChanges']>

/** What follows in a stream. */
export interface ChangeBatch {
  readonly changes: readonly ChangeItem[]
  readonly headSeq: number
}

/** A stream that is not the one that was followed before, as after a restore of an older backup. */
export class OtherStream extends Error {
  override readonly name = 'OtherStream'
}

/**
 * What follows in the public stream, or in a topic's, page by page. The first page begins with the act that was seen
 * last: when it is another one now, the stream is another.
 */
export async function* stretches(
  call: CallOperation,
  topic: string | null,
  reached: StreamPosition,
): AsyncGenerator<ChangeBatch, void, undefined> {
  const [first, seen] = await readFirst(call, topic, reached)
  if (first.head_seq < reached.seq || isOther(seen, reached)) throw new OtherStream()
  let page = first
  for (let seq = reached.seq; ; ) {
    const changes = page.items.filter((change) => change.seq > reached.seq)
    requireNoGap(changes, seq)
    seq = changes.at(-1)?.seq ?? seq
    yield { changes, headSeq: page.head_seq }
    if (changes.length === 0 || seq >= page.head_seq) return
    page = await readPage(call, topic, seq)
  }
}

async function readFirst(
  call: CallOperation,
  topic: string | null,
  { seq }: StreamPosition,
): Promise<[page: ChangesAnswer, seen: ChangeItem | undefined]> {
  const page = await readPage(call, topic, Math.max(0, seq - 1))
  return [page, seq === 0 ? undefined : page.items[0]]
}

function isOther(seen: ChangeItem | undefined, { seq, act }: StreamPosition): boolean {
  if (seq === 0) return false
  if (seen?.seq !== seq) return true
  const now = actOf(seen)
  return act !== null && now !== null && act !== now
}

function readPage(call: CallOperation, topic: string | null, after: number): Promise<ChangesAnswer> {
  return call('listChanges', { query: { after, limit: PAGE, ...(topic === null ? {} : { topic }) } })
}

function requireNoGap(changes: readonly ChangeItem[], seq: number): void {
  for (const [place, change] of changes.entries())
    if (change.seq !== seq + place + 1)
      throw new MirrorRefused(`the stream has a gap before its act ${change.seq}`)
}
