import { canonicalJson } from '@colophon/log'
import { sha256Hex } from './hash.ts'

const utf8 = new TextEncoder()

export { canonicalJson }

/** The bytes and the name of an object that is not a revision. */
export function encodeObject(fields: Record<string, unknown>): { sha256: string; bytes: Uint8Array } {
  const bytes = utf8.encode(canonicalJson(fields))
  return { sha256: sha256Hex(bytes), bytes }
}
