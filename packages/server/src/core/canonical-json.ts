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

/** The bytes and the name of an object that is not a revision. */
export function encodeObject(fields: Record<string, unknown>): { sha256: string; bytes: Uint8Array } {
  const bytes = new TextEncoder().encode(canonicalJson(fields))
  return { sha256: sha256Hex(bytes), bytes }
}
