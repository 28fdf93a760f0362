import { derivedOf } from './build-segment.ts'
import { compareIds, FIELDS, type Packed, type Segment } from './segment.ts'
import { packWords, wordAt, wordCount } from './word-list.ts'

/** Postings written between two rests: about a millisecond. */
const POSTINGS_A_SLICE = 50_000

/**
 * One segment with the living documents of two. It rests every so often, so that whoever drives it can do
 * something else; documents that die meanwhile are the driver's to mark.
 */
export function* mergeSegments(older: Segment, newer: Segment): Generator<void, Packed> {
  const a = side(older)
  const b = side(newer)
  const described = joinDocuments(a, b)
  const postings = newPostings(older, newer)
  const written: string[] = []
  const starts: number[] = [0]
  let rested = 0
  while (a.word !== null || b.word !== null) {
    const word = a.word === null || (b.word !== null && b.word < a.word) ? b.word : a.word
    if (word === null) break
    joinPostings(word, { a, b, postings })
    if (postings.count > (starts.at(-1) ?? 0)) {
      written.push(word)
      starts.push(postings.count)
    }
    if (postings.count - rested < POSTINGS_A_SLICE) continue
    rested = postings.count
    yield
  }
  const words = packWords(written)
  return {
    ...described,
    words,
    derived: derivedOf(words),
    starts: Uint32Array.from(starts),
    docs: postings.docs.slice(0, postings.count),
    occurrences: postings.occurrences.slice(0, postings.count),
    gone: joinIds(older.packed.gone, newer.packed.gone),
  }
}

/** Before and after every number of a document. */
const DEAD = -1
const LAST = 1 << 20

interface Side {
  readonly packed: Packed
  readonly alive: Uint8Array
  /** The number in the merged segment of each document; DEAD for those that are not in it. */
  readonly numbers: Int32Array
  place: number
  /** The word at `place`; null at the end. */
  word: string | null
}

function side({ packed, alive }: Segment): Side {
  const word = wordCount(packed.words) > 0 ? wordAt(packed.words, 0) : null
  // A copy: who dies during the merge is in it, and marked after it.
  return { packed, alive: alive.slice(), numbers: new Int32Array(alive.length).fill(DEAD), place: 0, word }
}

function advance(side: Side): void {
  side.place += 1
  side.word = side.place < wordCount(side.packed.words) ? wordAt(side.packed.words, side.place) : null
}

/** Both sides' living documents in the order of their ids; an id is alive on one side only. */
function joinDocuments(a: Side, b: Side) {
  const order: [Side, number][] = []
  const next = { a: nextAlive(a, 0), b: nextAlive(b, 0) }
  while (next.a < a.alive.length || next.b < b.alive.length) {
    const takesA =
      next.b >= b.alive.length ||
      (next.a < a.alive.length && compareIds(a.packed.ids, next.a * 4, b.packed.ids, next.b * 4) < 0)
    const [from, doc] = takesA ? ([a, next.a] as const) : ([b, next.b] as const)
    from.numbers[doc] = order.length
    order.push([from, doc])
    if (takesA) next.a = nextAlive(a, doc + 1)
    else next.b = nextAlive(b, doc + 1)
  }
  return copyDocuments(order)
}

function nextAlive({ alive }: Side, from: number): number {
  let doc = from
  while (doc < alive.length && alive[doc] !== 1) doc += 1
  return doc
}

function copyDocuments(order: readonly [Side, number][]) {
  const made = {
    ids: new Uint32Array(order.length * 4),
    names: new Uint32Array(order.length * 4),
    lengths: new Uint32Array(order.length * FIELDS),
    modes: new Uint8Array(order.length),
    refresh: new Float64Array(order.length),
  }
  for (const [doc, [{ packed }, old]] of order.entries()) {
    made.ids.set(packed.ids.subarray(old * 4, old * 4 + 4), doc * 4)
    made.names.set(packed.names.subarray(old * 4, old * 4 + 4), doc * 4)
    made.lengths.set(packed.lengths.subarray(old * FIELDS, (old + 1) * FIELDS), doc * FIELDS)
    made.modes[doc] = packed.modes[old] ?? 0
    made.refresh[doc] = packed.refresh[old] ?? 0
  }
  return made
}

interface Postings {
  readonly docs: Uint16Array
  readonly occurrences: Uint8Array
  count: number
}

function newPostings(older: Segment, newer: Segment): Postings {
  const most = older.packed.docs.length + newer.packed.docs.length
  return { docs: new Uint16Array(most), occurrences: new Uint8Array(most), count: 0 }
}

interface Joining {
  readonly a: Side
  readonly b: Side
  readonly postings: Postings
}

/** Both sides' postings of a word in the order of the new numbers; each side is in it already. */
function joinPostings(word: string, { a, b, postings }: Joining): void {
  const { docs, occurrences } = postings
  const [one, two] = [a.packed, b.packed]
  let [i, endOfA] = a.word === word ? rangeOf(a) : NO_RANGE
  let [j, endOfB] = b.word === word ? rangeOf(b) : NO_RANGE
  let { count } = postings
  while (i < endOfA || j < endOfB) {
    const docA = i < endOfA ? (a.numbers[one.docs[i] ?? 0] ?? DEAD) : LAST
    const docB = j < endOfB ? (b.numbers[two.docs[j] ?? 0] ?? DEAD) : LAST
    if (docA <= docB) {
      docs[count] = docA
      occurrences[count] = one.occurrences[i] ?? 0
      i += 1
      if (docA !== DEAD) count += 1
    } else {
      docs[count] = docB
      occurrences[count] = two.occurrences[j] ?? 0
      j += 1
      if (docB !== DEAD) count += 1
    }
  }
  postings.count = count
  if (a.word === word) advance(a)
  if (b.word === word) advance(b)
}

const NO_RANGE = [0, 0] as const

function rangeOf({ packed, place }: Side): readonly [number, number] {
  return [packed.starts[place] ?? 0, packed.starts[place + 1] ?? 0]
}

function joinIds(a: Uint32Array, b: Uint32Array): Uint32Array {
  const joined = new Uint32Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}
