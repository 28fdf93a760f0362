import { type NoteKey, noteKeyOf } from './keys.ts'
import { formatNote } from './notes.ts'

/** Signs the checkpoints of a log with every key of it. */
export interface NoteSigner {
  /** The name of the keys, and the origin of the log. */
  readonly name: string
  /** In the order in which they were given. */
  readonly keys: readonly NoteKey[]
  /** The note that has this text, which ends with a line break. */
  sign(text: string): string
  /** A signature of these bytes by each key, in the order of the keys. */
  signBytes(bytes: Uint8Array): { readonly key: NoteKey; readonly signature: Uint8Array }[]
}

/** A key of Ed25519 that signs. */
export interface SigningKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  readonly sign: (bytes: Uint8Array) => Uint8Array
}

export function createNoteSigner(name: string, signing: readonly SigningKey[]): NoteSigner {
  const keys = signing.map(({ publicKey, sign }) => ({ ...noteKeyOf(name, publicKey), sign }))
  const signBytes = (bytes: Uint8Array) => keys.map((key) => ({ key, signature: key.sign(bytes) }))
  return {
    name,
    keys,
    signBytes,
    sign(text) {
      const signatures = signBytes(new TextEncoder().encode(text))
      return formatNote({ text, signatures: signatures.map(({ key, signature }) => ({ ...key, signature })) })
    },
  }
}
