import type { Operation } from '@colophon/contract'
import { ColophonProblem, EdgeDenied, type ProblemDocument, Unreachable } from './problem.ts'
import { retryAfterOf } from './retry.ts'

const EDGE_REQUEST_IDS = ['cf-ray', 'x-amz-cf-id', 'x-azure-ref', 'x-served-by', 'x-request-id']
/** A gateway that could not reach the service: no denial, and it passes. */
const GATEWAY_STATUSES = new Set([502, 504])

interface ResponseContext {
  readonly operation: Operation
  readonly path: string
  readonly library: string
}

/** What the service answered; throws what it, or something before it, refused. */
export async function readAnswer(response: Response, asked: ResponseContext): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/problem+json')) throw await problemOf(response, asked)
  // No operation answers with a page: it is of something before the service, or of another one.
  const isAnswered = response.ok && !type.startsWith('text/html')
  if (isAnswered && asked.operation.bytes) return new Uint8Array(await response.arrayBuffer())
  if (isAnswered && asked.operation.media !== undefined) return await response.text()
  if (isAnswered && type.startsWith('application/json')) return await readJson(response, asked)
  await response.body?.cancel()
  if (GATEWAY_STATUSES.has(response.status))
    throw new Unreachable(
      `${asked.operation.method} ${asked.path}: gateway answered ${response.status}`,
      null,
    )
  throw denialOf(response, asked)
}

async function problemOf(response: Response, asked: ResponseContext): Promise<Error> {
  const document = await readJson(response, asked)
  if (!isProblemDocument(document)) return denialOf(response, asked)
  return new ColophonProblem(document, retryAfterOf(response.headers.get('retry-after'), Date.now()))
}

/** A body that was cut off is another failure than one that is no JSON. */
async function readJson(response: Response, asked: ResponseContext): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    throw error instanceof SyntaxError ? denialOf(response, asked) : error
  }
}

function isProblemDocument(value: unknown): value is ProblemDocument {
  if (typeof value !== 'object' || value === null) return false
  return 'code' in value && 'status' in value && 'detail' in value && 'retryable' in value
}

function denialOf(response: Response, { operation, path, library }: ResponseContext): EdgeDenied {
  const name = EDGE_REQUEST_IDS.find((header) => response.headers.has(header))
  return new EdgeDenied({
    method: operation.method,
    path,
    status: response.status,
    edgeRequestId: name === undefined ? null : `${name}: ${response.headers.get(name)}`,
    at: new Date().toISOString(),
    library,
  })
}
