import type { Operation, OperationId } from '@colophon/contract'

/** What a surface knows of the client's credential; the road decides what it is worth. */
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
