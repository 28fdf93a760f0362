import { bytesToHex } from '@colophon/log'

/** The hash of an object. Large ones are many: not on this thread. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))))
}
