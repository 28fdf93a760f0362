import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings, SettingRefused, unreadVariables, VARIABLES } from './config.ts'

const ORIGINS: [Record<string, string>, string][] = [
  [{}, 'http://127.0.0.1:8787'],
  [{ COLOPHON_PORT: '80' }, 'http://127.0.0.1'],
  [{ COLOPHON_HOST: '::1' }, 'http://[::1]:8787'],
  [{ COLOPHON_HOST: 'press.example', COLOPHON_PORT: '9000' }, 'http://press.example:9000'],
  [{ COLOPHON_BASE_URL: 'https://press.example/' }, 'https://press.example'],
  [{ COLOPHON_BASE_URL: 'https://Press.Example:443' }, 'https://press.example'],
]
for (const [environment, origin] of ORIGINS)
  test(`${JSON.stringify(environment)} is the site ${origin}`, () => {
    assert.equal(readSettings(environment).baseUrl, origin)
  })

const REFUSED: Record<string, string>[] = [
  { COLOPHON_HOST: '999.1.1.1' },
  { COLOPHON_HOST: 'press.example/here' },
  { COLOPHON_HOST: 'two words' },
  { COLOPHON_BASE_URL: 'press.example' },
  { COLOPHON_BASE_URL: 'ftp://press.example' },
  { COLOPHON_BASE_URL: 'https://press.example/path' },
  { COLOPHON_BASE_URL: 'https://press.example?' },
  { COLOPHON_BASE_URL: 'https://press.example/#' },
  { COLOPHON_BASE_URL: 'https://me:secret@press.example' },
]
for (const environment of REFUSED)
  test(`${JSON.stringify(environment)} is refused by its own name`, () => {
    const [name = ''] = Object.keys(environment)
    assert.throws(
      () => readSettings(environment),
      (error: Error) => error instanceof SettingRefused && error.message.startsWith(`${name} is `),
    )
  })

test('a variable that no press reads is found, and none that something reads', () => {
  const read = VARIABLES.map(({ name }) => [name, '1'])
  const elsewhere = { COLOPHON_URL: '1', COLOPHON_TOKEN: '1', COLOPHON_TEST_ALL: '1', PATH: '/bin' }
  assert.deepEqual(unreadVariables({ ...Object.fromEntries(read), ...elsewhere }), [])
  assert.deepEqual(unreadVariables({ COLOPHON_PROT: '1', COLOPHON_LIMIT_SIGNAL_PER_DAY: '5' }), [
    'COLOPHON_LIMIT_SIGNAL_PER_DAY',
    'COLOPHON_PROT',
  ])
})
