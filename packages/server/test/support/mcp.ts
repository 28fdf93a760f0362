import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  type AnswerOf,
  OPERATIONS,
  type OperationId,
  type Operations,
  type Problem,
} from '@colophon/contract'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { findToolAlias } from '../../src/mcp/aliases.ts'
import { findTool } from '../../src/mcp/tools.ts'
import type { Answer } from './answer.ts'
import type { Cleanup } from './engines.ts'
import type { Site, Wish } from './site.ts'

/** Sends one body to the endpoint as it is. */
export function say(site: Site, body: unknown, wish: Wish = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...wish.headers }
  const bytes = typeof body === 'string' ? body : JSON.stringify(body)
  return site.send('POST', '/mcp', { ...wish, headers, body: bytes })
}

export function rpc(method: string, params?: unknown, id: unknown = 1) {
  return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }
}

/** What a tool said, and what over HTTP would be its status and headers. */
export interface Called {
  readonly content: readonly Record<string, unknown>[]
  readonly value: unknown
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The success of a tool's operation; fails for everything else. */
  as<Id extends OperationId>(operation: Id): AnswerOf<Operations[Id]>
  /** The problem with this code; fails for everything else. */
  refused(code: string): Problem
}

interface Result {
  isError?: boolean
  content: Record<string, unknown>[]
  structuredContent?: unknown
  _meta: { status: number; headers: Record<string, string> }
}

/** Calls a tool by hand, in a request of its own. A POST gets a new key where none is given. */
export async function call(site: Site, name: string, given: object = {}, token?: string): Promise<Called> {
  const tool = findToolAlias(name)
  const isPost = tool !== null && OPERATIONS[tool.operation].method === 'POST'
  const args = { ...(isPost ? { idempotency_key: randomUUID() } : {}), ...given }
  const answer = await say(site, rpc('tools/call', { name, arguments: args }), {
    token: token ?? null,
    headers: { 'mcp-protocol-version': '2025-11-25' },
  })
  assert.equal(answer.status, 200, answer.text)
  const { result } = answer.json as unknown as { result: Result }
  assert.ok(result, answer.text)
  return calledOf(result, name)
}

function calledOf(result: Result, name: string): Called {
  const { content, structuredContent: value, _meta, isError = false } = result
  // A value and its text are the same.
  if (value !== undefined) assert.deepEqual(JSON.parse(String(content[0]?.text)), value)
  const seen = JSON.stringify(result).slice(0, 1000)
  return {
    content,
    value,
    ..._meta,
    as(operation) {
      assert.equal(isError, false, seen)
      assert.equal(findToolAlias(name)?.operation, operation)
      holdTo(operation, value)
      return value as AnswerOf<Operations[typeof operation]>
    },
    refused(code) {
      assert.equal(isError, true, seen)
      const problem = value as Problem
      assert.equal(problem.code, code, seen)
      assert.equal(problem.status, _meta.status)
      return problem
    },
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })

/** As the answers over HTTP are held to the document. */
function holdTo(operation: OperationId, value: unknown): void {
  const validate = ajv.compile(OPERATIONS[operation].answer)
  assert.ok(validate(value), `${operation}: ${JSON.stringify(validate.errors)}`)
}

export async function listTools(site: Site, token?: string): Promise<string[]> {
  const answer = await say(site, rpc('tools/list'), { token: token ?? null })
  const { result } = answer.json as { result: { tools: { name: string }[] } }
  return result.tools.map(({ name }) => name)
}

/** The library's own client, in one of the two ages of the protocol. What it takes for a fault is put into `faults`. */
export async function connectClient(
  t: Cleanup,
  site: Site,
  { token, mode, faults = [] }: { token?: string; mode: 'legacy' | 'auto'; faults?: Error[] },
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  client.onerror = (error) => faults.push(error)
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${site.url}/mcp`), { requestInit: { headers } }),
  )
  t.after(() => client.close())
  return client
}

/** What a tool answered a model: texts alone, once, and nothing else. */
export interface Told {
  readonly texts: readonly string[]
  /** The first word of this kind in any of the texts. */
  find(form: RegExp): string
}

interface ToolResult {
  readonly isError?: boolean
  readonly content: readonly { type: string; text: string }[]
  readonly structuredContent?: unknown
}

/** Calls a tool as a model does, without what stands beside the texts. A change gets a new key where none is given. */
export async function tell(site: Site, name: string, given: object = {}, token?: string): Promise<Told> {
  const { isError = false, ...result } = await ask(site, name, given, token)
  assert.equal(isError, false, JSON.stringify(result))
  return toldOf(result)
}

/** Calls a tool that refuses, with this code. */
export async function refuse(
  site: Site,
  { name, given = {}, token }: { name: string; given?: object; token?: string },
  code: string,
): Promise<string> {
  const { isError = false, ...result } = await ask(site, name, given, token)
  assert.equal(isError, true, JSON.stringify(result))
  const [text = ''] = toldOf(result).texts
  assert.match(text, new RegExp(`^${code}: [^]+\nNext: .`))
  return text
}

async function ask(site: Site, name: string, given: object, token?: string): Promise<ToolResult> {
  const isChange = findTool(name)?.required.includes('idempotency_key') ?? false
  const args = { ...(isChange ? { idempotency_key: randomUUID() } : {}), ...given }
  const answer = await say(site, rpc('tools/call', { name, arguments: args }), { token: token ?? null })
  assert.equal(answer.status, 200, answer.text)
  const { result } = answer.json as unknown as { result: ToolResult }
  assert.ok(result, answer.text)
  assert.equal(result.structuredContent, undefined)
  return result
}

function toldOf({ content }: ToolResult): Told {
  const texts = content.map(({ type, text }) => {
    assert.equal(type, 'text')
    return text
  })
  return {
    texts,
    find(form) {
      const [found] = form.exec(texts.join('\n')) ?? []
      assert.ok(found, `${form} in ${texts.join('\n')}`)
      return found
    },
  }
}
