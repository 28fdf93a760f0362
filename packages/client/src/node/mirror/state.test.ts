import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseState } from './state.ts'

const entry = { path: '/tools/saw', content_hash: 'a'.repeat(64), status: 'published' }
const ID = '00000000-0000-4000-8000-000000000001'
const topic = { seq: 3, act: 'b'.repeat(64), entries: { [ID]: entry } }
const state = {
  version: 1,
  press: 'https://press.example',
  public: { seq: 2, act: null },
  topics: { tools: topic },
}

test('what a run has written is read again', () => {
  assert.deepEqual(parseState(JSON.stringify(state)), state)
  assert.deepEqual(parseState(JSON.stringify({ ...state, public: null, topics: {} }))?.topics, {})
})

for (const [name, spoiled] of [
  ['another version', { ...state, version: 2 }],
  ['no press', { ...state, press: null }],
  ['a list of topics', { ...state, topics: [topic] }],
  ['a topic that is no slug', { ...state, topics: { '../up': topic } }],
  ['a number that is none', { ...state, public: { seq: 1.5, act: null } }],
  ['a number below 0', { ...state, topics: { tools: { ...topic, seq: -1 } } }],
  ['no entries', { ...state, topics: { tools: { ...topic, entries: null } } }],
  ['an entry that is none', { ...state, topics: { tools: { ...topic, entries: { saw: entry } } } }],
  ['a path of another topic', { ...state, topics: { toys: topic } }],
  [
    'a path upwards',
    { ...state, topics: { tools: { ...topic, entries: { [ID]: { ...entry, path: '/tools/../up' } } } } },
  ],
  [
    'a status that is none',
    { ...state, topics: { tools: { ...topic, entries: { [ID]: { ...entry, status: 'lost' } } } } },
  ],
  ['nothing', null],
] as const)
  test(`a state with ${name} is none`, () => {
    assert.equal(parseState(JSON.stringify(spoiled)), null)
  })

test('half of a state is none', () => {
  assert.equal(parseState(JSON.stringify(state).slice(0, 40)), null)
})
