import { KEY_MEANING, keySchema } from '../idempotency-key.ts'
import { BYTE_LIMITS } from '../limits.ts'
import type { Operation } from '../operation.ts'
import type { OperationId } from '../operations.ts'
import { PROBLEMS, type ProblemCode } from '../problems.ts'
import { RESOURCE_FORMS } from '../resources.ts'
import { EXAMPLE_HEADERS, EXAMPLE_NAMES, EXAMPLES } from './examples.ts'
import { headers, RATES } from './headers.ts'
import { hoist, type Json } from './hoist.ts'
import { PARAMETER_MEANINGS, RESOURCE_MEANINGS } from './meanings.ts'
import { descriptionOf } from './operation-descriptions.ts'

/** An operation as the document shows it; what its schemas name is added to the components. */
export function operationItem(operation: Operation, components: Json): Json {
  const description = descriptionOf(operation.id as OperationId, operation.description)
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(description ? { description } : {}),
    security: security(operation),
    'x-scopes': operation.access.scopes,
    parameters: [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)],
    ...(operation.body || operation.rawBody ? { requestBody: requestBody(operation, components) } : {}),
    responses: responses(operation, components),
  }
}

function security(operation: Operation): Json[] {
  const { credential } = operation.access
  if (credential === 'none') return []
  return credential === 'optional' ? [{}, { bearer: [] }, { session: [] }] : [{ bearer: [] }, { session: [] }]
}

function pathParameters(operation: Operation): Json[] {
  return Object.entries(operation.params ?? {}).map(([name, resource]) => ({
    name,
    in: 'path',
    required: true,
    description: RESOURCE_MEANINGS[resource],
    schema: RESOURCE_FORMS[resource],
    example: exampleOf(operation).params?.[name] ?? EXAMPLE_NAMES[resource],
  }))
}

function queryParameters(operation: Operation): Json[] {
  const query = operation.query as { properties?: Record<string, Json>; required?: string[] } | undefined
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) ?? false,
    description: schema.description ?? PARAMETER_MEANINGS[name],
    schema,
    ...exampleIn(exampleOf(operation).query, name),
  }))
}

function exampleOf({ id }: Operation): { params?: Record<string, string>; query?: Json; body?: unknown } {
  return EXAMPLES[id as OperationId]
}

function exampleIn(values: Json | undefined, name: string): Json {
  return values?.[name] === undefined ? {} : { example: values[name] }
}

function headerParameters(operation: Operation): Json[] {
  const optional = (name: string) => ({
    name,
    in: 'header',
    required: false,
    description: PARAMETER_MEANINGS[name],
    schema: { type: 'string' },
    ...exampleIn(EXAMPLE_HEADERS, name),
  })
  if (operation.method === 'GET')
    return ['If-None-Match', ...(operation.ranges ? ['Range', 'If-Range'] : [])].map(optional)
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      description: KEY_MEANING,
      schema: keySchema(operation),
      ...exampleIn(EXAMPLE_HEADERS, 'Idempotency-Key'),
    },
    {
      name: 'X-CSRF-Token',
      in: 'header',
      required: false,
      description: 'With a session cookie.',
      schema: { type: 'string' },
    },
  ]
}

function requestBody(operation: Operation, components: Json): Json {
  const { body: example } = exampleOf(operation)
  if (operation.rawBody)
    return {
      required: true,
      description: `At most ${BYTE_LIMITS[operation.bodyLimit ?? 'request']} bytes, taken as they are.`,
      content: {
        [operation.rawBody]: {
          schema: operation.rawBody === 'application/json' ? { type: 'object' } : {},
          example,
        },
      },
    }
  return {
    required: true,
    description: `At most ${BYTE_LIMITS[operation.bodyLimit ?? 'request']} bytes. Unknown keys are refused.`,
    content: { 'application/json': { schema: operation.body && hoist(operation.body, components), example } },
  }
}

function responses(operation: Operation, components: Json): Json {
  const answers: Json = {}
  for (const status of [operation.status, operation.otherStatus])
    if (status) answers[status] = success(operation, components)
  if (operation.ranges) answers['206'] = part(operation, components)
  if (operation.method === 'GET')
    answers['304'] = { description: 'Not modified.', headers: headers('ETag', 'X-Request-Id') }
  for (const status of problemStatuses(operation))
    answers[status] = { $ref: `#/components/responses/Problem${status}` }
  return answers
}

function success(operation: Operation, components: Json): Json {
  const names =
    operation.method === 'GET'
      ? ['X-Request-Id', 'ETag', 'Cache-Control', 'Vary', 'Link', ...RATES]
      : ['X-Request-Id', 'Idempotency-Replayed', ...RATES]
  if (operation.id === 'createSession' || operation.id === 'endSession') names.push('Set-Cookie')
  if (operation.media)
    return {
      description: 'Success.',
      headers: headers(...names),
      content: { [operation.media]: { schema: operation.bytes ? {} : operation.answer } },
    }
  if (!operation.bytes) {
    const schema = hoist(operation.answer, components)
    return {
      description: 'Success.',
      headers: headers(...names),
      content: { 'application/json': { schema } },
    }
  }
  if (operation.ranges) names.push('Accept-Ranges')
  return {
    description: 'The stored bytes.',
    headers: headers(...names, 'Repr-Digest', 'Deprecation'),
    content: {
      'text/markdown; charset=utf-8': { schema: { type: 'string' } },
      'application/json': { schema: { type: 'object' } },
    },
  }
}

/** A part of JSON is text. */
function part(operation: Operation, components: Json): Json {
  const whole = success(operation, components)
  return {
    description: 'The part of the stored bytes that `Range` asks for.',
    headers: { ...(whole.headers as Json), ...headers('Content-Range', 'Content-Digest') },
    content: {
      'text/markdown; charset=utf-8': { schema: { type: 'string' } },
      'application/json': { schema: {} },
    },
  }
}

function problemStatuses(operation: Operation): number[] {
  const codes: ProblemCode[] = [
    'invalid_request',
    'maintenance',
    'invalid_token',
    'misdirected_request',
    ...(operation.problems ?? []),
  ]
  if (operation.access.credential === 'required') codes.push('forbidden')
  if (operation.params) codes.push('not_found')
  if (operation.method === 'POST')
    codes.push(
      'forbidden',
      'payload_too_large',
      'unsupported_media_type',
      'idempotency_key_reused',
      'quota_exceeded',
    )
  return [...new Set(codes.map((code) => PROBLEMS[code].status))].sort()
}

/** A response for each status that a problem may have: its codes, its headers. */
export function problemResponses(schema: unknown): Json {
  const byStatus = new Map<number, string[]>()
  for (const [code, kind] of Object.entries(PROBLEMS))
    byStatus.set(kind.status, [...(byStatus.get(kind.status) ?? []), code])
  const extra: Record<number, string[]> = {
    401: ['WWW-Authenticate'],
    409: ['Retry-After'],
    416: ['Accept-Ranges', 'Content-Range'],
    429: ['Retry-After'],
    503: ['Retry-After'],
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      `Problem${status}`,
      {
        description: `Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
        headers: headers('X-Request-Id', ...(extra[Number(status)] ?? []), ...RATES),
        content: { 'application/problem+json': { schema } },
      },
    ]),
  )
}
