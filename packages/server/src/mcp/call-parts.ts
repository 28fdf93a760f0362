import type { Operation } from '@colophon/contract'
import { tooLarge } from '../http/read-body.ts'
import type { Request } from '../pipeline/request.ts'
import type { ToolArguments } from './tool.ts'

type Parts = Pick<Request, 'params' | 'query' | 'idempotencyKey' | 'readBody'>

/** No text, and so no key: the pipeline has a word for it, at its place in the order of the checks. */
const NO_KEY = ' '

/**
 * Puts each argument where the operation has it over HTTP. Nothing is checked: a name that the operation does not know
 * goes along, and the pipeline refuses it there.
 */
export function callParts(operation: Operation, given: ToolArguments): Parts {
  const isParam = (name: string) => Object.hasOwn(operation.params ?? {}, name)
  const params = pick(withoutNulls(given), isParam)
  const rest = pick(given, (name) => !isParam(name))
  // Whatever they are, the pipeline takes texts only.
  const common = { params: params as Request['params'] }
  if (operation.method === 'GET')
    return { ...common, query: withoutNulls(rest), idempotencyKey: null, readBody: async () => ({}) }
  const body = pick(rest, (name) => name !== 'idempotency_key')
  return { ...common, query: {}, idempotencyKey: keyOf(given), readBody: (limit) => measured(body, limit) }
}

/** As everywhere: null and left out mean the same. Of a body the pipeline drops them, where the contract says so. */
function withoutNulls(given: ToolArguments): ToolArguments {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}

function pick(given: ToolArguments, isWanted: (name: string) => boolean): ToolArguments {
  return Object.fromEntries(Object.entries(given).filter(([name]) => isWanted(name)))
}

function keyOf({ idempotency_key: key = null }: ToolArguments): string | null {
  return key === null || typeof key === 'string' ? key : NO_KEY
}

/** A message may be as large as the largest body of all tools; each body still as large as its own over HTTP. */
async function measured(body: ToolArguments, limit: number): Promise<ToolArguments> {
  if (Buffer.byteLength(JSON.stringify(body)) > limit) throw tooLarge(limit)
  return body
}
