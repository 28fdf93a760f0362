import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings, unreadVariables, VARIABLES } from './config.ts'
import { SettingRefused } from './runtime/settings.ts'

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
  { COLOPHON_HOSTS: 'press.example:8787' },
  { COLOPHON_HOSTS: 'http://press.example' },
  { COLOPHON_METRICS: 'private' },
  { COLOPHON_SEARCH: 'redis' },
  { COLOPHON_SEARCH: 'postgres' },
  { COLOPHON_SEARCH: 'postgres', COLOPHON_DATABASE_URL: 'sqlite:./here.db' },
  { COLOPHON_METRICS: '127.0.0.1:99999' },
  { COLOPHON_BASE_URL: 'press.example' },
  { COLOPHON_BASE_URL: 'ftp://press.example' },
  { COLOPHON_BASE_URL: 'https://press.example/path' },
  { COLOPHON_BASE_URL: 'https://press.example?' },
  { COLOPHON_BASE_URL: 'https://press.example/#' },
  { COLOPHON_BASE_URL: 'https://me:secret@press.example' },
  { COLOPHON_CONTENT_LICENSE: 'CC BY 4.0' },
  { COLOPHON_CONTENT_LICENSE: 'javascript:alert(1)' },
  { COLOPHON_CONTENT_LICENSE: 'https://me:secret@press.example/' },
  { COLOPHON_CONTACT: 'somebody' },
  { COLOPHON_CONTACT: 'http://press.example/contact' },
  { COLOPHON_CONTACT: 'a@b.example\nCanonical: https://evil.example' },
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

const METRICS: [string, object][] = [
  ['loopback', { access: 'loopback', address: null }],
  ['off', { access: 'off', address: null }],
  ['127.0.0.1:9464', { access: 'off', address: { host: '127.0.0.1', port: 9464 } }],
  ['[::1]:9464', { access: 'off', address: { host: '::1', port: 9464 } }],
]
for (const [value, metrics] of METRICS)
  test(`COLOPHON_METRICS=${value} is read`, () => {
    assert.deepEqual(readSettings({ COLOPHON_METRICS: value }).metrics, { ...metrics, token: null })
  })

const LICENSES: [string, object][] = [
  ['CC-BY-4.0', { name: 'CC-BY-4.0', url: 'https://spdx.org/licenses/CC-BY-4.0.html' }],
  ['https://press.example/a>b', { name: 'https://press.example/a%3Eb', url: 'https://press.example/a%3Eb' }],
]
for (const [value, license] of LICENSES)
  test(`the content licence ${value} has a name and an address`, () => {
    assert.deepEqual(readSettings({ COLOPHON_CONTENT_LICENSE: value }).contentLicense, license)
  })

for (const [value, contact] of [
  ['press@example.org', 'mailto:press@example.org'],
  ['mailto:press@example.org', 'mailto:press@example.org'],
  ['https://press.example/contact', 'https://press.example/contact'],
] as const)
  test(`the contact ${value} is an address`, () => {
    assert.equal(readSettings({ COLOPHON_CONTACT: value }).contact, contact)
  })

test('a metrics token that is refused is not shown', () => {
  const refused = () => readSettings({ COLOPHON_METRICS_TOKEN: 'two words' })
  assert.throws(
    refused,
    (error: Error) => error instanceof SettingRefused && !error.message.includes('two words'),
  )
})
