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
import { findTool } from '../../src/surfaces/mcp/tools.ts'
import type { Answer } from './answer.ts'
import type { Cleanup } from './engines.ts'
import type { Site, Wish } from './site.ts'

/** Sends one body to the door as it is. */
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
  const tool = findTool(name)
  const isPost = tool !== null && OPERATIONS[tool.operation].method === 'POST'
  const args = { ...(isPost ? { idempotency_key: randomUUID() } : {}), ...given }
  const answer = await say(site, rpc('tools/call', { name, arguments: args }), { token: token ?? null })
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
      assert.equal(findTool(name)?.operation, operation)
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
