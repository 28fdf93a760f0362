import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isPublicAddress } from './public-address.ts'

const NOT_PUBLIC = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%eth0',
  'fec0::1',
  'ff02::1',
  '4000::1',
]

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '223.255.255.255',
  '2001:200::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001::200e',
]

const NO_ADDRESS = [
  '',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '[2606:4700::1]',
  '8.8.8.8 ',
]

test('addresses that are not public are refused', () => {
  for (const address of NOT_PUBLIC) assert.equal(isPublicAddress(address), false, address)
})

test('public addresses are accepted', () => {
  for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address)
})

test('what is no plain address is refused', () => {
  for (const text of NO_ADDRESS) assert.equal(isPublicAddress(text), false, text)
})

test('no IPv6 address that carries an IPv4 address is public', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const hex = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
      const tail = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`
      for (const text of [`::ffff:${address}`, `::${address}`, `64:ff9b::${address}`, `2002:${tail}::1`])
        assert.equal(isPublicAddress(text), false, text)
    }),
  )
})
