import type { IncomingMessage } from 'node:http'
import { clientAddress, networkOf, type ProxyTrust, parseProxyTrust } from '../core/network.ts'

const NOBODY: ProxyTrust = { kind: 'nobody' }

/** Answers the network that a message came from; asked for by the few operations that count networks. */
export function createNetworkReader(setting: string | null): (message: IncomingMessage) => string | null {
  const trust = parseProxyTrust(setting ?? '') ?? NOBODY
  return (message) => {
    // Node joins repeated headers in the order in which they came.
    const header = message.headers['x-forwarded-for']
    const address = clientAddress(trust, {
      address: message.socket.remoteAddress ?? '',
      forwardedFor: typeof header === 'string' ? header : null,
    })
    return address === null ? null : networkOf(address)
  }
}
