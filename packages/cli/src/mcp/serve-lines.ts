import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** A message of JSON-RPC, or several, as JSON has them. */
export type RpcMessage = unknown

/**
 * Answers a message with those that come back: none to a notification, several where events come first. Whatever holds
 * the tools answers like this; what is thrown becomes an error of JSON-RPC.
 */
export type McpAnswerer = (message: RpcMessage) => Promise<readonly RpcMessage[]>

interface Streams {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
}

const PARSE_ERROR = -32_700
const FAILED = -32_000
const NEW_LINE = 0x0a

/** One message in each line, both ways, until there are no more; answers come as they are ready. */
export async function serveLines({ stdin, stdout, stderr }: Streams, answer: McpAnswerer): Promise<void> {
  const running = new Set<Promise<void>>()
  const write = async (message: RpcMessage) => {
    if (!stdout.write(`${JSON.stringify(message)}\n`)) await once(stdout, 'drain')
  }
  const take = async (line: string) => {
    for (const reply of await repliesTo(line, answer, stderr)) await write(reply)
  }
  for await (const line of linesOf(stdin)) {
    const taken = take(line).finally(() => running.delete(taken))
    running.add(taken)
    // What it settles, the version that is spoken, is needed by those behind it.
    if (line.includes('"initialize"')) await taken
  }
  await Promise.all(running)
}

/** Only a line feed ends a line: JSON may have the other separators of Unicode in its texts. */
async function* linesOf(stream: Readable): AsyncIterable<string> {
  let rest: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, start)) {
      const line = Buffer.concat([...rest, chunk.subarray(start, end)]).toString()
      rest = []
      start = end + 1
      if (line.trim() !== '') yield line
    }
    rest.push(chunk.subarray(start))
  }
  const last = Buffer.concat(rest).toString()
  if (last.trim() !== '') yield last
}

async function repliesTo(
  line: string,
  answer: McpAnswerer,
  stderr: Writable,
): Promise<readonly RpcMessage[]> {
  let message: RpcMessage
  try {
    message = JSON.parse(line)
  } catch {
    return [errorOf(null, PARSE_ERROR, 'The line is no JSON.')]
  }
  try {
    return await answer(message)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const id = idOf(message)
    if (id !== undefined) return [errorOf(id, FAILED, words)]
    stderr.write(`colophon: ${words}\n`)
    return []
  }
}

function errorOf(id: unknown, code: number, message: string): RpcMessage {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

/** undefined of what wants no answer. */
function idOf(message: RpcMessage): unknown {
  if (typeof message !== 'object' || message === null || !('method' in message)) return undefined
  return 'id' in message ? message.id : undefined
}
