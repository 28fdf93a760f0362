import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** What goes over the wire, before anything is made of it. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Uint8Array | null
}

/** What came back: the bytes as sent, still encoded. */
export interface Received {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
}

export interface Wire {
  send(sent: Sent): Promise<Received>
  close(): void
}

/** Keeps connections open between requests. `node:http` and not fetch: nothing is added, decoded or followed. */
export function openWire(address: { host: string; port: number }): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  return {
    send: (sent) => exchange({ ...address, agent }, sent),
    close: () => agent.destroy(),
  }
}

function exchange(place: { host: string; port: number; agent: Agent }, sent: Sent): Promise<Received> {
  const { method, path, body } = sent
  const length = body === null ? {} : { 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const request = openRequest({ ...place, method, path, headers: { ...length, ...sent.headers } })
    request.once('error', reject)
    request.once('response', (response) => {
      gather(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
        reject,
      )
    })
    request.end(body ?? undefined)
  })
}

async function gather(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Writes bytes to a connection of their own, and answers everything that came until the server closed it. */
export function sendRaw(
  address: { host: string; port: number },
  bytes: Uint8Array | string,
): Promise<string> {
  const socket = connect(address)
  socket.write(bytes)
  return text(socket)
}
