import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLinkAddress, linkTarget } from './link-target.ts'

const FROM = '/tools/saws/hand-saw'
const HASH = 'a'.repeat(64)

for (const [address, href, isOutside] of [
  ['https://press.example/a?b=c#d', 'https://press.example/a?b=c#d', true],
  ['HTTP://Press.Example', 'http://press.example/', true],
  ['//press.example/a', 'https://press.example/a', true],
  ['/\\press.example/a', 'https://press.example/a', true],
  ['mailto:ada@press.example', 'mailto:ada@press.example', true],
  [`/objects/${HASH}`, `/revisions/${HASH}`, false],
  [`/revisions/${HASH}`, `/revisions/${HASH}`, false],
  ['#the-rule', '#at-the-rule', false],
  ['/tools/hammer', '/read/tools/hammer', false],
  ['/tools/hammer#weight', '/read/tools/hammer#at-weight', false],
  ['./frame-saw.md', '/read/tools/saws/frame-saw', false],
  ['../hammer', '/read/tools/hammer', false],
  ['../../../../tools/hammer', '/read/tools/hammer', false],
  ['/topics/tools', '/topics/tools', false],
  ['/read/tools/hammer', '/read/tools/hammer', false],
  ['/search?q=saw', '/search?q=saw', false],
  // What is no page of the reading room is taken for an entry's path.
  ['/console/tokens', '/read/console/tokens', false],
  ['/api/v1/session/end', '/read/api/v1/session/end', false],
] as const)
  test(`${address} leads to ${href}`, () => {
    assert.deepEqual(linkTarget(address, FROM), { href, isOutside })
  })

for (const address of [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\tjavascript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://press.example/x',
  'ftp://press.example',
  'view-source:https://press.example',
  `/objects/${HASH.toUpperCase()}`,
  'https://',
  'http://[',
])
  test(`${JSON.stringify(address)} leads nowhere`, () => {
    assert.equal(linkTarget(address, FROM), null)
  })

for (const address of ['LICENSE', './docs/API.md', '../README.md#use', '/LICENSE.md', 'a%20file.txt'])
  test(`${address} makes a link, which leads nowhere unless it is a page`, () => {
    assert.equal(isLinkAddress(address), true)
  })

for (const address of [
  'javascript:alert(1)',
  '\tjavascript:alert(1)',
  'data:text/html,x',
  'file:///a',
  'ftp://a.example',
])
  test(`${JSON.stringify(address)} makes no link`, () => {
    assert.equal(isLinkAddress(address), false)
  })
