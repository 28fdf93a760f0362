import { compareIds, FIELDS, type PackedSegment, type Segment } from './segment.ts'
import { packWords, wordAt, wordCount } from './word-list.ts'

/** One segment with the living documents of two. */
export function mergeSegments(older: Segment, newer: Segment): PackedSegment {
  const a = side(older)
  const b = side(newer)
  const described = joinDocuments(a, b)
  const postings = newPostings(older, newer)
  const written: string[] = []
  const starts: number[] = [0]
  while (a.word !== null || b.word !== null) {
    const word = a.word === null || (b.word !== null && b.word < a.word) ? b.word : a.word
    if (word === null) break
    const here = [a, b].filter((side) => side.word === word)
    joinPostings(word, { a, b, postings })
    if (postings.count > (starts.at(-1) ?? 0)) {
      for (const side of here) side.places[side.place] = written.length
      written.push(word)
      starts.push(postings.count)
    }
    for (const side of here) advance(side)
  }
  return {
    ...described,
    words: packWords(written),
    ...joinDerived(a, b),
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
  readonly packed: PackedSegment
  readonly alive: Uint8Array
  /** The number in the merged segment of each document; DEAD for those that are not in it. */
  readonly numbers: Int32Array
  /** The place in the merged segment of each word; DEAD for those that are not in it. */
  readonly places: Int32Array
  place: number
  /** The word at `place`; null at the end. */
  word: string | null
}

function side({ packed, alive }: Segment): Side {
  const count = wordCount(packed.words)
  return {
    packed,
    alive,
    numbers: new Int32Array(alive.length).fill(DEAD),
    places: new Int32Array(count).fill(DEAD),
    place: 0,
    word: count > 0 ? wordAt(packed.words, 0) : null,
  }
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
    languages: new Uint16Array(order.length),
    refresh: new Float64Array(order.length),
  }
  for (const [doc, [{ packed }, old]] of order.entries()) {
    made.ids.set(packed.ids.subarray(old * 4, old * 4 + 4), doc * 4)
    made.names.set(packed.names.subarray(old * 4, old * 4 + 4), doc * 4)
    made.lengths.set(packed.lengths.subarray(old * FIELDS, (old + 1) * FIELDS), doc * FIELDS)
    made.modes[doc] = packed.modes[old] ?? 0
    made.languages[doc] = packed.languages[old] ?? 0
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
}

const NO_RANGE = [0, 0] as const

function rangeOf({ packed, place }: Side): readonly [number, number] {
  return [packed.starts[place] ?? 0, packed.starts[place + 1] ?? 0]
}

/** Both sides' derived words in their order; one that both have is there once. */
function joinDerived(a: Side, b: Side): Pick<PackedSegment, 'derived' | 'stems'> {
  const most = a.packed.derived.length + b.packed.derived.length
  const derived = new Uint32Array(most)
  const stems = new Uint32Array(most)
  let count = 0
  for (let i = 0, j = 0; i < a.packed.derived.length || j < b.packed.derived.length; ) {
    const [one, two] = [derivedAt(a, i), derivedAt(b, j)]
    const takesOne = one.stem < two.stem || (one.stem === two.stem && one.place <= two.place)
    const { stem, place } = takesOne ? one : two
    if (takesOne) i += 1
    else j += 1
    const isKnown = count > 0 && derived[count - 1] === place && stems[count - 1] === stem
    if (place === DEAD || isKnown) continue
    derived[count] = place
    stems[count] = stem
    count += 1
  }
  return { derived: derived.slice(0, count), stems: stems.slice(0, count) }
}

function derivedAt({ packed, places }: Side, i: number): { stem: number; place: number } {
  const { derived, stems } = packed
  if (i >= derived.length) return { stem: Number.POSITIVE_INFINITY, place: LAST }
  return { stem: stems[i] ?? 0, place: places[derived[i] ?? 0] ?? DEAD }
}

function joinIds(a: Uint32Array, b: Uint32Array): Uint32Array {
  const joined = new Uint32Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}
