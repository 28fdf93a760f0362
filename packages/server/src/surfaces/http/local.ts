import type { IncomingMessage } from 'node:http'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const

/** From this machine itself, and not through a proxy on it, whose clients are anywhere. */
export function isLocal(message: IncomingMessage): boolean {
  const address = message.socket.remoteAddress ?? ''
  if (FORWARDED.some((name) => message.headers[name] !== undefined)) return false
  return address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address)
}
