import type { Operation, OperationId } from '@colophon/contract'

/** What a surface knows of the client's credential; the pipeline decides what it is worth. */
export interface Credential {
  /** Every Authorization header, as sent. */
  readonly authorization: readonly string[]
  readonly cookie: string | null
  readonly origin: string | null
  readonly csrfToken: string | null
  /** `Sec-Fetch-Site`. */
  readonly fetchSite: string | null
}

export const NO_CREDENTIAL: Credential = {
  authorization: [],
  cookie: null,
  origin: null,
  csrfToken: null,
  fetchSite: null,
}

/** A call as a surface hands it in: nothing of it is checked yet. */
export interface Request {
  readonly operation: OperationId
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly credential: Credential
  readonly idempotencyKey: string | null
  readonly requestId: string
  /** Tells the client's network: few operations ask. */
  readonly network: (() => string | null) | null
  /**
   * Reads the body, at most `limit` bytes of JSON, or bytes of the media type `raw`; asked for only once the
   * caller may call the operation.
   */
  readBody(limit: number, raw: Operation['rawBody'] | null): Promise<unknown>
}

interface QuerySchema {
  properties?: Record<string, { type?: unknown }>
}

/**
 * Query parameters are text. Numbers become numbers only in their plain form: `0x10`, `1e2`, `25 ` and a
 * repeated parameter stay as they are, and the schema refuses them.
 */
export function typedQuery(
  operation: Operation,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const properties = (operation.query as QuerySchema | undefined)?.properties ?? {}
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, typedValue(ownType(properties, name), value)]),
  )
}

function ownType(properties: Record<string, { type?: unknown }>, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name]?.type : undefined
}

function typedValue(type: unknown, value: unknown): unknown {
  if (type === 'array') return Array.isArray(value) ? value : [value]
  if (typeof value !== 'string') return value
  if (type === 'integer') return /^(0|-?[1-9][0-9]{0,14})$/.test(value) ? Number(value) : value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}
