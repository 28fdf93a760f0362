import { KEY_MEANING, keySchema } from '../idempotency-key.ts'
import { BYTE_LIMITS } from '../limits.ts'
import type { Operation } from '../operation.ts'
import { PROBLEMS, type ProblemCode } from '../problems.ts'
import { RESOURCE_FORMS } from '../resources.ts'
import { headers, RATES } from './headers.ts'
import { hoist } from './hoist.ts'
import type { Json } from './json.ts'

/** An operation as the document shows it; what its schemas name is added to the components. */
export function operationItem(operation: Operation, components: Json): Json {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
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
    schema: RESOURCE_FORMS[resource],
  }))
}

function queryParameters(operation: Operation): Json[] {
  const query = operation.query as { properties?: Record<string, Json>; required?: string[] } | undefined
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) ?? false,
    schema,
  }))
}

function headerParameters(operation: Operation): Json[] {
  if (operation.method === 'GET')
    return [{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }]
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      description: KEY_MEANING,
      schema: keySchema(operation),
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
  if (operation.rawBody)
    return {
      required: true,
      description: `At most ${BYTE_LIMITS[operation.bodyLimit ?? 'request']} bytes, taken as they are.`,
      content: {
        [operation.rawBody]: { schema: operation.rawBody === 'application/json' ? { type: 'object' } : {} },
      },
    }
  return {
    required: true,
    description: `At most ${BYTE_LIMITS[operation.bodyLimit ?? 'request']} bytes. Unknown keys are refused.`,
    content: { 'application/json': { schema: operation.body && hoist(operation.body, components) } },
  }
}

function responses(operation: Operation, components: Json): Json {
  const answers: Json = {}
  for (const status of [operation.status, operation.otherStatus])
    if (status) answers[status] = success(operation, components)
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
  return {
    description: 'The stored bytes.',
    headers: headers(...names, 'Repr-Digest', 'Deprecation'),
    content: {
      'text/markdown; charset=utf-8': { schema: { type: 'string' } },
      'application/json': { schema: { type: 'object' } },
    },
  }
}

function problemStatuses(operation: Operation): number[] {
  const codes: ProblemCode[] = [
    'invalid_request',
    'maintenance',
    'invalid_token',
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
