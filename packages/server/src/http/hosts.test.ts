import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings } from '../config.ts'
import { isOwnHost } from './hosts.ts'

const settings = readSettings({
  COLOPHON_BASE_URL: 'https://press.example',
  COLOPHON_HOSTS: 'press.internal, colophon',
})

const HOSTS: [string, boolean][] = [
  ['press.example', true],
  ['press.example:443', true],
  ['press.example:8787', true],
  ['Press.Example.', true],
  ['press.internal:80', true],
  ['colophon', true],
  ['localhost:8787', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['203.0.113.9:8787', true],
  ['[::1]:8787', true],
  ['[fe80::1]', true],
  ['', false],
  ['evil.example', false],
  ['press.example.evil.example', false],
  ['evil-press.example', false],
  ['sub.press.example', false],
  ['localhost.evil.example', false],
  ['evil.localhost', false],
  ['127.0.0.1.evil.example', false],
  ['127.0.0.1.nip.io', false],
  ['0x7f.1', false],
  ['2130706433', false],
  ['[evil.example]', false],
  ['::1', false],
  ['press.example:', false],
  ['press.example:80:80', false],
  ['press.example@evil.example', false],
  ['press.example evil.example', false],
  ['press.example, evil.example', false],
  ['press.example..', false],
]
for (const [host, isOwn] of HOSTS)
  test(`${JSON.stringify(host)} ${isOwn ? 'is' : 'is not'} a host of the site`, () => {
    // Asked twice: the second time it is remembered.
    for (const time of ['first', 'second']) assert.equal(isOwnHost(settings, host), isOwn, time)
  })
