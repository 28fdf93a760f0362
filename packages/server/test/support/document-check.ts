import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Json = Readonly<Record<string, unknown>>

/** An answer as the published document may describe it. */
export interface Described {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
  readonly header: (name: string) => string | null
  readonly text: string
}

/** Holds answers to the OpenAPI document of the site that gave them. */
export interface DocumentCheck {
  /** Fails for what the document does not say; answers the operation's id, or null outside the document. */
  check(answer: Described): string | null
}

export function documentCheck(document: Json): DocumentCheck {
  // Written for a few answers of one process: not worth being made smaller first.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: FORMATS,
    code: { optimize: false },
    // Another test holds the document to what it must be.
    validateSchema: false,
    meta: false,
  })
  // As one schema, so that what many answers share is compiled once.
  ajv.addSchema({ components: closed(document.components) }, DOCUMENT)
  const compile = (schema: unknown) => ajv.compile(object(inDocument(closed(schema))))
  const problem = compile({ $ref: '#/components/schemas/Problem' })
  const preparedQuery = new Map<string, ValidateFunction>()
  const routes = routesOf(document)
  return {
    check(answer) {
      assert.match(answer.header('x-request-id') ?? '', UUID, `${place(answer)}: X-Request-Id`)
      // Its forms are the pages' own affair: what they do is in the document as operations.
      if (/^\/console(\/|$)/.test(answer.path)) return null
      // What OAuth says is held to its own documents by a client that others wrote.
      if (/^\/oauth\//.test(answer.path)) return null
      // Messages of JSON-RPC are held to the document by those who call tools.
      if (answer.path === '/mcp' || answer.path === '/mcp/authorized') {
        if (answer.method !== 'HEAD' && /problem/.test(answer.header('content-type') ?? ''))
          requireBody(answer, problem)
        return null
      }
      const route = routes.find(({ pattern }) => pattern.test(answer.path))
      const item = route && optional(route.item[documented(answer.method)])
      if (!item) {
        // A preflight has no body. 403: what a browser marked as coming from another site.
        if (answer.method === 'OPTIONS' && answer.status === 204) return null
        assert.ok([400, 403, 404, 421].includes(answer.status), `${place(answer)} is not in the document`)
        if (answer.method !== 'HEAD') requireBody(answer, problem)
        return null
      }
      const response = resolve(document, object(item.responses)[String(answer.status)])
      assert.ok(response, `${place(answer)} is not in the document`)
      requireHeaders(answer, response)
      const [type, media] = contentOf(answer, response)
      if (answer.method === 'HEAD' || type === null) assert.equal(answer.text, '', `${place(answer)}: a body`)
      // A part of JSON is none.
      else if (/json$/.test(type) && answer.status !== 206) {
        const slot = `${item.operationId} ${answer.status} ${type}`
        const validate = preparedQuery.get(slot) ?? compile(object(media).schema)
        preparedQuery.set(slot, validate)
        requireBody(answer, validate)
      }
      return String(item.operationId)
    },
  }
}

const DOCUMENT = 'document'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uuid: UUID,
  'clean-line': true as const,
  'clean-text': true as const,
  'clean-body': true as const,
  'utc-instant': true as const,
  'web-url': true as const,
}

function place({ method, path, status }: Described): string {
  return `${method} ${path} ${status}`
}

function documented(method: string): string {
  return method === 'HEAD' ? 'get' : method.toLowerCase()
}

function routesOf(document: Json): { pattern: RegExp; item: Json }[] {
  const paths = Object.entries(object(document.paths)).map(([template, item]) => ({
    pattern: patternOf(template),
    item: object(item),
    parameters: template.split('{').length,
  }))
  assert.ok(paths.length > 20, 'the document describes the service')
  // A path without parameters goes before one that a parameter would match too.
  return paths.sort((one, other) => one.parameters - other.parameters)
}

/** An entry's path and a tile's index are the parameters that have slashes. */
function patternOf(template: string): RegExp {
  const named = template
    .replaceAll('.', '\\.')
    .replaceAll(/\{(path|tile)\}/g, '.+')
    .replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${named}$`)
}

function requireBody(answer: Described, validate: ValidateFunction): void {
  const value: unknown = JSON.parse(answer.text)
  assert.ok(
    validate(value),
    `${place(answer)}: ${JSON.stringify(validate.errors)}\n${answer.text.slice(0, 2000)}`,
  )
}

const ALWAYS_THERE = new Set(['X-Request-Id', 'ETag', 'Cache-Control', 'Vary'])

/** Those that every such answer has; the others depend on what there is to say. */
function requireHeaders(answer: Described, response: Json): void {
  const names = Object.keys(optional(response.headers) ?? {})
  const required = names.filter((name) => ALWAYS_THERE.has(name))
  if (answer.status === 401) required.push('WWW-Authenticate')
  if (answer.status === 503 || (answer.status === 429 && JSON.parse(answer.text).resets_at !== null))
    required.push('Retry-After')
  for (const name of required) assert.ok(answer.header(name) !== null, `${place(answer)}: header ${name}`)
}

/** The documented media type of the answer; null where the document says that there is no body. */
function contentOf(answer: Described, response: Json): [string | null, unknown] {
  const content = optional(response.content)
  if (content === null) return [null, null]
  const type = essence(answer.header('content-type') ?? '')
  const found = Object.entries(content).find(([name]) => essence(name) === type)
  assert.ok(found, `${place(answer)}: media type ${type} is not in the document`)
  return [type, found[1]]
}

function essence(type: string): string {
  return type.split(';')[0]?.trim().toLowerCase() ?? ''
}

function resolve(document: Json, response: unknown): Json | null {
  const found = optional(response)
  if (typeof found?.$ref !== 'string') return found
  const steps = found.$ref.split('/').slice(1)
  return object(steps.reduce<unknown>((value, step) => object(value)[step], document))
}

/** What an answer holds beyond its schema is a leak, although JSON Schema would let it pass. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  const found = optional(schema)
  if (found === null) return schema
  const entries = Object.entries(found).map(([key, value]) => [key, closed(value)])
  const isOpenObject = found.properties !== undefined && found.additionalProperties === undefined
  return { ...Object.fromEntries(entries), ...(isOpenObject ? { additionalProperties: false } : {}) }
}

/** A schema with the whole addresses of what it shares with others. */
function inDocument(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inDocument)
  const found = optional(schema)
  if (found === null) return schema
  const entries = Object.entries(found).map(([key, value]) => [
    key,
    key === '$ref' ? `${DOCUMENT}${value}` : inDocument(value),
  ])
  return Object.fromEntries(entries)
}

function optional(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

function object(value: unknown): Json {
  const found = optional(value)
  assert.ok(found, 'an object of the document')
  return found
}
