import { isSame, readBase64, toBase64 } from './bytes.ts'
import { type NoteKey, openNote } from './keys.ts'
import { EMPTY_ROOT, HASH_BYTES } from './merkle.ts'
import { formatNote, parseNote } from './notes.ts'
import { LogRefused, type TreeHead } from './proofs.ts'

/** The signed head of a log: C2SP tlog-checkpoint. */
export interface Checkpoint extends TreeHead {
  /** The name of the log. */
  readonly origin: string
  /** As it was signed, with its signatures. */
  readonly signed: string
}

const SIZE = /^(0|[1-9]\d*)$/

/** What is signed of the head of a log. */
export function checkpointText(origin: string, { size, root }: TreeHead): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`
}

/** A checkpoint that one of the keys has signed, all of which must bear the name of the log; throws LogRefused else. */
export async function openCheckpoint(signed: string, keys: readonly NoteKey[]): Promise<Checkpoint> {
  const { text } = await openNote(signed, keys)
  const [origin = '', size = '', encoded = '', ...rest] = text.split('\n')
  const root = readBase64(encoded)
  if (
    origin === '' ||
    !SIZE.test(size) ||
    root?.length !== HASH_BYTES ||
    rest.join('') !== '' ||
    rest.length !== 1
  )
    throw new LogRefused('the signed note is no checkpoint of a log')
  const checkpoint = { origin, size: Number(size), root, signed }
  if (!Number.isSafeInteger(checkpoint.size)) throw new LogRefused(`a log of ${size} leaves is none`)
  if (checkpoint.size === 0 && !isSame(root, EMPTY_ROOT))
    throw new LogRefused('the checkpoint has a root and no leaves')
  const other = keys.find(({ name }) => name !== origin)
  if (other !== undefined)
    throw new LogRefused(`the log is ${origin}, and ${other.text} is the key of another`)
  return checkpoint
}

/** The same note with the signatures of one key alone: those of witnesses differ from one reader to the next. */
export function signedBy(signed: string, { name, id }: NoteKey): string {
  const { text, signatures } = parseNote(signed)
  return formatNote({
    text,
    signatures: signatures.filter((other) => other.name === name && other.id === id),
  })
}
