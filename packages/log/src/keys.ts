import { bytesToHex, concatBytes, readBase64, toBase64 } from './bytes.ts'
import { ID_BYTES, isKeyName, type Note, type NoteSignature, parseNote } from './notes.ts'
import { LogRefused } from './proofs.ts'
import { sha256 } from './sha256.ts'

/** A key of C2SP signed-note that verifies: Ed25519. */
export interface NoteKey {
  readonly name: string
  /** Eight hexadecimal digits. */
  readonly id: string
  /** `name+id+key`. */
  readonly text: string
  /** 32 bytes of Ed25519. */
  readonly publicKey: Uint8Array
}

const ED25519 = 1
const KEY_BYTES = 32
const MOST_KEYS = 64

/** The key that a text stands for; null for one of another algorithm. Throws LogRefused for what is none. */
export function parseKey(text: string): NoteKey | null {
  return parseKeyOf(text, ED25519)
}

function parseKeyOf(text: string, algorithm: number): NoteKey | null {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? []
  const bytes = readBase64(encoded)
  if (!isKeyName(name) || bytes === null || bytes.length < 2) throw notAKey(text)
  if (bytes[0] !== algorithm) return null
  if (bytes.length !== KEY_BYTES + 1 || idOf(name, bytes) !== id) throw notAKey(text)
  return { name, id, text, publicKey: bytes.slice(1) }
}

/** The key of a name that these 32 bytes of Ed25519 are. */
export function noteKeyOf(name: string, publicKey: Uint8Array): NoteKey {
  return keyOfAlgorithm(name, ED25519, publicKey)
}

/** The same, for signatures of another kind by Ed25519. */
export function keyOfAlgorithm(name: string, algorithm: number, publicKey: Uint8Array): NoteKey {
  const bytes = concatBytes(Uint8Array.of(algorithm), publicKey)
  const id = idOf(name, bytes)
  return { name, id, text: `${name}+${id}+${toBase64(bytes)}`, publicKey }
}

/** The same, of a key that has to be one that verifies. */
export function requireKey(text: string): NoteKey {
  return requireKeyOf(text, ED25519)
}

/** The key of one algorithm that a text stands for; throws LogRefused for what is none. */
export function requireKeyOf(text: string, algorithm: number): NoteKey {
  const key = parseKeyOf(text, algorithm)
  if (key === null) throw new LogRefused(`${text} is a key of an algorithm that is not known here`)
  return key
}

/** A line for each key; those of other algorithms are passed over. */
export function parseKeys(text: string): NoteKey[] {
  const lines = text.split('\n').filter((line) => line !== '')
  if (lines.length > MOST_KEYS) throw new LogRefused(`the log offers more than ${MOST_KEYS} keys`)
  return lines.map(parseKey).filter((key) => key !== null)
}

/** The note, if at least one of the keys has signed it and no signature of theirs is wrong; throws LogRefused else. */
export async function openNote(signed: string, keys: readonly NoteKey[]): Promise<Note> {
  const note = parseNote(signed)
  if (keys.length === 0) throw new LogRefused('no key of the log is known')
  const known = note.signatures.flatMap((signature) => {
    const key = keys.find(({ name, id }) => name === signature.name && id === signature.id)
    return key === undefined ? [] : [{ key, signature }]
  })
  if (known.length === 0)
    throw new LogRefused(`the checkpoint is not signed by ${keys.map(({ text }) => text).join(' or ')}`)
  for (const { key, signature } of known)
    if (!(await isBy(key, note, signature)))
      throw new LogRefused(`the signature of the checkpoint by ${key.text} is wrong`)
  return note
}

function isBy(key: NoteKey, { text }: Note, { signature }: NoteSignature): Promise<boolean> {
  return isSignedBy(key, new TextEncoder().encode(text), signature)
}

/** Whether these bytes were signed with a key. */
export async function isSignedBy(
  { publicKey }: NoteKey,
  bytes: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, ['verify'])
  return await subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(bytes))
}

function idOf(name: string, key: Uint8Array): string {
  const named = concatBytes(new TextEncoder().encode(`${name}\n`), key)
  return bytesToHex(sha256(named).subarray(0, ID_BYTES))
}

function notAKey(text: string): LogRefused {
  return new LogRefused(`${JSON.stringify(text)} is no key of a signed note`)
}
