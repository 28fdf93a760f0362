import { LogRefused } from './refused.ts'

/** The text that bytes of a file are; null for none. */
export function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new LogRefused('a file of the log is not UTF-8', { cause })
  }
}
