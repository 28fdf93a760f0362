import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_LOCK, formatLock, LockRefused, type Pin, parseLock, withPins } from './lock.ts'

const PRESS = 'https://press.example'
const KEY = 'press.example/log+e1da9be6+AQoJCAcGBQQDAgEACQgHBgUEAwIBAAkIBwYFBAMCAQAJ'

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

function pin(number: number, more: Partial<Pin> = {}): Pin {
  const hash = String(number % 10).repeat(64)
  return { kind: 'article', press: PRESS, path: `/tools/n${number}`, entry: uuid(number), hash, ...more }
}

test('a lock is the same bytes in whatever order its pins were made, and is read as it was written', () => {
  const pins = [3, 1, 2].map((number) => pin(number))
  const one = withPins(EMPTY_LOCK, pins, {})
  const other = [...pins].reverse().reduce((lock, one) => withPins(lock, [one], {}), EMPTY_LOCK)
  assert.equal(formatLock(one), formatLock(other))
  assert.equal(formatLock(parseLock(formatLock(one))), formatLock(one))
  assert.deepEqual(
    parseLock(`${formatLock(one)}\n`).pins.map(({ path }) => path),
    ['/tools/n1', '/tools/n2', '/tools/n3'],
  )
})

test('an entry is pinned once by each kind, and a kind that is not known is kept with all that it has', () => {
  const skill = pin(1, { kind: 'skill', folder: 'skills/n1', files: [{ name: 'SKILL.md' }] })
  const lock = withPins(withPins(EMPTY_LOCK, [pin(1), skill], {}), [pin(1, { hash: 'b'.repeat(64) })], {})
  assert.deepEqual(
    parseLock(formatLock(lock)).pins.map(({ kind, hash }) => [kind, hash[0]]),
    [
      ['article', 'b'],
      ['skill', '1'],
    ],
  )
  assert.deepEqual(parseLock(formatLock(lock)).pins[1], skill)
})

test('what was seen of a log is kept as long as something of its press is pinned', () => {
  const key = /\S+/.exec(KEY)?.[0] ?? ''
  const logs = { [PRESS]: { checkpoint: 'x', key }, 'https://other.example': { checkpoint: 'y', key } }
  const text = formatLock(withPins(EMPTY_LOCK, [pin(1)], logs))
  assert.deepEqual(Object.keys(JSON.parse(text).logs), [PRESS])
})

const GOOD = JSON.parse(formatLock(withPins(EMPTY_LOCK, [pin(1), pin(2)], {})))
const changed = (change: object) => JSON.stringify({ ...GOOD, ...change })
const withPin = (change: object) => changed({ pins: [{ ...GOOD.pins[0], ...change }] })

for (const [name, text] of [
  ['no JSON', '{'],
  ['an array', '[]'],
  ['of a later version', changed({ version: 2 })],
  ['without pins', changed({ pins: null })],
  ['with a pin twice', changed({ pins: [GOOD.pins[0], GOOD.pins[0]] })],
  ['with a press that is no origin', withPin({ press: `${PRESS}/below` })],
  ['with a press of another kind', withPin({ press: 'file:///etc' })],
  ['with a path that is none', withPin({ path: '/tools/../etc' })],
  ['with a hash that is none', withPin({ hash: 'a' })],
  ['with an entry that is none', withPin({ entry: '__proto__' })],
  ['with a kind that is none', withPin({ kind: 'Article' })],
  ['with a log without a key', changed({ logs: { [PRESS]: { checkpoint: 'x' } } })],
  ['with a log of what is no press', changed({ logs: { __proto__x: { checkpoint: 'x', key: 'y' } } })],
] as const)
  test(`a lock ${name} is refused`, () => {
    assert.throws(() => parseLock(text), LockRefused)
  })
