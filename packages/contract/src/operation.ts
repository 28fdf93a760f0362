import type { Scope } from './fields.ts'
import type { BYTE_LIMITS } from './limits.ts'
import type { ProblemCode } from './problems.ts'
import type { Schema, Static } from './schema.ts'

/** The name of a scope. */
export type ScopeName = Static<typeof Scope>

/** Who may call an operation, before anything is looked up. */
export interface Access {
  /** `none`: no credential is looked at beyond its being valid; `optional`: it may widen the answer. */
  readonly credential: 'none' | 'optional' | 'required'
  readonly enrollment: 'any' | 'invited' | 'public'
  /** Any one of these is enough; empty: none is needed. */
  readonly scopes: readonly ScopeName[]
  /** Needs topic grants without restriction, as every administrator's route does. */
  readonly unrestricted: boolean
  /** Only a credential that comes this way; left out: a bearer or a session's cookie. */
  readonly via?: 'bearer' | 'session'
}

const required = { credential: 'required', unrestricted: false } as const

/** Anyone; a bearer, where there is one, widens what is seen. */
export const ANYONE: Access = { credential: 'optional', enrollment: 'any', scopes: [], unrestricted: false }
/** Anyone, and nothing is done in the name of a credential that comes along. */
export const NOBODY: Access = { credential: 'none', enrollment: 'any', scopes: [], unrestricted: false }
/** Any valid credential. */
export const BEARER: Access = { ...required, enrollment: 'any', scopes: ['read'] }
/** Readers that registered themselves. */
export const READER: Access = { ...required, enrollment: 'public', scopes: ['read'] }
/** Invited credentials. */
export const INVITED: Access = { ...required, enrollment: 'invited', scopes: ['read'] }
/** Unrestricted administrators. */
export const ADMINISTRATOR: Access = {
  ...required,
  enrollment: 'invited',
  scopes: ['admin'],
  unrestricted: true,
}

/** Invited credentials with any one of the scopes. */
export function withScope(...scopes: ScopeName[]): Access {
  return { ...required, enrollment: 'invited', scopes }
}

/**
 * What a path parameter names. The pipeline resolves each one with the caller's authority before the handler runs,
 * so that an operation cannot forget to.
 */
export type Resource =
  | 'topic'
  | 'entry'
  | 'object'
  /** A revision, published or not, and one that it is compared with. */
  | 'base'
  | 'compared'
  /** A published revision. */
  | 'revision'
  | 'proposal'
  | 'candidate'
  | 'suggestion'
  /** A suggestion whose decisions are read: for more callers than its words. */
  | 'decided_suggestion'
  | 'task'
  | 'token'
  | 'report'
  | 'evidence'
  | 'snapshot'
  /** A table that a snapshot holds. */
  | 'recovered_table'
  /** Any object of the catalogue, for administrators. */
  | 'catalogued'
  /** The hash of what the request brings along. */
  | 'brought'
  | 'recovery_job'
  /** A row of tiles of the transparency log, and a tile in it. */
  | 'log_level'
  | 'log_tile'

/**
 * What the body of an operation names where others have a path. The pipeline resolves it with the caller's authority before an
 * outcome is replayed: a token of the same identity may see less than the one that the outcome was made for.
 */
export type BodyResource =
  | 'topic'
  | 'task'
  | 'revision'
  /** A topic that the caller has a grant for, by its slug or by a path in it. */
  | 'workplace'
  | 'placed'

/** One operation of the service: all that its routes, checks, document, client and tool follow from. */
export interface Operation {
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** With `{name}` for each parameter. */
  readonly path: string
  /** The last parameter goes to the end of the path, slashes and all. */
  readonly hasTail?: true
  readonly tag:
    | 'reading'
    | 'skills'
    | 'participation'
    | 'curation'
    | 'editorial'
    | 'access'
    | 'administration'
  readonly summary: string
  readonly description?: string
  readonly access: Access
  readonly params?: Readonly<Record<string, Resource>>
  /** The top-level key of the body that stands for a path. */
  readonly names?: { readonly key: string; readonly resource: BodyResource }
  readonly query?: Schema
  readonly body?: Schema
  /** Top-level keys of the body whose null differs from their absence. */
  readonly significantNulls?: readonly string[]
  /** The body is bytes of this media type, taken as they are. */
  readonly rawBody?: 'application/json' | 'application/octet-stream'
  readonly bodyLimit?: keyof typeof BYTE_LIMITS
  /** The status of a success and, unless the answer is plain bytes, its schema. */
  readonly status: 200 | 201
  readonly answer: Schema
  /** Statuses besides `status` that a success may have. */
  readonly otherStatus?: 200 | 201
  readonly bytes?: true
  /** One range of the bytes can be asked for alone (RFC 9110, section 14). */
  readonly ranges?: true
  /** Of an answer that is neither JSON nor an object: plain bytes, or a text. */
  readonly media?: 'text/plain; charset=utf-8' | 'application/octet-stream'
  /** Conflicts and other problems that only this operation has. */
  readonly problems?: readonly ProblemCode[]
  /** The Idempotency-Key must be a UUIDv4. */
  readonly keyForm?: 'uuid4'
  /** Needs an Idempotency-Key and keeps nothing under it: each call is an act of its own. */
  readonly storesNoOutcome?: true
  /** Answers while a recovery holds the maintenance lock. */
  readonly duringMaintenance?: true
  /** So does the command at the machine: whoever drives the recovery may have lost the credential for it. */
  readonly operatorDuringMaintenance?: true
  /** Needs an Origin equal to the site's, whatever the credential. */
  readonly needsOrigin?: true
  /** Idempotency records are kept for good, and the answer's `token` is null in a replay. */
  readonly keepsOutcome?: true
}

/** Keeps the literal types of an operation's constant. */
export function operation<const O extends Operation>(definition: O): O {
  return definition
}

type Read<S> = S extends Schema ? Static<S> : Record<never, never>

/** The parameters in the path of an operation. */
export type ParamsOf<O extends Operation> = O extends { params: infer P }
  ? { [K in keyof P]: string }
  : Record<never, never>
/** The query of an operation. */
export type QueryOf<O extends Operation> = O extends { query: infer S } ? Read<S> : Record<never, never>
/** The body of a request: its JSON, or its bytes. */
export type BodyOf<O extends Operation> = O extends { rawBody: string }
  ? Uint8Array
  : O extends { body: infer S }
    ? Read<S>
    : Record<never, never>
/** What an operation answers: an object, or bytes. */
export type AnswerOf<O extends Operation> = O extends { bytes: true } ? Uint8Array : Static<O['answer']>
