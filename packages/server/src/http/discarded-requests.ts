import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/**
 * What one read of a connection holds becomes requests in one go, up to 1,600 of them, also when the connection was closed
 * at the fifth; and each pair of a request and its response takes 2 KB until Node has seen the close. Here the rest of
 * them are one pair that keeps nothing. Node lets a server name the classes of both.
 */
export function discardRequestsOf(refused: ReadonlySet<Socket>) {
  // Functions and not classes: what `new` of them gives is what they return.
  function Message(socket: Socket): IncomingMessage {
    return refused.size > 0 && refused.has(socket) ? DISCARDED_MESSAGE : new IncomingMessage(socket)
  }
  function Response(...made: ConstructorParameters<typeof ServerResponse>): ServerResponse {
    return made[0] === DISCARDED_MESSAGE ? DISCARDED_RESPONSE : new ServerResponse(...made)
  }
  return {
    IncomingMessage: Message as unknown as typeof IncomingMessage,
    ServerResponse: Response as unknown as typeof ServerResponse,
  }
}

export function isDiscarded(message: IncomingMessage): boolean {
  return message === DISCARDED_MESSAGE
}

const FORGETS = {
  on: ignore,
  once: ignore,
  emit: () => true,
  push: () => true,
  destroy: ignore,
}

function ignore<T>(this: T): T {
  return this
}

const DISCARDED_MESSAGE = Object.assign(new IncomingMessage(new Socket()), FORGETS, {
  _addHeaderLines: ignore,
  _dump: ignore,
})
const DISCARDED_RESPONSE = Object.assign(new ServerResponse(DISCARDED_MESSAGE), FORGETS, {
  assignSocket: ignore,
  detachSocket: ignore,
  writeHead: ignore,
  end: ignore,
})
