import canonicalize from 'canonicalize'
import { sha256Hex } from './hash.ts'

/** RFC 8785. Throws for what JSON cannot hold: undefined, functions, NaN, infinities, lone surrogates. */
export function canonicalJson(value: unknown): string {
  refuseFunctions(value)
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('not a JSON value')
  return text
}

/** Trap: the library writes a nested function as the bare word undefined. */
function refuseFunctions(value: unknown): void {
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('not a JSON value')
  if (typeof value !== 'object' || value === null) return
  for (const part of Object.values(value)) refuseFunctions(part)
}

/** In a request, null and left out mean the same: this is the form in which two requests are compared. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, part]) => part !== null && part !== undefined)
  // fromEntries defines keys and never sets them, so that `__proto__` stays an ordinary one.
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutNulls(part)]))
}

/** The bytes and the name of an object that is not a revision. */
export function encodeObject(fields: Record<string, unknown>): { sha256: string; bytes: Uint8Array } {
  const bytes = new TextEncoder().encode(canonicalJson(fields))
  return { sha256: sha256Hex(bytes), bytes }
}
