import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownPath, signInAddress } from './sign-in-address.ts'

const BASE = 'https://press.example'

for (const [wanted, led] of [
  ['/console/tasks?topic=tools&claimable=true', '/console/tasks?topic=tools&claimable=true'],
  ['/read/tools/saws', '/read/tools/saws'],
  ['/console', '/console'],
  [null, '/console'],
  ['', '/console'],
  ['console', '/console'],
  ['//elsewhere.example', '/console'],
  ['/\\elsewhere.example', '/console'],
  ['\\\\elsewhere.example', '/console'],
  ['/\t/elsewhere.example', '/console'],
  ['/\n/elsewhere.example', '/console'],
  ['https://elsewhere.example', '/console'],
  ['https:elsewhere.example', '/console'],
  ['javascript:alert(1)', '/console'],
  ['/console\r\nSet-Cookie: a=b', '/console'],
  ['/console/ä', '/console'],
  ['/a/../..//elsewhere.example', '/a/../..//elsewhere.example'],
  ['/console/sign-in?next=/console/sign-in', '/console'],
  ['/console/sign-out', '/console'],
] as const)
  test(`${JSON.stringify(wanted)} leads to ${led}`, () => {
    assert.equal(ownPath(wanted, BASE), led)
    assert.equal(new URL(ownPath(wanted, BASE), BASE).origin, BASE)
  })

test('the sign-in page knows where to lead back to', () => {
  const address = signInAddress('/console/tasks?topic=tools&state=open')
  assert.equal(new URL(address, BASE).searchParams.get('next'), '/console/tasks?topic=tools&state=open')
})
