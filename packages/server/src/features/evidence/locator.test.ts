import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocatorRefused, parseLocator } from './locator.ts'

/** Refused whatever the operator allows. */
const NEVER = [
  'ftp://example.org/file',
  'file:///etc/passwd',
  'gopher://example.org/',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'blob:https://example.org/1',
  '//example.org/',
  '/relative',
  'example.org',
  'http:example.org',
  'http:/example.org',
  'http://',
  'http:///',
  'https://user@example.org/',
  'https://user:secret@example.org/',
  'https://:secret@example.org/',
  'https://example.org\\@169.254.169.254/',
  'https://exam ple.org/',
  'https://example.org/a b',
  'https://example.org/\t',
  ' https://example.org/',
  'https://example.org/\n',
  'https://exämple.org/',
  'https://example。org/',
  'http://１２７.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://0/',
  'http://127.0.0.1./',
  'http://%31%32%37.0.0.1/',
  'http://999.1.1.1/',
  'http://[::1/',
  'http://[fe80::1%25eth0]/',
  'http://[fe80::1%eth0]/',
  'http://example.org:99999/',
  `https://example.org/${'a'.repeat(2000)}`,
]

const NOT_IN_PUBLIC = [
  'http://example.org:22/',
  'http://example.org:8080/',
  'https://example.org:8443/',
  'http://example.org:6379/',
]

const FINE = [
  'http://example.org',
  'https://example.org/a/b?c=d&e=%20',
  'HTTPS://EXAMPLE.ORG/',
  'https://example.org:443/',
  'http://example.org:80/',
  'https://example.org:80/',
  'http://8.8.8.8/',
  'http://8.8.8.8:80/x',
  'http://[2606:4700::1111]/',
]

test('what is no plain http or https address is refused', () => {
  for (const text of NEVER)
    for (const reach of ['public', 'any'] as const)
      assert.throws(() => parseLocator(text, reach), LocatorRefused, text)
})

test('other ports than 80 and 443 are for operators who allow any', () => {
  for (const text of NOT_IN_PUBLIC) {
    assert.throws(() => parseLocator(text, 'public'), LocatorRefused, text)
    assert.ok(parseLocator(text, 'any'))
  }
})

test('plain addresses are accepted', () => {
  for (const text of FINE) assert.ok(parseLocator(text, 'public'), text)
})

test('a redirect is read beside its own page, and held to the same rules', () => {
  const base = new URL('https://example.org/a/b')
  assert.equal(parseLocator('../c', 'public', base).href, 'https://example.org/c')
  assert.equal(parseLocator('//other.example/x#part', 'public', base).href, 'https://other.example/x')
  for (const text of [
    '//127.1/',
    'http://0x7f.1/',
    '//user@example.org/',
    'ftp://example.org/',
    '\\\\evil.example',
  ])
    assert.throws(() => parseLocator(text, 'public', base), LocatorRefused, text)
})
