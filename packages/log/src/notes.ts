import { bytesToHex, concatBytes, hexToBytes, readBase64, toBase64 } from './bytes.ts'
import { LogRefused } from './proofs.ts'

/** A note of C2SP signed-note, as it says. What it says is worth nothing before a signature was verified. */
export interface Note {
  /** With its last line break: what is signed. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

export interface NoteSignature {
  readonly name: string
  /** Eight hexadecimal digits. */
  readonly id: string
  readonly signature: Uint8Array
}

/** More than any log needs: the specification asks for 16 signatures, of which a post-quantum one has 5 kB. */
const MOST_SIGNATURES = 64
const MOST_CHARACTERS = 1_000_000
/** Of the id of a key. */
export const ID_BYTES = 4

const SIGNATURE = /^— ([^\s+]+) (\S+)$/u

/** Whether a key may have this name. */
export function isKeyName(name: string): boolean {
  return /^[^\s+]+$/u.test(name) && !hasControl(name)
}

/** Throws LogRefused for what is no note. */
export function parseNote(note: string): Note {
  if (note.length > MOST_CHARACTERS) throw refused('is too long')
  if (hasControl(note)) throw refused('has a control character')
  // A lone surrogate is no character of UTF-8.
  if (!note.isWellFormed()) throw refused('is not UTF-8')
  const end = note.lastIndexOf('\n\n')
  if (end < 1 || !note.endsWith('\n')) throw refused('has no signatures')
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > MOST_SIGNATURES) throw refused(`has more than ${MOST_SIGNATURES} signatures`)
  return { text: note.slice(0, end + 1), signatures: lines.map(readSignature) }
}

function readSignature(line: string): NoteSignature {
  const [, name, encoded = ''] = SIGNATURE.exec(line) ?? []
  const bytes = readBase64(encoded)
  if (name === undefined || bytes === null || bytes.length <= ID_BYTES)
    throw refused('has a signature that is none')
  const id = bytesToHex(bytes.subarray(0, ID_BYTES))
  return { name, id, signature: bytes.subarray(ID_BYTES) }
}

/** The note as it is sent: the text, which ends with a line break, and a line for each signature. */
export function formatNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(formatSignature).join('')}`
}

/** The line of a signature, with its line break. */
export function formatSignature({ name, id, signature }: NoteSignature): string {
  return `— ${name} ${toBase64(concatBytes(hexToBytes(id), signature))}\n`
}

function hasControl(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' && character !== '\n')
}

function refused(why: string): LogRefused {
  return new LogRefused(`the signed note ${why}`)
}
