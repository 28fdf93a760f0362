import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ChangeItem,
  changedEntry,
  isPathIn,
  type MirroredEntry,
  MirrorRefused,
  placeOf,
} from './entries.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const [HEAD, FORMER] = ['a'.repeat(64), 'b'.repeat(64)]

const NOTHING = {
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  topic_id: 'tools',
  entry_id: ID,
  path: null,
  title: null,
  content_hash: HEAD,
  parent_hash: null,
  publication_hash: null,
  mode: null,
  retirement_hash: null,
  state: null,
  visibility: null,
}
const published: ChangeItem = { ...NOTHING, change: 'publication', path: '/tools/saw' }
const decided = (state: 'retired' | 'active', content_hash = HEAD): ChangeItem => ({
  ...NOTHING,
  change: 'retirement',
  state,
  content_hash,
})
const entry = (status: MirroredEntry['status'], content_hash = HEAD): MirroredEntry => ({
  path: '/tools/saw',
  content_hash,
  status,
})

for (const [name, before, change, after] of [
  ['a publication lists a new entry', undefined, published, entry('published')],
  ['a publication lists a retired entry again', entry('retired', FORMER), published, entry('published')],
  ['a retired head leaves', entry('published'), decided('retired'), entry('retired')],
  ['a reactivated head stays away', entry('retired'), decided('active'), entry('unlisted')],
  ['a former revision changes nothing', entry('published'), decided('retired', FORMER), null],
  ['a revision of nothing that is known changes nothing', undefined, decided('retired'), null],
  ['visibility changes no entry', undefined, { ...NOTHING, change: 'visibility' }, null],
] as const)
  test(name, () => {
    const changed = changedEntry(() => before, change)
    assert.deepEqual(changed, after === null ? null : { id: ID, entry: after })
  })

for (const [name, change] of [
  ['without an entry', { ...published, entry_id: null }],
  ['of an entry that is none', { ...published, entry_id: '__proto__' }],
  ['of a text that has no hash', { ...published, content_hash: '../saw' }],
  ['without a path', { ...published, path: null }],
  ['of another topic', { ...published, path: '/toys/saw' }],
  ['of a topic with the same beginning', { ...published, path: '/toolshed/saw' }],
  ['with steps upwards', { ...published, path: '/tools/../saw' }],
  ['with a path that is too long', { ...published, path: `/tools/${'a'.repeat(200)}` }],
  ['of a kind that is not known', { ...published, change: 'withheld' }],
] as const)
  test(`an act ${name} is refused`, () => {
    assert.throws(() => changedEntry(() => undefined, change), MirrorRefused)
  })

test('a path is in a topic by its whole first segment', () => {
  assert.ok(isPathIn('/tools/saw/teeth', 'tools'))
  for (const path of [
    '/tools',
    '/tools/',
    'tools/saw',
    '/tools//saw',
    '/tools/.saw',
    '/tools/saw\0',
    '/tools/a\\b',
  ])
    assert.ok(!isPathIn(path, 'tools'), path)
})

test('no two paths share a place, and none is below the text of another', () => {
  const paths = ['/a/b', '/a/b.md', '/a/b.md/c', '/a/b.md.md', '/a/b.md.md/c', '/a/b/c', '/a/b.md/c.md']
  const places = paths.map(placeOf)
  assert.equal(new Set(places).size, paths.length)
  for (const place of places)
    for (const other of places) assert.ok(!other.startsWith(`${place}/`), `${other} ${place}`)
})
