import { readBase64, toBase64 } from './bytes.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import type { NoteKey } from './keys.ts'
import { EMPTY_ROOT } from './merkle.ts'
import { parseNote } from './notes.ts'
import { LogRefused, provesConsistency, type TreeHead } from './proofs.ts'

/** A request of C2SP tlog-witness to cosign a checkpoint. */
interface CheckpointRequest {
  readonly oldSize: number
  readonly proof: readonly Uint8Array[]
  /** The signed note. */
  readonly signed: string
}

const MOST_HASHES = 63

/** The body of a request, as the protocol writes it. */
export function formatRequest({ oldSize, proof, signed }: CheckpointRequest): string {
  return `old ${oldSize}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${signed}`
}

/** The request that a body is; null for what is none. */
export function parseRequest(body: string): CheckpointRequest | null {
  const end = body.indexOf('\n\n')
  const [first = '', ...lines] = body.slice(0, Math.max(0, end)).split('\n')
  const old = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1]
  const proof = lines.map(readBase64)
  if (old === undefined || lines.length > MOST_HASHES || proof.includes(null)) return null
  return { oldSize: Number(old), proof: proof.filter((hash) => hash !== null), signed: body.slice(end + 2) }
}

/** What a witness has to say to a request: a status of the protocol, or the checkpoint that it is to sign. */
type WitnessVerdict =
  | { readonly status: 400 | 403 | 404 | 422; readonly why: string }
  | { readonly status: 409; readonly size: number }
  | { readonly status: 200; readonly checkpoint: Checkpoint }

/** The head that a witness has cosigned last of an origin; of none it is the empty tree. */
type CosignedHead = (origin: string) => TreeHead | null

/** Decides on a request by the keys of the logs that are witnessed and what was cosigned before. */
export async function judgeRequest(
  request: CheckpointRequest,
  logs: readonly NoteKey[],
  cosigned: CosignedHead,
): Promise<WitnessVerdict> {
  const origin = originOf(request.signed)
  if (origin === null) return { status: 400, why: 'the checkpoint is no signed note' }
  const keys = logs.filter(({ name }) => name === origin)
  if (keys.length === 0) return { status: 404, why: 'this log is not witnessed here' }
  const checkpoint = await openOrNull(request.signed, keys)
  if (checkpoint === null) return { status: 403, why: 'no key of the log has signed this checkpoint' }
  if (request.oldSize > checkpoint.size)
    return { status: 400, why: 'the old size is larger than the new one' }
  const known = cosigned(origin) ?? { size: 0, root: EMPTY_ROOT }
  if (request.oldSize !== known.size) return { status: 409, size: known.size }
  if (provesConsistency(request.proof, known, checkpoint)) return { status: 200, checkpoint }
  // Two roots of one size are two histories.
  if (known.size === checkpoint.size) return { status: 409, size: known.size }
  return { status: 422, why: 'the proof does not lead from what was cosigned to this checkpoint' }
}

function originOf(signed: string): string | null {
  try {
    return parseNote(signed).text.split('\n')[0] ?? null
  } catch (error) {
    if (error instanceof LogRefused) return null
    throw error
  }
}

async function openOrNull(signed: string, keys: readonly NoteKey[]): Promise<Checkpoint | null> {
  try {
    return await openCheckpoint(signed, keys)
  } catch (error) {
    if (error instanceof LogRefused) return null
    throw error
  }
}
