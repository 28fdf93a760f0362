import { hash } from 'node:crypto'

/** A string is hashed as its UTF-8 bytes; the caller has seen to it that it has no lone surrogates. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}
