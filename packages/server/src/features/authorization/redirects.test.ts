import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRedirectOf, isSameRedirect, withAnswer } from './redirects.ts'

const CLIENT = 'https://claude.example/oauth/client.json'

for (const [uri, isTaken] of [
  ['https://claude.example/callback', true],
  ['https://claude.example:443/callback', true],
  ['http://127.0.0.1/callback', true],
  ['http://localhost:3118/callback', true],
  ['http://[::1]:3118/callback', true],
  ['https://claude.example:8443/callback', false],
  ['http://claude.example/callback', false],
  ['https://www.claude.example/callback', false],
  ['https://claude.example.evil.example/callback', false],
  ['https://claude.example@evil.example/callback', false],
  ['https://evil.example\\@claude.example/callback', false],
  ['https://claude.example/callback#x', false],
  ['https://claude.example/call back', false],
  ['https://cl\u0430ude.example/callback', false],
  ['//claude.example/callback', false],
  ['/callback', false],
  ['claude://callback', false],
  ['javascript:alert(1)', false],
  ['http://0.0.0.0/callback', false],
  ['http://localhost.evil.example/callback', false],
  ['https://localhost/callback', false],
] as const)
  test(`a client ${isTaken ? 'may' : 'may not'} have codes sent to ${uri}`, () => {
    assert.equal(isRedirectOf(CLIENT, uri), isTaken)
  })

for (const [registered, asked, isSame] of [
  ['https://a.example/cb', 'https://a.example/cb', true],
  ['https://a.example/cb', 'https://a.example:8443/cb', false],
  ['https://a.example/cb', 'https://a.example/cb/', false],
  ['https://a.example/cb', 'https://A.example/cb', false],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:5000/cb', true],
  ['http://127.0.0.1:1/cb', 'http://127.0.0.1:5000/cb', true],
  ['http://[::1]/cb', 'http://[::1]:5000/cb', true],
  ['http://localhost/cb', 'http://localhost:5000/cb', true],
  ['http://127.0.0.1/cb', 'http://localhost:5000/cb', false],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:5000/other', false],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:5000/cb?x', false],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:5000@evil.example/cb', false],
] as const)
  test(`${registered} and ${asked} are ${isSame ? 'one redirect' : 'two redirects'}`, () => {
    assert.equal(isSameRedirect(registered, asked), isSame)
  })

test('an answer goes behind the query that is there', () => {
  assert.equal(withAnswer('https://a.example/cb', { code: 'x', state: null }), 'https://a.example/cb?code=x')
  assert.equal(withAnswer('https://a.example/cb?y=1', { code: 'x&z' }), 'https://a.example/cb?y=1&code=x%26z')
})
