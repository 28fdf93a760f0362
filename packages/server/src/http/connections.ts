import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { CONNECTION_LIMITS } from '@colophon/contract'
import { discardRequestsOf, isDiscarded } from './discarded-requests.ts'
import { unsentBytes } from './unsent-bytes.ts'

type Serve = (message: IncomingMessage, response: ServerResponse) => void

interface Connection {
  /** The response that is being made or written; null before the first request. */
  answering: ServerResponse | null
  /** Requests that came before it was written. */
  readonly waiting: { readonly message: IncomingMessage; readonly response: ServerResponse }[]
}

interface ConnectionBounds {
  /** Takes a request, at once or after those that came before it on its connection. */
  readonly take: Serve
  /** For the options of the server. */
  readonly classes: ReturnType<typeof discardRequestsOf>
  /** Bounds how many connections are open, and how long one goes unread. */
  watch(server: Server): void
}

/**
 * What one connection, or many, may hold of the server: one response at a time, few requests behind it, no bytes that the
 * client does not read, and no place for ever.
 */
export function createConnections(serve: Serve, most: number = mostConnections()): ConnectionBounds {
  /** The one used longest ago comes first. */
  const open = new Map<Socket, Connection>()
  const waitingInAll = { count: 0 }
  const refused = new Set<Socket>()
  return {
    classes: discardRequestsOf(refused),
    take(message, response) {
      if (isDiscarded(message)) return
      const { socket } = message
      const connection = open.get(socket)
      if (connection === undefined) return serve(message, response)
      if (socket.destroyed) return
      if (isBusy(connection)) return queue({ connection, waitingInAll, refused, serve }, message, response)
      open.delete(socket)
      open.set(socket, connection)
      connection.answering = response
      serve(message, response)
    },
    watch(server) {
      server.on('connection', (socket) => {
        open.set(socket, { answering: null, waiting: [] })
        socket.once('close', () => {
          refused.delete(socket)
          forget(open, socket, waitingInAll)
        })
        if (open.size > most) victimOf(open, socket).destroy()
      })
      closeUnread(server, open)
    },
  }
}

interface Queue {
  readonly connection: Connection
  readonly waitingInAll: { count: number }
  readonly refused: Set<Socket>
  readonly serve: Serve
}

/**
 * Responses leave in the order of their requests: to make one early only means to hold it in memory. A client that
 * reads may send as many requests ahead as it likes; once many wait in all, the connections with the most are closed.
 */
function queue(queued: Queue, message: IncomingMessage, response: ServerResponse): void {
  const { connection, waitingInAll, refused } = queued
  const { waiting, answering } = connection
  if (waitingInAll.count >= CONNECTION_LIMITS.waitingInAll && waiting.length >= CONNECTION_LIMITS.waiting) {
    refuse(message.socket, refused)
    return
  }
  waiting.push({ message, response })
  waitingInAll.count += 1
  if (waiting.length === 1) whenWritten(answering, () => serveNext(queued))
}

/** At its close Node makes an error for each of its requests: 4 microseconds each with their traces, and there are many. */
function refuse(socket: Socket, refused: Set<Socket>): void {
  const { stackTraceLimit } = Error
  refused.add(socket)
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0
  })
  socket.once('close', () => {
    Error.stackTraceLimit = stackTraceLimit
  })
  socket.destroy()
}

function serveNext(queued: Queue): void {
  const { connection, waitingInAll, serve } = queued
  const next = connection.waiting.shift()
  if (next === undefined) return
  waitingInAll.count -= 1
  const { message, response } = next
  connection.answering = response
  if (connection.waiting.length > 0) whenWritten(response, () => serveNext(queued))
  serve(message, response)
}

/** Later than at once: the requests of one connection take turns with those of all others. */
function whenWritten(response: ServerResponse | null, work: () => void): void {
  response?.once('close', () => setImmediate(work))
}

function isBusy({ answering, waiting }: Connection): boolean {
  return waiting.length > 0 || (answering !== null && !answering.writableFinished)
}

function forget(open: Map<Socket, Connection>, socket: Socket, waitingInAll: { count: number }): void {
  const waiting = open.get(socket)?.waiting ?? []
  waitingInAll.count -= waiting.length
  waiting.length = 0
  open.delete(socket)
}

/** The connection that was idle longest; where none is, one that does not read, or else the new one. */
function victimOf(open: ReadonlyMap<Socket, Connection>, newest: Socket): Socket {
  let unread: Socket | null = null
  for (const [socket, connection] of open) {
    if (socket.destroyed) continue
    if (socket !== newest && !isBusy(connection)) return socket
    if (socket.writableLength > 0) unread ??= socket
  }
  return unread ?? newest
}

interface Unread {
  readonly response: ServerResponse | null
  readonly left: number
  readonly since: number
}

/** Closes a connection of which the system took no byte for a time, whatever its client sends meanwhile. */
function closeUnread(server: Server, open: ReadonlyMap<Socket, Connection>): void {
  const unread = new Map<Socket, Unread>()
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, { answering }] of open) {
      const left = unsentBytes(socket)
      const before = unread.get(socket)
      if (left === 0) unread.delete(socket)
      else if (before === undefined || before.response !== answering || left < before.left)
        unread.set(socket, { response: answering, left, since: now })
      else if (now - before.since >= CONNECTION_LIMITS.unreadMilliseconds) socket.destroy()
    }
    for (const socket of unread.keys()) if (!open.has(socket)) unread.delete(socket)
  }, CONNECTION_LIMITS.unreadLookMilliseconds).unref()
  server.once('close', () => clearInterval(timer))
}

/** So many that descriptors are left for the database, for files, and for who comes next. */
function mostConnections(): number {
  const descriptors = openFilesLimit()
  const rest = Math.max(CONNECTION_LIMITS.otherDescriptors, Math.ceil(descriptors / 4))
  return Math.max(CONNECTION_LIMITS.fewest, Math.min(CONNECTION_LIMITS.most, descriptors - rest))
}

/** Node itself raises the soft limit as far as it may. */
function openFilesLimit(): number {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return found === undefined ? CONNECTION_LIMITS.most : Number(found)
  } catch {
    // No Linux: the usual limit.
    return CONNECTION_LIMITS.usualDescriptors
  }
}
