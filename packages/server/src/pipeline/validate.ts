import { hasText, isCleanLine, isCleanText, type Operation, RESOURCE_FORMS } from '@colophon/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { escapePointer, type InvalidField, problem } from '../core/problem.ts'
import { isIsoInstant } from '../core/utc-day.ts'

/** Errors that a problem document lists; a hostile body may have thousands. */
const LISTED_ERRORS = 20

const ajv = new Ajv2020({
  allErrors: true,
  strictSchema: false,
  ownProperties: true,
  // A test holds the table to JSON Schema: here the schemas of schemas would be a tenth of a short command's time.
  validateSchema: false,
  meta: false,
})
ajv.addFormat('clean-line', (text: string) => isCleanLine(text) && hasText(text))
ajv.addFormat('clean-text', (text: string) => isCleanText(text) && hasText(text))
ajv.addFormat('clean-body', (text: string) => isCleanText(text))
ajv.addFormat('utc-instant', isIsoInstant)
ajv.addFormat('web-url', isWebUrl)
ajv.addFormat('date-time', isIsoInstant)

interface Validators {
  params: ValidateFunction
  query: ValidateFunction
  body: ValidateFunction
}

const NOTHING = { type: 'object', additionalProperties: false }

const preparedQuery = new Map<string, Validators>()

/** Compiled when an operation is first asked for: all of them at once are a fifth of a short command's time. */
function validatorsOf(operation: Operation): Validators {
  const known = preparedQuery.get(operation.id)
  if (known !== undefined) return known
  const made = {
    params: ajv.compile(paramsSchema(operation)),
    query: ajv.compile(operation.query ?? NOTHING),
    body: ajv.compile(operation.body ?? NOTHING),
  }
  preparedQuery.set(operation.id, made)
  return made
}

function paramsSchema(operation: Operation) {
  const entries = Object.entries(operation.params ?? {})
  return {
    type: 'object',
    required: entries.map(([name]) => name),
    properties: Object.fromEntries(entries.map(([name, resource]) => [name, RESOURCE_FORMS[resource]])),
    additionalProperties: false,
  }
}

interface Parts {
  params: unknown
  query: unknown
  body: unknown
}

const LOCATIONS = { params: 'path', query: 'query', body: 'body' } as const

/** Throws one problem that lists everything wrong with path, query and body. */
export function requireValid(operation: Operation, parts: Parts): void {
  const checks = validatorsOf(operation)
  const errors: InvalidField[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    if (part === 'body' && (operation.method === 'GET' || operation.rawBody)) continue
    if (!checks[part](parts[part]))
      errors.push(...(checks[part].errors ?? []).map((error) => invalidFieldOf(error, LOCATIONS[part])))
  }
  const [first] = errors
  if (first === undefined) return
  throw problem('invalid_request', `${`${first.location} ${first.pointer}`.trim()}: ${first.message}`, {
    errors: errors.slice(0, LISTED_ERRORS),
  })
}

function invalidFieldOf(error: ErrorObject, location: InvalidField['location']): InvalidField {
  const child = error.params.additionalProperty ?? error.params.missingProperty
  const path =
    child === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(String(child))}`
  // A parameter is named as a whole, also where one of several values is wrong.
  const pointer = location === 'body' ? path : path.slice(1).replace(/\/.*/, '')
  // Twice, or not decoded: see http/query-string.ts.
  if (location === 'query' && error.keyword === 'type') {
    const often = path === `/${pointer}` ? 'once' : 'each'
    return { location, pointer, message: `${messageOf(error)}, sent ${often} as percent-encoded UTF-8` }
  }
  return { location, pointer, message: messageOf(error) }
}

const FORMAT_MESSAGES: Record<string, string> = {
  'clean-line': 'must be one line of text without control characters or broken Unicode, and not blank',
  'clean-text': 'must be text without control characters or broken Unicode, and not blank',
  'clean-body': 'must be text without control characters or broken Unicode',
  'utc-instant': 'must be an ISO 8601 time in UTC, ending in Z',
  'web-url': 'must be an http or https address',
}

function messageOf(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties') return 'is not known here'
  if (error.keyword === 'required') return 'is required'
  if (error.keyword === 'enum')
    return `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`
  if (error.keyword === 'format') return FORMAT_MESSAGES[String(error.params.format)] ?? 'has the wrong form'
  if (error.keyword === 'type') return `must be ${String(error.params.type).split(',').join(' or ')}`
  return error.message ?? 'is not valid'
}

function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[!-~]+$/i.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}
