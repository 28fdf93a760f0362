import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * IPv4 that is not a public unicast address, after the IANA special-purpose registry; and one public address
 * that a cloud uses for its hosts' metadata.
 */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/**
 * IPv6 is the other way round: only global unicast is public, less what is carved out of it. So whatever
 * carries an IPv4 address in itself (mapped, compatible, NAT64), link-local, unique local and multicast
 * addresses are not.
 */
const GLOBAL_UNICAST = '2000::/3'
const NOT_PUBLIC_IPV6 = [
  // Protocol assignments: Teredo, benchmarking, ORCHID and others.
  '2001::/23',
  '2001:db8::/32',
  // 6to4, which carries an IPv4 address.
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]

const notPublic4 = subnets('ipv4', NOT_PUBLIC_IPV4)
const notPublic6 = subnets('ipv6', NOT_PUBLIC_IPV6)
const global6 = subnets('ipv6', [GLOBAL_UNICAST])

/** Is this the plain text of an address that anybody on the internet could reach? */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

function subnets(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/')
    list.addSubnet(net, Number(prefix), family)
  }
  return list
}
