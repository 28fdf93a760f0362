import { PROBLEMS, type Problem as ProblemBody, type ProblemCode } from '@colophon/contract'

export interface InvalidField {
  location: 'body' | 'query' | 'path' | 'header'
  pointer: string
  message: string
}

/** What a problem document says beyond its code and detail. */
interface ProblemFacts {
  errors?: InvalidField[]
  current?: ProblemBody['current']
  quota?: string
  limit?: number
  resets_at?: string
  missing?: string[]
  /** Bytes of what a range was asked of. */
  size?: number
  /** Seconds. */
  retryAfter?: number
}

/** An allowance of a reader's day. */
export interface RemainingAllowance {
  readonly name: string
  readonly limit: number
  readonly used: number
  readonly resets_at: string
}

/** The one error that a caller is meant to see. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly facts: ProblemFacts
  /** What a reader has left today: told beside the problem. */
  allowances: readonly RemainingAllowance[] = []

  constructor(code: ProblemCode, detail: string, facts: ProblemFacts, cause: unknown) {
    super(detail, { cause })
    this.code = code
    this.facts = facts
  }

  get status(): number {
    return PROBLEMS[this.code].status
  }
}

export function problem(
  code: ProblemCode,
  detail: string,
  facts: ProblemFacts = {},
  cause?: unknown,
): Problem {
  return new Problem(code, detail, facts, cause)
}

/** "Not yours" and "not there" are this one answer. */
export function notFound(): Problem {
  return problem('not_found', 'The resource does not exist, or you may not read it.')
}

/** What a call answers, or null where there is nothing that its caller can read. */
export async function ifThere<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

/** A field of the body that has the right form and still cannot be accepted. */
export function invalidField(pointer: string, message: string): Problem {
  return problem('invalid_request', `${pointer || 'The body'}: ${message}`, {
    errors: [{ location: 'body', pointer, message }],
  })
}

/** A hash, id or topic in a body that names nothing readable, or nothing that fits: the same words for both. */
export function namesNothing(pointer: string): Problem {
  return invalidField(pointer, 'names nothing that you can use here')
}

/** A compare-and-set token that is not the current one. */
export function changedSince(what: string, current: ProblemBody['current']): Problem {
  return problem(
    'compare_and_set_mismatch',
    `${what} is not the value that you expected. Read it again before you decide.`,
    { current },
  )
}

/** Of a member's name that is told back, however long it is. */
const LONGEST_NAME = 200

/** A member's name as a part of a JSON Pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return name.slice(0, LONGEST_NAME).replaceAll('~', '~0').replaceAll('/', '~1')
}
