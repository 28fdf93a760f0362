import type { Problem } from '@colophon/contract'

/** RFC 9457, with the fields of the contract. */
export type ProblemDocument = Problem

/** The service refused, and its problem document says why. */
export class ColophonProblem extends Error {
  readonly code: string
  readonly status: number
  readonly document: ProblemDocument
  /** Seconds that the service asked to wait; null where it did not. */
  readonly retryAfter: number | null

  constructor(document: ProblemDocument, retryAfter: number | null = null) {
    super(`${document.code}: ${document.detail}`)
    this.name = 'ColophonProblem'
    this.code = document.code
    this.status = document.status
    this.document = document
    this.retryAfter = retryAfter
  }
}

/** What the report of a denial holds; never a credential. */
interface Denial {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
  /** The header and value by which the edge can find the request; null where it sent none. */
  readonly edgeRequestId: string | null
  /** UTC. */
  readonly at: string
  /** Client library and version. */
  readonly library: string
}

/**
 * Something between client and service refused: the answer is no problem document. The client stops for good;
 * a person has to look at it, with this report.
 */
export class EdgeDenied extends Error {
  readonly denial: Denial

  constructor(denial: Denial) {
    const { method, path, status, edgeRequestId, at, library } = denial
    const request = edgeRequestId === null ? 'no edge request id' : edgeRequestId
    super(`${method} ${path} was answered with ${status} before the service (${request}; ${at}; ${library})`)
    this.name = 'EdgeDenied'
    this.denial = denial
  }
}

/** No answer came, however often it was tried. */
export class Unreachable extends Error {
  constructor(what: string, cause: unknown) {
    super(what, { cause })
    this.name = 'Unreachable'
  }
}

/** The bytes are not those that the hash names. */
export class ObjectAltered extends Error {
  readonly sha256: string

  constructor(sha256: string, found: string) {
    super(`the bytes served as ${sha256} have the hash ${found}`)
    this.name = 'ObjectAltered'
    this.sha256 = sha256
  }
}
