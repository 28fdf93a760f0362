import { type AnswerOf, type ClosedLists, isPublic, LIST_LIMITS, type Operations } from '@colophon/contract'
import type { Api } from '../api.ts'

type Change = AnswerOf<Operations['listChanges']>['items'][number]

/** Something that was done, as whoever may read its topic is told of it. */
export interface TopicAct extends Change {
  readonly at: string
  readonly topic_id: string
}

/** The kinds of acts that are shown; `withheld` is told to nobody as anything. */
type ActKind = Exclude<ClosedLists['change'], 'withheld'>

export const ACT_KINDS: Readonly<Record<ActKind, string>> = {
  publication: 'Publications',
  retirement: 'Retirements',
  visibility: 'Who reads a topic',
}

/** A stream of changes, read back from a number: the public one, or that of a topic. */
export interface ActStream {
  readonly topic: string | null
  /** The newest number that is asked for; null: from the newest act on. */
  readonly upTo: number | null
}

/** Acts, newest first, and where each stream goes on; none of them where nothing is earlier. */
interface ActPage {
  readonly acts: readonly TopicAct[]
  readonly earlier: readonly ActStream[] | null
}

/** However rare what is asked for is, one page looks at no more than this of each stream. */
const LARGEST_LOOK = 10 * LIST_LIMITS.largestPage
/** Behind every act: only the end of the stream is asked for. */
const BEHIND_ALL = Number.MAX_SAFE_INTEGER

/** The newest acts of several streams together. */
export async function readActs(
  api: Api,
  streams: readonly ActStream[],
  { kind, limit }: { kind: ActKind | null; limit: number },
): Promise<ActPage> {
  const read = await Promise.all(streams.map((stream) => readBack(api, stream, { kind, limit })))
  const acts: TopicAct[] = []
  while (acts.length < limit) {
    // A stream whose acts are not all known may have one that is newer than those of the others.
    if (read.some(({ found, lowest }) => found.length === 0 && lowest > 0)) break
    const [newest] = read.filter(({ found }) => found.length > 0).sort(byNewestAct)
    const act = newest?.found.shift()
    if (act === undefined) break
    acts.push(act)
  }
  const earlier = read.map(({ topic, found: [next], lowest }) => ({ topic, upTo: next?.seq ?? lowest }))
  return {
    acts: await titled(api, acts),
    earlier: earlier.some(({ upTo }) => upTo > 0) ? earlier : null,
  }
}

/** With the titles of the revisions that a stream tells by their hashes alone. */
async function titled(api: Api, acts: readonly TopicAct[]): Promise<TopicAct[]> {
  const untitled = acts.flatMap(({ title, content_hash }) =>
    title === null && content_hash !== null ? [content_hash] : [],
  )
  if (untitled.length === 0) return [...acts]
  const { items } = await api.call('getStatus', { query: { sha256: untitled } })
  const known = new Map(items.map((item) => [item.sha256, item]))
  return acts.map((act) => {
    const { title = null, path = null } = known.get(act.content_hash ?? '') ?? {}
    return { ...act, title: act.title ?? title, path: act.path ?? path }
  })
}

interface StreamPart {
  readonly topic: string | null
  /** Newest first. */
  readonly found: TopicAct[]
  /** Everything up to this number was not looked at. */
  lowest: number
}

function byNewestAct(one: StreamPart, other: StreamPart): number {
  const [a, b] = [one, other].map(({ found: [act], topic }) => `${act?.at} ${topic}`)
  return (a ?? '') < (b ?? '') ? 1 : -1
}

async function readBack(
  api: Api,
  { topic, upTo }: ActStream,
  { kind, limit }: { kind: ActKind | null; limit: number },
): Promise<StreamPart> {
  const of = topic === null ? {} : { topic }
  const last =
    upTo ?? (await api.call('listChanges', { query: { ...of, after: BEHIND_ALL, limit: 1 } })).head_seq
  const part: StreamPart = { topic, found: [], lowest: last }
  while (part.lowest > 0 && part.found.length < limit && last - part.lowest < LARGEST_LOOK) {
    const after = Math.max(0, part.lowest - LIST_LIMITS.largestPage)
    const query = { ...of, after, limit: part.lowest - after }
    const { items } = await api.call('listChanges', { query })
    part.found.push(...items.filter((item) => isShown(item, kind)).reverse())
    part.lowest = after
  }
  return part
}

const IS_TOLD: Readonly<Record<ClosedLists['change'], boolean>> = {
  publication: true,
  retirement: true,
  visibility: true,
  withheld: false,
}

function isShown(item: Change, kind: ActKind | null): item is TopicAct {
  return IS_TOLD[item.change] && (kind === null || item.change === kind)
}

const IN_WORDS: Readonly<Record<ClosedLists['change'], (act: TopicAct) => string>> = {
  publication: ({ parent_hash }) => (parent_hash === null ? 'Published' : 'Revised'),
  retirement: ({ state }) => (state === null ? 'Retired' : RETIREMENTS[state]),
  visibility: ({ visibility }) =>
    visibility !== null && isPublic(visibility) ? 'Topic made public' : 'Topic made invited',
  withheld: () => '',
}

const RETIREMENTS: Readonly<Record<ClosedLists['retirementState'], string>> = {
  retired: 'Retired',
  active: 'Made active again',
}

/** What was done, in a word or two. */
export function actWords(act: TopicAct): string {
  return IN_WORDS[act.change](act)
}

/** What it was done to: the title of an article, or the topic. */
export function actTitle({ title, topic_id }: TopicAct): string {
  return title ?? topic_id
}

/** One of the kinds, as an address names it; null for all of them. */
export function actKindOf(value: unknown): ActKind | null {
  return typeof value === 'string' && Object.hasOwn(ACT_KINDS, value) ? (value as ActKind) : null
}
