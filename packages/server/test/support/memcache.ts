import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** What `startMemcache` answers. */
export interface Memcache {
  readonly port: number
  stop(): void
}

interface Item {
  flags: string
  bytes: Buffer
}

/**
 * As much of memcached as Swift's proxy speaks. Without a cache it asks the account and the container again before
 * every object, which takes two thirds of the time of a test that stores some.
 */
export async function startMemcache(): Promise<Memcache> {
  const items = new Map<string, Item>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    converse(socket, items)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port')
  return {
    port: address.port,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function converse(socket: Socket, items: Map<string, Item>): void {
  let unread = Buffer.alloc(0)
  socket.setNoDelay().unref()
  // A client that is killed resets its connection.
  socket.on('error', () => {})
  socket.on('data', (bytes) => {
    unread = Buffer.concat([unread, bytes])
    for (let end = endOfRequest(unread); end !== null; end = endOfRequest(unread)) {
      const answer = answerTo(unread.subarray(0, end), items)
      unread = Buffer.from(unread.subarray(end))
      if (answer !== null) socket.write(answer)
    }
  })
}

const NEWLINE = '\r\n'

/** A line and, of a `set`, as many bytes as its fifth word says; null while it is not all there. */
function endOfRequest(unread: Buffer): number | null {
  const line = unread.indexOf(NEWLINE)
  if (line === -1) return null
  const [command, , , , size] = wordsOf(unread)
  const end = line + NEWLINE.length + (command === 'set' ? Number(size) + NEWLINE.length : 0)
  return unread.length < end ? null : end
}

function wordsOf(request: Buffer): string[] {
  return request.subarray(0, request.indexOf(NEWLINE)).toString('latin1').split(' ')
}

function answerTo(request: Buffer, items: Map<string, Item>): Buffer | string | null {
  const words = wordsOf(request)
  const [command, key = '', flags = '0'] = words
  const spoken = (answer: string) => (words.at(-1) === 'noreply' ? null : answer + NEWLINE)
  if (command === 'get') return found(key, items.get(key))
  if (command === 'delete') return spoken(items.delete(key) ? 'DELETED' : 'NOT_FOUND')
  if (command !== 'set') return `ERROR${NEWLINE}`
  const bytes = Buffer.from(request.subarray(request.indexOf(NEWLINE) + NEWLINE.length, -NEWLINE.length))
  items.set(key, { flags, bytes })
  return spoken('STORED')
}

function found(key: string, item: Item | undefined): Buffer | string {
  if (item === undefined) return `END${NEWLINE}`
  const head = `VALUE ${key} ${item.flags} ${item.bytes.length}${NEWLINE}`
  return Buffer.concat([Buffer.from(head), item.bytes, Buffer.from(`${NEWLINE}END${NEWLINE}`)])
}
