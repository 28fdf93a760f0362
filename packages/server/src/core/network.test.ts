import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientAddress, httpAddress, networkOf, normalAddress, parseProxyTrust } from './network.ts'

function client(setting: string, address: string, forwardedFor: string | null): string | null {
  const trust = parseProxyTrust(setting)
  assert.ok(trust)
  return clientAddress(trust, { address, forwardedFor })
}

for (const [text, normal] of [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:C000:0207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['192.0.2.7:1234', '192.0.2.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', null],
  ['', null],
  ['192.0.2', null],
  ['192.0.2.256', null],
  ['0300.0.2.7', null],
] as const)
  test(`the address ${text || '(nothing)'} is read as ${normal}`, () => {
    assert.equal(normalAddress(text), normal)
  })

for (const [address, network] of [
  ['192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:7:1::1', '2001:db8:7::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['1:2:3:4:5:6:7:8', '1:2:3::/48'],
] as const)
  test(`${address} is of the network ${network}`, () => {
    assert.equal(networkOf(address), network)
  })

test('nobody is believed unless it is said who', () => {
  for (const setting of ['', 'off', '0']) assert.equal(client(setting, '10.0.0.1', '192.0.2.7'), '10.0.0.1')
})

test('hops count from the right, and a shorter chain is not believed', () => {
  assert.equal(client('1', '10.0.0.1', '192.0.2.1, 192.0.2.2'), '192.0.2.2')
  assert.equal(client('2', '10.0.0.1', '192.0.2.1, 192.0.2.2'), '192.0.2.1')
  assert.equal(client('3', '10.0.0.1', '192.0.2.1, 192.0.2.2'), '10.0.0.1')
  assert.equal(client('1', '10.0.0.1', 'nonsense'), '10.0.0.1')
  assert.equal(client('1', '10.0.0.1', null), '10.0.0.1')
})

test('addresses are followed from the socket as long as they are trusted', () => {
  const setting = '10.0.0.0/8, 2001:db8:f::/48, ::ffff:172.16.0.1'
  assert.equal(client(setting, '10.0.0.1', '192.0.2.1, 192.0.2.2'), '192.0.2.2')
  assert.equal(client(setting, '::ffff:10.0.0.1', '192.0.2.1, 10.9.9.9'), '192.0.2.1')
  assert.equal(client(setting, '2001:db8:f::2', '192.0.2.1, 172.16.0.1, 10.2.2.2'), '192.0.2.1')
  assert.equal(client(setting, '192.0.2.9', '192.0.2.1'), '192.0.2.9')
  assert.equal(client(setting, '10.0.0.1', '192.0.2.1, _hidden, 10.0.0.2'), '10.0.0.2')
  assert.equal(client(setting, '10.0.0.1', '10.0.0.3, 10.0.0.2'), '10.0.0.3')
  assert.equal(client(setting, '', null), null)
})

test('a setting that is none of these is refused', () => {
  for (const setting of [
    'proxy',
    '10.0.0.0/33',
    '10.0.0.0/',
    '::ffff:10.0.0.0/104',
    '-1',
    '1.5',
    '99',
    ',',
    '10.0.0.1,',
  ])
    assert.equal(parseProxyTrust(setting), null, setting)
})

test('the address of a server can be opened, whatever it listens on', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost'])
    assert.equal(new URL(httpAddress(host, 8787)).host, `${host.includes(':') ? `[${host}]` : host}:8787`)
})
