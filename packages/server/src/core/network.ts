import { BlockList, isIP } from 'node:net'
import { NETWORK_PREFIX } from '@colophon/contract'

/** Whose word is taken for where a request comes from. */
export type ProxyTrust =
  | { readonly kind: 'nobody' }
  /** The n-th address from the right of what the proxies forwarded. */
  | { readonly kind: 'hops'; readonly count: number }
  | { readonly kind: 'addresses'; readonly list: BlockList }

const MOST_HOPS = 20

/** Reads `COLOPHON_TRUST_PROXY`: off, a number of hops, or addresses and CIDR blocks; null for anything else. */
export function parseProxyTrust(text: string): ProxyTrust | null {
  const setting = text.trim()
  if (setting === '' || setting === 'off' || setting === '0') return { kind: 'nobody' }
  if (/^\d+$/.test(setting))
    return Number(setting) <= MOST_HOPS ? { kind: 'hops', count: Number(setting) } : null
  const list = new BlockList()
  for (const part of setting.split(',')) if (!addBlock(list, part.trim())) return null
  return { kind: 'addresses', list }
}

function addBlock(list: BlockList, text: string): boolean {
  const [, host = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const address = normalAddress(host)
  if (address === null || (bits !== undefined && isMapped(host))) return false
  const longest = familyOf(address) === 'ipv4' ? 32 : 128
  const prefix = bits === undefined ? longest : Number(bits)
  if (prefix > longest) return false
  list.addSubnet(address, prefix, familyOf(address))
  return true
}

interface Arrived {
  /** Of the socket. */
  address: string
  /** `X-Forwarded-For` as sent; null without one. */
  forwardedFor: string | null
}

/**
 * The client's address. Forwarded addresses are believed only as far as the trusted proxies vouch for them:
 * what a client wrote into the header itself stands further left and is never reached.
 */
export function clientAddress(trust: ProxyTrust, arrived: Arrived): string | null {
  const socket = normalAddress(arrived.address)
  if (trust.kind === 'nobody' || arrived.forwardedFor === null) return socket
  const forwarded = arrived.forwardedFor.split(',').reverse()
  if (trust.kind === 'hops') return normalAddress(forwarded[trust.count - 1] ?? '') ?? socket
  let client = socket
  for (const text of forwarded) {
    if (client === null || !trust.list.check(client, familyOf(client))) break
    const next = normalAddress(text)
    if (next === null) break
    client = next
  }
  return client
}

/** The network that counts as one client: an IPv4 /24, an IPv6 /48. */
export function networkOf(address: string): string {
  if (familyOf(address) === 'ipv4')
    return `${address
      .split('.')
      .slice(0, NETWORK_PREFIX.ipv4Bits / 8)
      .join('.')}.0/${NETWORK_PREFIX.ipv4Bits}`
  const groups = ipv6Groups(address).slice(0, NETWORK_PREFIX.ipv6Bits / 16)
  return `${groups.join(':')}::/${NETWORK_PREFIX.ipv6Bits}`
}

const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

/**
 * One spelling for each address, an IPv4-mapped one as IPv4; null for what is none. A port, brackets and a
 * zone are left off: proxies write them.
 */
export function normalAddress(text: string): string | null {
  const bare = withoutPort(text.trim())
  if (isIP(bare) === 4) return bare
  if (isIP(bare) !== 6) return null
  const spelled = URL.parse(`http://[${bare.split('%')[0]}]`)?.hostname.slice(1, -1) ?? null
  const [, high, low] = (spelled && MAPPED.exec(spelled)) ?? []
  if (high === undefined || low === undefined) return spelled
  return [high, low].flatMap(bytesOf).join('.')
}

function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 0xff]
}

function isMapped(text: string): boolean {
  return text.includes(':') && familyOf(normalAddress(text) ?? '') === 'ipv4'
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4'
}

/** The eight groups of an address in its normal form. */
function ipv6Groups(address: string): string[] {
  const [left = '', right] = address.split('::')
  const first = left === '' ? [] : left.split(':')
  if (right === undefined) return first
  const last = right === '' ? [] : right.split(':')
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
}

/** Where a server listens, as an address that can be opened: an IPv6 literal stands in brackets. */
export function httpAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
