import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { sha256Hex } from '../core/hash.ts'
import type { MetricsSettings, Settings } from '../runtime/settings.ts'
import { hostNameOf } from './hosts.ts'

/** Whether whoever sent this may read metrics on the site's own address. */
export function mayReadMetrics(settings: Settings, message: IncomingMessage): boolean {
  const { access, token } = settings.metrics
  return token !== null && access !== 'off' ? hasToken(message, token) : MAY_READ[access](settings, message)
}

const MAY_READ: Readonly<Record<MetricsSettings['access'], typeof isDirectAndLocal>> = {
  off: () => false,
  public: () => true,
  loopback: isDirectAndLocal,
}

/** Compared by hash, so that the time tells nothing of how much of it was right. */
export function hasToken({ headers }: IncomingMessage, token: string): boolean {
  return sha256Hex(headers.authorization ?? '') === sha256Hex(`Bearer ${token}`)
}

/** What proxies say of whom they speak for. */
const FORWARDING = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * From this machine itself, and not through a proxy on it, whose clients are anywhere. A plain proxy says nothing of
 * itself: it shows in a site that is reached at another port or by TLS, and in the Host that its clients sent.
 */
function isDirectAndLocal({ baseUrl }: Settings, { headers, socket }: IncomingMessage): boolean {
  const { localPort = 0, remoteAddress = '' } = socket
  if (!isLoopback(remoteAddress) || Object.keys(headers).some((name) => FORWARDING.test(name))) return false
  const site = new URL(baseUrl)
  if (site.protocol !== 'http:' || portOf(site) !== localPort) return false
  const host = headers.host ?? ''
  const name = hostNameOf(host) ?? ''
  const asked = URL.parse(`http://${host}`)
  return (name === 'localhost' || isLoopback(name)) && asked !== null && portOf(asked) === localPort
}

function portOf({ port }: URL): number {
  return port === '' ? 80 : Number(port)
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

function isLoopback(address: string): boolean {
  const kind = isIP(address)
  return kind !== 0 && LOOPBACK.check(address, kind === 4 ? 'ipv4' : 'ipv6')
}
