import { connect, type Socket } from 'node:net'

/** One answer as it came over the wire. */
export interface Answer {
  readonly status: number
  readonly bytes: Buffer
}

/** A keep-alive connection with one request at a time; far cheaper than an HTTP client. */
export interface Wire {
  send(request: Buffer, answered: (answer: Answer) => void): void
  close(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')

export async function openWire(port: number): Promise<Wire> {
  const socket = await connected(port)
  let answered: ((answer: Answer) => void) | null = null
  let arrived: Buffer | null = null
  let usual = 0
  let isClosed = false
  // Nobody would answer any more: a bench that waits for it waits for ever.
  socket.on('close', () => {
    isClosed = true
    if (answered !== null) throw new Error('the server closed the connection instead of answering')
  })
  socket.on('data', (chunk: Buffer) => {
    arrived = arrived === null ? chunk : Buffer.concat([arrived, chunk])
    // Answers of one load are equally long: the length that was read once need not be read again.
    if (arrived.length !== usual) usual = wholeLength(arrived)
    if (usual < 0 || arrived.length < usual) return
    const answer = { status: statusOf(arrived), bytes: arrived }
    const tell = answered
    arrived = null
    answered = null
    tell?.(answer)
  })
  return {
    send(request, whenAnswered) {
      if (isClosed) throw new Error('the server has closed the connection')
      answered = whenAnswered
      socket.write(request)
    },
    close() {
      answered = null
      socket.destroy()
    },
  }
}

/** The same, for those who can afford a promise. */
export function ask(wire: Wire, request: Buffer): Promise<Answer> {
  return new Promise((resolve) => {
    wire.send(request, resolve)
  })
}

export function bodyOf(answer: Answer): string {
  return bodyBytesOf(answer).toString('utf8')
}

export function bodyBytesOf({ bytes }: Answer): Buffer {
  return bytes.subarray(bytes.indexOf(HEAD_END) + HEAD_END.length)
}

/** A request as bytes, made once. */
export function requestBytes(line: string, headers: readonly string[], body = ''): Buffer {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  return Buffer.from(
    `${[`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, ...length].join('\r\n')}\r\n\r\n${body}`,
  )
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

function statusOf(bytes: Buffer): number {
  return Number(bytes.toString('latin1', 9, 12))
}

/** The length of head and body; -1 while the head has not arrived. */
function wholeLength(bytes: Buffer): number {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return -1
  const head = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? '0'
  return end + HEAD_END.length + Number(length)
}
