import type { Socket } from 'node:net'

/**
 * Bytes that the system has not taken yet. Of a large write Node itself tells only when all of it is gone, so this looks
 * where Node keeps the number; without it a client that reads slowly would be closed as one that does not read.
 */
export function unsentBytes(socket: Socket): number {
  const queued: unknown = memberOf(memberOf(socket, '_handle'), 'writeQueueSize')
  return socket.writableLength + (typeof queued === 'number' ? queued : 0)
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
