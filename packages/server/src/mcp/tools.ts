import { BYTE_LIMITS, OPERATIONS, type Operation } from '@colophon/contract'
import type { Tool as Definition } from '@modelcontextprotocol/server'
import { type Caller, hasAccess } from '../core/authority.ts'
import type { Tool } from './tool.ts'
import { EDITORIAL_TOOLS } from './tools/editorial.ts'
import { FINDING_TOOLS } from './tools/finding.ts'
import { readArticle } from './tools/read-article.ts'
import { READER_TOOLS } from './tools/taking-part.ts'
import { TASK_TOOLS } from './tools/tasks.ts'

/** Every tool, in the order in which lists show them. */
export const TOOLS: readonly Tool[] = [
  readArticle,
  ...FINDING_TOOLS,
  ...READER_TOOLS,
  ...TASK_TOOLS,
  ...EDITORIAL_TOOLS,
]

export function findTool(name: string): Tool | null {
  return TOOLS.find((tool) => tool.name === name) ?? null
}

export function operationOf(tool: Pick<Tool, 'operation'>): Operation {
  return OPERATIONS[tool.operation]
}

/** The tools that are offered: those that are open to everybody, and those that the bearer allows. */
export function offeredTo(caller: Caller): readonly Tool[] {
  return TOOLS.filter((tool) => tool.isOpen || hasAccess(operationOf(tool).access, caller))
}

/** The bytes that a message may have: as many as the largest body that the caller may send over HTTP. */
export function largestMessage(caller: Caller): number {
  const open = TOOLS.map(operationOf).filter(({ access }) => hasAccess(access, caller))
  return Math.max(...open.map(({ bodyLimit = 'request' }) => BYTE_LIMITS[bodyLimit]))
}

const definitions = new Map<Tool, Definition>()

/** A tool as lists show it; made once, for it says nothing of who asks. */
export function definitionOf(tool: Tool): Definition {
  const known = definitions.get(tool) ?? define(tool)
  definitions.set(tool, known)
  return known
}

function define(tool: Tool): Definition {
  const { name, description, required } = tool
  // JSON is what these forms are, by another name than the library's.
  const properties = tool.properties as Definition['inputSchema']['properties']
  const isReading = operationOf(tool).method === 'GET'
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, ...(required.length > 0 ? { required: [...required] } : {}) },
    // Left out is "may destroy": nothing is ever deleted, and the same key is the same act.
    annotations: isReading ? { readOnlyHint: true } : { destructiveHint: false, idempotentHint: true },
  }
}
