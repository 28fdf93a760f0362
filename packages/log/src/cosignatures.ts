import { concatBytes } from './bytes.ts'
import { isSignedBy, keyOfAlgorithm, type NoteKey, requireKeyOf } from './keys.ts'
import type { Note, NoteSignature } from './notes.ts'
import { formatSignature } from './notes.ts'

/** Of C2SP tlog-cosignature, by Ed25519. */
const COSIGNATURE = 4
const TIME_BYTES = 8

/** The key of a witness, `name+id+key`; throws LogRefused for what is none. */
export function requireWitnessKey(text: string): NoteKey {
  return requireKeyOf(text, COSIGNATURE)
}

/** The key of a witness of this name: 32 bytes of Ed25519. */
export function witnessKeyOf(name: string, publicKey: Uint8Array): NoteKey {
  return keyOfAlgorithm(name, COSIGNATURE, publicKey)
}

/** What a witness signs of a checkpoint at a time, in whole seconds since 1970. */
export function cosignedMessage(text: string, seconds: number): Uint8Array {
  return new TextEncoder().encode(`cosignature/v1\ntime ${seconds}\n${text}`)
}

/** The line that a witness answers with, made of its signature of `cosignedMessage`. */
export function cosignatureLine(key: NoteKey, seconds: number, signature: Uint8Array): string {
  const time = new Uint8Array(TIME_BYTES)
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds))
  return formatSignature({ ...key, signature: concatBytes(time, signature) })
}

/** When a witness has signed a checkpoint, in seconds since 1970; null where it has not, or its signature is wrong. */
export async function cosignedAt(note: Note, key: NoteKey): Promise<number | null> {
  const own = note.signatures.filter(({ name, id }) => name === key.name && id === key.id)
  for (const signature of own) {
    const seconds = await readCosignature(note.text, signature, key)
    if (seconds !== null) return seconds
  }
  return null
}

async function readCosignature(
  text: string,
  { signature }: NoteSignature,
  key: NoteKey,
): Promise<number | null> {
  if (signature.length !== TIME_BYTES + 64) return null
  const seconds = Number(new DataView(signature.slice(0, TIME_BYTES).buffer).getBigUint64(0))
  if (!Number.isSafeInteger(seconds)) return null
  const isRight = await isSignedBy(key, cosignedMessage(text, seconds), signature.subarray(TIME_BYTES))
  return isRight ? seconds : null
}
