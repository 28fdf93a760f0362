import {
  KEY_MEANING,
  keySchema,
  OPERATIONS,
  type Operation,
  Problem,
  RESOURCE_FORMS,
} from '@colophon/contract'
import type { Tool as Definition } from '@modelcontextprotocol/server'
import { operationOf, type Tool } from './tools.ts'

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

const definitions = new Map<Tool, Definition>()

/** A tool as a client is told of it; made once, for it says nothing of who asks. */
export function definitionOf(tool: Tool): Definition {
  const known = definitions.get(tool) ?? define(tool)
  definitions.set(tool, known)
  return known
}

function define(tool: Tool): Definition {
  const operation = operationOf(tool)
  return {
    name: tool.name,
    title: operation.summary,
    description: descriptionOf(tool),
    inputSchema: inputSchemaOf(tool),
    ...(operation.bytes ? {} : { outputSchema: outputSchemaOf(operation) }),
    annotations: annotationsOf(operation),
  }
}

/** In the words of the contract, and where the same is to be had over HTTP. */
function descriptionOf(tool: Tool): string {
  const { summary, description, method, path } = operationOf(tool)
  const choice = tool.finders ? [`Give one of ${Object.keys(argumentsOf(tool)).join(', ')}.`] : []
  return [`${summary}.`, ...choice, ...(description ? [description] : []), `${method} ${path}`].join(' ')
}

function inputSchemaOf(tool: Tool): Definition['inputSchema'] {
  const properties = argumentsOf(tool)
  // One name of what is read: in words of JSON Schema that every client understands.
  if (tool.finders) return strict(properties, { minProperties: 1, maxProperties: 1 })
  return strict(properties, { required: requiredOf(operationOf(tool)) })
}

function strict(properties: Readonly<Record<string, object>>, rest: object): Definition['inputSchema'] {
  // JSON is what schemas of the contract are, by another name than the library's.
  const forms = properties as Definition['inputSchema']['properties']
  return { type: 'object', properties: forms, additionalProperties: false, ...rest }
}

/** Each argument with its form in the contract. The names of path, query and body never meet: a test holds them to it. */
function argumentsOf(tool: Tool): Readonly<Record<string, object>> {
  const operations = [operationOf(tool), ...(tool.finders ?? []).map((id) => OPERATIONS[id])]
  return Object.assign({}, ...operations.map(argumentsFor))
}

export function argumentsFor(operation: Operation): Readonly<Record<string, object>> {
  const { params = {}, query, body, method } = operation
  return {
    ...Object.fromEntries(Object.entries(params).map(([name, resource]) => [name, RESOURCE_FORMS[resource]])),
    ...propertiesOf(query),
    ...propertiesOf(body),
    ...(method === 'GET' ? {} : { idempotency_key: { ...keySchema(operation), description: KEY_MEANING } }),
  }
}

function propertiesOf(schema: unknown): Readonly<Record<string, object>> {
  return (schema as ObjectSchema | undefined)?.properties ?? {}
}

function requiredOf({ params = {}, query, body, method }: Operation): string[] {
  const required = [query, body].flatMap((schema) => (schema as ObjectSchema | undefined)?.required ?? [])
  return [...Object.keys(params), ...required, ...(method === 'GET' ? [] : ['idempotency_key'])]
}

/** The answer as over HTTP, or the problem document: clients hold what is refused to this schema too. */
function outputSchemaOf({ answer }: Operation): NonNullable<Definition['outputSchema']> {
  return { type: 'object', anyOf: [answer, Problem] }
}

function annotationsOf({ method, storesNoOutcome }: Operation): Definition['annotations'] {
  return {
    readOnlyHint: method === 'GET',
    // Nothing is ever deleted.
    destructiveHint: false,
    // The key is an argument: the same call again is the same act.
    idempotentHint: method === 'GET' || !storesNoOutcome,
    // What is read was written by others.
    openWorldHint: true,
  }
}
