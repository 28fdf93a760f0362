/** What is other in a contract than in the one before it, a line each. */
export interface ContractChanges {
  /** A client of the former contract may fail: something is gone, asked for anew, or no longer what it was. */
  readonly breaking: readonly string[]
  readonly other: readonly string[]
}

type Json = { readonly [name: string]: unknown }
/** What a client sends may only become less strict, what it gets only richer. */
type Direction = 'sent' | 'got'

interface Comparison {
  readonly before: Json
  readonly after: Json
  readonly breaking: string[]
  readonly other: string[]
  /** Pairs of named schemas that were compared: they may contain themselves. */
  readonly compared: Set<string>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head']
const LEAST = ['minimum', 'minLength', 'minItems']
const MOST = ['maximum', 'maxLength', 'maxItems']

/** Compares two OpenAPI documents of ours: operations, parameters, bodies, answers, and their schemas. */
export function compareContracts(before: unknown, after: unknown): ContractChanges {
  const comparison: Comparison = {
    before: record(before),
    after: record(after),
    breaking: [],
    other: [],
    compared: new Set(),
  }
  const [old, now] = [operationsOf(comparison.before), operationsOf(comparison.after)]
  for (const [name, operation] of old) {
    const next = now.get(name)
    if (next === undefined) comparison.breaking.push(`${name} is gone`)
    else compareOperations(comparison, name, [operation, next])
  }
  for (const name of now.keys()) if (!old.has(name)) comparison.other.push(`${name} is new`)
  const { breaking, other } = comparison
  return { breaking: [...new Set(breaking)], other: [...new Set(other)] }
}

function operationsOf(document: Json): Map<string, Json> {
  const paths = Object.entries(record(document.paths))
  return new Map(
    paths.flatMap(([path, item]) =>
      METHODS.filter((method) => method in record(item)).map((method): [string, Json] => [
        `${method.toUpperCase()} ${path}`,
        record(record(item)[method]),
      ]),
    ),
  )
}

function compareOperations(comparison: Comparison, name: string, [old, now]: [Json, Json]): void {
  compareParameters(comparison, name, [
    parametersOf(comparison.before, old),
    parametersOf(comparison.after, now),
  ])
  compareContents(comparison, `${name} body`, [record(old.requestBody), record(now.requestBody)], 'sent')
  const [answers, nextAnswers] = [record(old.responses), record(now.responses)]
  for (const [status, answer] of Object.entries(answers)) {
    const place = `${name} ${status}`
    if (!(status in nextAnswers)) comparison.breaking.push(`${place} is gone`)
    else {
      const pair: [Json, Json] = [
        resolve(comparison.before, answer),
        resolve(comparison.after, nextAnswers[status]),
      ]
      compareContents(comparison, place, pair, 'got')
    }
  }
  for (const status of Object.keys(nextAnswers))
    if (!(status in answers)) comparison.other.push(`${name} ${status} is new`)
}

function parametersOf(document: Json, operation: Json): Map<string, Json> {
  const parameters = list(operation.parameters).map((parameter) => resolve(document, parameter))
  return new Map(parameters.map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]))
}

function compareParameters(
  comparison: Comparison,
  name: string,
  [old, now]: [Map<string, Json>, Map<string, Json>],
): void {
  for (const [parameter, value] of old) {
    const place = `${name} ${parameter}`
    const next = now.get(parameter)
    if (next === undefined) comparison.breaking.push(`${place} is gone`)
    else {
      if (next.required === true && value.required !== true)
        comparison.breaking.push(`${place} is required now`)
      compareSchemas(comparison, place, [value.schema, next.schema], 'sent')
    }
  }
  for (const [parameter, { required }] of now)
    if (!old.has(parameter))
      comparison[required === true ? 'breaking' : 'other'].push(`${name} ${parameter} is new`)
}

function compareContents(
  comparison: Comparison,
  place: string,
  [old, now]: [Json, Json],
  direction: Direction,
): void {
  const [contents, next] = [record(old.content), record(now.content)]
  for (const [type, content] of Object.entries(contents))
    if (!(type in next)) comparison.breaking.push(`${place} ${type} is gone`)
    else compareSchemas(comparison, place, [record(content).schema, record(next[type]).schema], direction)
}

function compareSchemas(
  comparison: Comparison,
  place: string,
  [before, after]: [unknown, unknown],
  direction: Direction,
): void {
  const names = [record(before).$ref, record(after).$ref, direction].join()
  if (comparison.compared.has(names)) return
  if (record(before).$ref !== undefined || record(after).$ref !== undefined) comparison.compared.add(names)
  const named = record(after).$ref
  const here = typeof named === 'string' ? named.slice(named.lastIndexOf('/') + 1) : place
  const [old, now] = [resolve(comparison.before, before), resolve(comparison.after, after)]
  if (typeOf(old) !== typeOf(now))
    comparison.breaking.push(`${here} is ${typeOf(now)}, and was ${typeOf(old)}`)
  compareValues(comparison, here, [old, now], direction)
  compareBounds(comparison, here, [old, now], direction)
  compareProperties(comparison, here, [old, now], direction)
  if (old.items !== undefined) compareSchemas(comparison, `${here}[]`, [old.items, now.items], direction)
  for (const kind of ['anyOf', 'oneOf', 'allOf']) {
    const [alternatives, next] = [list(old[kind]), list(now[kind])]
    if (alternatives.length !== next.length) comparison.breaking.push(`${here} has other alternatives`)
    else
      alternatives.forEach((alternative, index) => {
        compareSchemas(comparison, here, [alternative, next[index]], direction)
      })
  }
}

/** A client that decides by a value that is new finds it in a closed list that it knows: it is told, and breaks nothing. */
function compareValues(
  comparison: Comparison,
  here: string,
  [old, now]: [Json, Json],
  direction: Direction,
): void {
  const [values, next] = [valuesOf(old), valuesOf(now)]
  if (values === null || next === null) return
  for (const value of values)
    if (!next.includes(value))
      comparison[direction === 'sent' ? 'breaking' : 'other'].push(`${here} is never ${value} now`)
  for (const value of next) if (!values.includes(value)) comparison.other.push(`${here} may be ${value}`)
}

function compareBounds(
  comparison: Comparison,
  here: string,
  [old, now]: [Json, Json],
  direction: Direction,
): void {
  if (direction === 'got') return
  for (const [bounds, sign] of [
    [LEAST, 1],
    [MOST, -1],
  ] as const)
    for (const bound of bounds) {
      const [was, is] = [old[bound] ?? sign * -Infinity, now[bound] ?? sign * -Infinity]
      if (Number(is) * sign > Number(was) * sign)
        comparison.breaking.push(`${here} has the ${bound} ${is} now`)
    }
}

function compareProperties(
  comparison: Comparison,
  here: string,
  [old, now]: [Json, Json],
  direction: Direction,
): void {
  const [properties, next] = [record(old.properties), record(now.properties)]
  const [required, nowRequired] = [list(old.required), list(now.required)]
  for (const [property, schema] of Object.entries(properties)) {
    const place = `${here}.${property}`
    if (!(property in next)) {
      comparison.breaking.push(`${place} is gone`)
      continue
    }
    const [was, is] = [required.includes(property), nowRequired.includes(property)]
    if (direction === 'sent' && is && !was) comparison.breaking.push(`${place} is required now`)
    if (direction === 'got' && was && !is) comparison.breaking.push(`${place} may be left out now`)
    compareSchemas(comparison, place, [schema, next[property]], direction)
  }
  for (const property of Object.keys(next))
    if (!(property in properties)) {
      const isAsked = direction === 'sent' && nowRequired.includes(property)
      comparison[isAsked ? 'breaking' : 'other'].push(`${here}.${property} is new`)
    }
}

function typeOf(schema: Json): string {
  const types = list(schema.type).length > 0 ? list(schema.type) : [schema.type ?? 'anything']
  return types.map(String).sort().join(' or ')
}

function valuesOf(schema: Json): unknown[] | null {
  if (Array.isArray(schema.enum)) return schema.enum
  return schema.const === undefined ? null : [schema.const]
}

/** A reference names a component of the same document. */
function resolve(document: Json, value: unknown): Json {
  const { $ref } = record(value)
  if (typeof $ref !== 'string') return record(value)
  const parts = $ref.replace(/^#\//, '').split('/')
  return resolve(
    document,
    parts.reduce<unknown>((found, part) => record(found)[part], document),
  )
}

function record(value: unknown): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The number that says whether clients may go on: the first, or below 1.0 the second. */
export function majorOf(version: string): string {
  const [major = '', minor = ''] = version.split('.')
  return major === '0' ? `0.${minor}` : major
}
