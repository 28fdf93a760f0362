import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTICE_LIMITS } from '@colophon/contract'
import {
  type DatedNotice,
  type FollowedRevision,
  followedOf,
  type Happenings,
  type NoticePosition,
  nextNotices,
  noticesOf,
} from './rules.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000).toISOString()

function revision(hash: string, more: Partial<FollowedRevision> = {}): FollowedRevision {
  return {
    content_hash: hash,
    entry_id: 'entry',
    topic_id: 'tools',
    path: '/tools/saw',
    title: 'Saws',
    head_hash: hash,
    retirement_state: 'active',
    superseded_at: null,
    superseded_by: null,
    ...more,
  }
}

const NOTHING: Happenings = { revisions: [], retirements: [], challenges: [], fixes: [] }

test('who withdrew every report of a revision does not follow it, and the first report counts', () => {
  const followed = followedOf([
    { content_hash: 'a', at: at(3), counts: true },
    { content_hash: 'a', at: at(1), counts: false },
    { content_hash: 'b', at: at(2), counts: false },
  ])
  assert.deepEqual([...followed], [['a', at(1)]])
})

test('the revisions that were reported last are followed, and no more than the limit', () => {
  const mentions = Array.from({ length: NOTICE_LIMITS.revisions + 5 }, (_, place) => ({
    content_hash: `${place}`,
    at: at(place),
    counts: true,
  }))
  const followed = followedOf(mentions)
  assert.equal(followed.size, NOTICE_LIMITS.revisions)
  assert.equal(followed.has('4'), false)
  assert.equal(followed.has('5'), true)
})

test('each thing that happened is a notice, one for however many challenges, in the order of time', () => {
  const retirement = {
    content_hash: 'a',
    retirement_hash: 'r1',
    state: 'retired' as const,
    reason: 'wrong',
    replacement_hashes: '["b"]',
    decided_at: at(5),
  }
  const fix = { suggestion_id: 's', resolution_hash: 'x', related_hashes: ['a'], fixed_hashes: ['b'] }
  const notices = noticesOf(new Map([['a', at(2)]]), {
    revisions: [revision('a', { superseded_at: at(1), superseded_by: 'p' })],
    retirements: [retirement, { ...retirement, retirement_hash: 'r2', state: 'active', decided_at: at(6) }],
    challenges: [
      { content_hash: 'a', at: at(9) },
      { content_hash: 'a', at: at(8) },
    ],
    fixes: [{ ...fix, reason: 'corrected', decided_at: at(7) }],
  }).map(({ notice }) => notice)
  assert.deepEqual(
    notices.map(({ kind, at: when }) => [kind, when]),
    [
      ['superseded', at(2)],
      ['retired', at(5)],
      ['fixed', at(7)],
      ['challenged', at(8)],
    ],
  )
  const [, retired, fixed] = notices
  assert.partialDeepStrictEqual(retired, { reason: 'wrong', replacement_hashes: ['b'], suggestion_id: null })
  assert.partialDeepStrictEqual(fixed, { fixed_hashes: ['b'], suggestion_id: 's', retirement_hash: null })
})

function superseded(times: readonly number[]): DatedNotice[] {
  const revisions = times.map((time, place) => revision(`${place}`, { superseded_at: at(time) }))
  return noticesOf(new Map(), { ...NOTHING, revisions })
}

/** Follows notices to their end, and answers what was given. */
function walk(all: readonly DatedNotice[], after: NoticePosition | null, limit: number) {
  const given: string[] = []
  for (let position = after; ; ) {
    const next = nextNotices(all, position, limit)
    given.push(...next.page.map(({ notice }) => notice.content_hash))
    position = next.position
    if (!next.hasMore) return { given, position }
  }
}

for (const limit of [1, 7, 100])
  test(`each notice is given once, by ${limit}, also one that is committed after a later one`, () => {
    const all = superseded([...Array(300).keys()].map((place) => (place < 250 ? 100 : place)))
    const lateOnes = new Set(['3', '120', '260', '299'])
    const first = walk(
      all.filter(({ notice }) => !lateOnes.has(notice.content_hash)),
      null,
      limit,
    )
    assert.equal(new Set(first.given).size, 296)
    assert.equal(first.given.length, 296)
    const second = walk(all, first.position, limit)
    // As late as a cursor waits: 260 and 299 are of the last minute.
    assert.deepEqual(second.given, ['260', '299'])
    assert.deepEqual(walk(all, second.position, limit).given, [])
  })

test('a position has room in a cursor', () => {
  const { position } = nextNotices(superseded(Array(500).fill(1)), null, 400)
  assert.ok(JSON.stringify(position).length < 1300)
})
