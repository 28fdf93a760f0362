import {
  type AnswerOf,
  type ClosedLists,
  isRetired,
  NOTICE_LIMITS,
  type Operations,
} from '@colophon/contract'
import { sha256Hex } from '../../core/hash.ts'

type NoticeView = AnswerOf<Operations['listNotices']>['items'][number]

/** A notice and its name, which it keeps for good, both in its key: notices are in the order of their keys. */
export interface DatedNotice {
  readonly name: string
  readonly key: string
  readonly notice: NoticeView
}

/** A revision that was reported on and is readable, and the entry that it is of. */
export interface FollowedRevision {
  readonly content_hash: string
  readonly entry_id: string
  readonly topic_id: string
  readonly path: string
  readonly title: string
  readonly head_hash: string
  readonly retirement_state: ClosedLists['retirementState']
  readonly superseded_at: string | null
  readonly superseded_by: string | null
}

/** A decision that withdrew a revision or took it back. */
interface Retirement {
  readonly content_hash: string
  readonly retirement_hash: string
  readonly state: ClosedLists['retirementState']
  readonly reason: string
  readonly replacement_hashes: string
  readonly decided_at: string
}

/** What the caller suggested of revisions, as it was decided with fixes. */
interface Fix {
  readonly suggestion_id: string
  readonly resolution_hash: string
  readonly related_hashes: readonly string[]
  readonly fixed_hashes: readonly string[]
  readonly reason: string
  readonly decided_at: string
}

/** What happened to the revisions that are followed. */
export interface Happenings {
  readonly revisions: readonly FollowedRevision[]
  readonly retirements: readonly Retirement[]
  /** Whatever challenges a revision now, with its time. */
  readonly challenges: readonly { readonly content_hash: string; readonly at: string }[]
  readonly fixes: readonly Fix[]
}

/** A report of use as it stands, or a suggestion, of one revision. */
interface Mention {
  readonly content_hash: string
  readonly at: string
  /** A report that was withdrawn does not count by itself. */
  readonly counts: boolean
}

/** The revisions that were reported on last, each with the time of its first report. */
export function followedOf(mentions: readonly Mention[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>()
  for (const { content_hash, at } of mentions) {
    const known = first.get(content_hash)
    if (known === undefined || at < known) first.set(content_hash, at)
  }
  const newest = mentions.filter(({ counts }) => counts).sort((one, other) => (one.at < other.at ? 1 : -1))
  const hashes = [...new Set(newest.map(({ content_hash }) => content_hash))].slice(
    0,
    NOTICE_LIMITS.revisions,
  )
  return new Map(hashes.map((hash) => [hash, first.get(hash) ?? '']))
}

/** Every notice in its order. What happened before the first report is dated by the report. */
export function noticesOf(followed: ReadonlyMap<string, string>, happened: Happenings): DatedNotice[] {
  const retirements = Map.groupBy(happened.retirements, ({ content_hash }) => content_hash)
  const challenges = Map.groupBy(happened.challenges, ({ content_hash }) => content_hash)
  return happened.revisions
    .flatMap((revision) => {
      const hash = revision.content_hash
      const events = happeningsTo(revision, {
        retirements: retirements.get(hash) ?? [],
        challenges: challenges.get(hash) ?? [],
        fixes: happened.fixes.filter(({ related_hashes }) => related_hashes.includes(hash)),
      })
      return events.map((event) => dated(revision, event, followed.get(hash) ?? ''))
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}

type Event = Pick<NoticeView, 'kind' | 'at'> &
  Partial<NoticeView> & {
    /** What it happened by. */
    readonly record: string
  }

/** The events of one revision, of what is about it. */
function happeningsTo(
  { superseded_at, superseded_by }: FollowedRevision,
  { retirements, challenges, fixes }: Omit<Happenings, 'revisions'>,
): Event[] {
  // However many challenge it: how many readers complained is for curators alone.
  const [challenged] = challenges.map(({ at }) => at).sort()
  return [
    ...retirements.filter(({ state }) => isRetired(state)).map(retiredBy),
    ...(superseded_at === null
      ? []
      : [{ kind: 'superseded' as const, at: superseded_at, record: superseded_by ?? '' }]),
    ...(challenged === undefined ? [] : [{ kind: 'challenged' as const, at: challenged, record: '' }]),
    ...fixes.map(fixedBy),
  ]
}

function retiredBy({ retirement_hash, reason, replacement_hashes, decided_at }: Retirement): Event {
  return {
    kind: 'retired',
    at: decided_at,
    record: retirement_hash,
    reason,
    retirement_hash,
    replacement_hashes: JSON.parse(replacement_hashes) as string[],
  }
}

function fixedBy({ suggestion_id, resolution_hash, fixed_hashes, reason, decided_at }: Fix): Event {
  return {
    kind: 'fixed',
    at: decided_at,
    record: resolution_hash,
    reason,
    suggestion_id,
    fixed_hashes: [...fixed_hashes],
  }
}

const NAME_CHARACTERS = 10

function dated(revision: FollowedRevision, { record, ...event }: Event, since: string): DatedNotice {
  const { content_hash, entry_id, topic_id, path, title, head_hash, retirement_state } = revision
  const at = event.at > since ? event.at : since
  const name = sha256Hex(`${at} ${event.kind} ${content_hash} ${record}`).slice(0, NAME_CHARACTERS)
  const notice = {
    reason: null,
    retirement_hash: null,
    replacement_hashes: [],
    suggestion_id: null,
    fixed_hashes: [],
    ...event,
    at,
    content_hash,
    entry_id,
    topic_id,
    path,
    title,
    head_hash,
    retirement_state,
  }
  return { name, key: `${at} ${name}`, notice }
}

/** Everything up to the floor was given, and above it what is named. */
export type NoticePosition = readonly [floor: string, given: string]

const NOWHERE: NoticePosition = ['', '']

/**
 * The next notices, how many wait, and where to go on. Acts may be committed after others of a later time: a position
 * stays some seconds behind the newest notice, and names those that were given above it.
 */
export function nextNotices(
  all: readonly DatedNotice[],
  after: NoticePosition | null,
  limit: number,
): { page: readonly DatedNotice[]; hasMore: boolean; position: NoticePosition } {
  const [floor, given] = after ?? NOWHERE
  const named = new Set(given.split(' '))
  const above = all.filter(({ key }) => key > floor)
  const waiting = above.filter(({ name }) => !named.has(name))
  const page = waiting.slice(0, limit)
  const hasMore = waiting.length > limit
  const last = page.at(-1)
  if (last === undefined) return { page, hasMore, position: after ?? NOWHERE }
  const done = above.filter((notice) => named.has(notice.name) || page.includes(notice))
  const newest = done.at(-1) ?? last
  const late = new Date(Date.parse(newest.notice.at) - NOTICE_LIMITS.lateSeconds * 1000).toISOString()
  const kept = done.filter(({ key }) => key > late).slice(-NOTICE_LIMITS.given)
  const below = done.at(-kept.length - 1)?.key ?? ''
  const highest = [floor, late, below].sort().at(-1) ?? floor
  return { page, hasMore, position: [highest, kept.map(({ name }) => name).join(' ')] }
}
