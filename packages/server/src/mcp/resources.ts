import { isHash, MCP_LIMITS, pathOfSkillUri } from '@colophon/contract'
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import { isAnonymous } from '../core/authority.ts'
import { Problem } from '../core/problem.ts'
import type { Outcome } from '../pipeline/dispatch.ts'
import { askOperation, dispatchOperation, type ToolContext } from './ask-operation.ts'
import { readSkillTopics, skillResource } from './skills.ts'

const OBJECTS = 'colophon://objects/'
const ENTRIES = 'colophon://entries/'
const MARKDOWN = 'text/markdown'

interface CacheHint {
  readonly ttlMs: number
  readonly cacheScope: 'public' | 'private'
}

/** What only its bearer may see is nobody else's to keep. */
const NOT_KEPT: CacheHint = { ttlMs: 0, cacheScope: 'private' }

/** What a path names, and with it every skill, is kept as shortly as pages are: what is retired must go. */
export function shortHint({ app, caller }: Pick<ToolContext, 'app' | 'caller'>): CacheHint {
  return isAnonymous(caller) ? { ttlMs: app.settings.publicMaxAge * 1000, cacheScope: 'public' } : NOT_KEPT
}

/** Lists are the same for everybody who comes without a bearer. */
export function listHint({ caller }: Pick<ToolContext, 'caller'>): CacheHint {
  return isAnonymous(caller) ? { ttlMs: MCP_LIMITS.listSeconds * 1000, cacheScope: 'public' } : NOT_KEPT
}

export const TEMPLATES = [
  {
    uriTemplate: `${OBJECTS}{sha256}`,
    name: 'object',
    title: 'Exact bytes by their SHA-256',
    description: 'A revision or a record; its bytes never change.',
  },
  {
    uriTemplate: `${ENTRIES}{+path}`,
    name: 'entry',
    title: 'Current head of an entry by its path',
    description: 'The path without its first slash: colophon://entries/topic/name.',
    mimeType: MARKDOWN,
  },
] as const

/** The current entries, newest first, a page at a time. */
export async function listResources(context: ToolContext, cursor: string | undefined) {
  const { items, next_cursor } = await askOperation(context, 'listIndex', {
    limit: MCP_LIMITS.resources,
    cursor,
  })
  const isSkill = await readSkillTopics(context, items)
  const resources = items.flatMap(({ path, title, topic_id, summary }) => {
    const entry = { uri: `${ENTRIES}${path.slice(1)}`, name: path, title, mimeType: MARKDOWN }
    const skill = isSkill(topic_id) ? skillResource(context, { path, title, summary }) : null
    return skill === null ? [entry] : [entry, skill]
  })
  return { resources, ...(next_cursor === null ? {} : { nextCursor: next_cursor }) }
}

/** The bytes that an address names; null where nothing that the caller may read has it. */
export async function readResource(
  context: ToolContext,
  uri: string,
): Promise<{ readonly contents: ReadResourceResult['contents']; readonly hint: CacheHint } | null> {
  try {
    const outcome = await outcomeOf(context, uri)
    if (outcome === null) return null
    if (!(outcome.body instanceof Uint8Array)) throw new Error('an object is bytes')
    const mimeType = outcome.headers?.['content-type']?.split(';')[0] ?? MARKDOWN
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(outcome.body)
    return { contents: [{ uri, mimeType, text }], hint: hintOf(context, uri) }
  } catch (error) {
    if (error instanceof Problem && (error.code === 'not_found' || error.code === 'invalid_request'))
      return null
    throw error
  }
}

/** Bytes under their hash never change; what a path names does. */
function hintOf(context: ToolContext, uri: string): CacheHint {
  if (!uri.startsWith(OBJECTS) || !isAnonymous(context.caller)) return shortHint(context)
  return { ttlMs: MCP_LIMITS.objectSeconds * 1000, cacheScope: 'public' }
}

async function outcomeOf(context: ToolContext, uri: string): Promise<Outcome | null> {
  const path = pathOfSkillUri(context.app.settings.baseUrl, uri)
  if (path !== null) return dispatchOperation(context, 'readSkill', { path })
  const hash = await hashOf(context, uri)
  return hash === null ? null : dispatchOperation(context, 'readObject', { sha256: hash })
}

async function hashOf(context: ToolContext, uri: string): Promise<string | null> {
  if (uri.startsWith(OBJECTS)) {
    const hash = uri.slice(OBJECTS.length)
    return isHash(hash) ? hash : null
  }
  const path = pathOf(uri)
  return path === null ? null : (await askOperation(context, 'resolvePath', { path })).content_hash
}

/** Clients fill templates in their own ways: with the slash that paths begin with, or with slashes that are encoded. */
function pathOf(uri: string): string | null {
  if (!uri.startsWith(ENTRIES)) return null
  const path = uri.slice(ENTRIES.length).replaceAll(/%2f/gi, '/')
  return path.startsWith('/') ? path : `/${path}`
}
