import { type InvalidField, problem } from '../core/problem.ts'
import type { Tool, ToolArguments } from './tool.ts'

/**
 * The arguments of a call under their own names, those that are null left out. Names that the tool does not know, and
 * missing ones, are refused in its own terms; every value is the pipeline's to check.
 */
export function readArguments(tool: Tool, sent: ToolArguments): ToolArguments {
  const given = Object.fromEntries(
    Object.entries(sent)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [ownName(tool, name), value]),
  )
  const errors = [
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(tool.properties, name))
      .map((name) => wrong(name, `is no argument of this tool, which takes ${takes(tool)}`)),
    ...tool.required
      // The pipeline has a code of its own for a missing key.
      .filter((name) => name !== 'idempotency_key' && !Object.hasOwn(given, name))
      .map((name) => wrong(name, 'is needed')),
  ]
  if (errors.length > 0) throw problem('invalid_request', 'An argument is wrong.', { errors })
  return given
}

function ownName({ synonyms = {} }: Tool, name: string): string {
  return (Object.hasOwn(synonyms, name) ? synonyms[name] : undefined) ?? name
}

function takes({ properties }: Tool): string {
  return Object.keys(properties).join(', ') || 'none'
}

function wrong(pointer: string, message: string): InvalidField {
  return { location: 'body', pointer, message }
}
