import { isIP, isIPv6 } from 'node:net'
import type { Settings } from '../runtime/settings.ts'

/** Spellings of own hosts that are remembered: ports and capitals differ, and clients choose them. */
const REMEMBERED = 100

/** Whether a Host header names this site. */
type HostCheck = (host: string) => boolean

const checks = new WeakMap<Settings, HostCheck>()

/**
 * The base URL's host, an IP literal, `localhost`, and what the operator adds. A page of another site may have its own
 * name lead here (DNS rebinding): to its browser the answers would be its own, and it could read all of them.
 */
export function isOwnHost(settings: Settings, host: string): boolean {
  const known = checks.get(settings)
  if (known !== undefined) return known(host)
  const check = createHostCheck(settings)
  checks.set(settings, check)
  return check(host)
}

function createHostCheck({ baseUrl, hosts }: Settings): HostCheck {
  const own = new Set([new URL(baseUrl).hostname, 'localhost', ...hosts])
  const known = new Set<string>()
  return (host) => {
    if (known.has(host)) return true
    const name = hostNameOf(host)
    if (name === null || !(own.has(name) || isIP(name) !== 0)) return false
    if (known.size < REMEMBERED) known.add(host)
    return true
  }
}

/** Of a Host header without its port; null for what is no host. A name with the root's dot is the same name. */
export function hostNameOf(host: string): string | null {
  const [, literal, name] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(host) ?? []
  if (literal !== undefined) return isIPv6(literal) ? literal : null
  return name === undefined ? null : name.toLowerCase().replace(/\.$/, '')
}
