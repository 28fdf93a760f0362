import type { McpAnswerer, RpcMessage } from './serve-lines.ts'

interface Press {
  readonly url: string
  readonly token: string | null
}

interface Call {
  readonly method?: unknown
  readonly params?: { readonly name?: unknown; readonly uri?: unknown; readonly _meta?: object }
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'

/** A message as it is brought: its text, and the headers that the protocol wants beside it. */
interface McpRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Brings each message to `/mcp` of a server. */
export function httpAnswerer({ url, token }: Press): McpAnswerer {
  const endpoint = `${url.replace(/\/+$/, '')}/mcp`
  const own = {
    Accept: 'application/json, text/event-stream',
    'Content-Type': 'application/json',
    'User-Agent': 'colophon',
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  }
  return answererBy(endpoint, ({ headers, body }) =>
    reach(endpoint, { method: 'POST', headers: { ...own, ...headers }, body }),
  )
}

/** Brings each message to whatever answers as `/mcp` does. */
export function answererBy(endpoint: string, bring: (request: McpRequest) => Promise<Response>): McpAnswerer {
  let negotiated: string | null = null
  return async (message) => {
    const headers = protocolHeaders(message, negotiated)
    const response = await bring({ headers, body: JSON.stringify(message) })
    const replies = await readReplies(endpoint, response)
    negotiated = replies.map(versionOf).find((version) => version !== null) ?? negotiated
    return replies
  }
}

/** In the newest revision a message says which it is of; before, all are of the one that was agreed on. */
function protocolHeaders(message: RpcMessage, negotiated: string | null): Record<string, string> {
  const { method, params = {} } = (message ?? {}) as Call
  const own = (params._meta as Record<string, unknown> | undefined)?.[VERSION]
  if (typeof own !== 'string')
    return negotiated === null || method === 'initialize' ? {} : { 'MCP-Protocol-Version': negotiated }
  const name = params.name ?? params.uri
  return {
    'MCP-Protocol-Version': own,
    ...(typeof method === 'string' ? { 'Mcp-Method': method } : {}),
    ...(typeof name === 'string' ? { 'Mcp-Name': headerValue(name) } : {}),
  }
}

/** As the protocol writes what is no plain text into a header. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

async function reach(endpoint: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(endpoint, request)
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    throw new Error(`${endpoint} cannot be reached: ${cause?.code ?? cause?.message ?? String(error)}`, {
      cause: error,
    })
  }
}

async function readReplies(endpoint: string, response: Response): Promise<RpcMessage[]> {
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) return eventsOf(text)
  if (text === '' && response.ok) return []
  const value = parsed(text)
  if (isRpc(value)) return [value]
  const { code, detail } = (value ?? {}) as { code?: unknown; detail?: unknown }
  if (typeof code === 'string') throw new Error(`${code}: ${String(detail)}`)
  throw new Error(`${endpoint} answered ${response.status}, and is no press.`)
}

function eventsOf(text: string): RpcMessage[] {
  return [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => JSON.parse(data))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRpc(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isRpc)
  return typeof value === 'object' && value !== null && 'jsonrpc' in value
}

function versionOf(reply: RpcMessage): string | null {
  const { result } = (reply ?? {}) as { result?: { protocolVersion?: unknown; serverInfo?: unknown } }
  return typeof result?.protocolVersion === 'string' && result.serverInfo ? result.protocolVersion : null
}
