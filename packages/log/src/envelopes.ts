import { concatBytes, readBase64, toBase64 } from './bytes.ts'
import { isSignedBy, type NoteKey } from './keys.ts'
import type { NoteSigner } from './note-signer.ts'
import { LogRefused } from './proofs.ts'

/** A DSSE envelope: bytes of a type, and who signed them. */
export interface Envelope {
  /** In standard base64. */
  readonly payload: string
  readonly payloadType: string
  /** `keyid` is `name+id` of a key of the log; `sig` in standard base64. */
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[]
}

/** What an in-toto statement is in an envelope. */
export const STATEMENT_TYPE = 'application/vnd.in-toto+json'

const MOST_SIGNATURES = 64

/** The envelope of a text, signed with every key of the log. */
export function sealEnvelope(text: string, payloadType: string, { signBytes }: NoteSigner): Envelope {
  const payload = new TextEncoder().encode(text)
  const signatures = signBytes(signedBytes(payloadType, payload)).map(({ key, signature }) => ({
    keyid: keyIdOf(key),
    sig: toBase64(signature),
  }))
  return { payload: toBase64(payload), payloadType, signatures }
}

/**
 * What an envelope of this type holds, as text, if at least one of the keys has signed it and no signature of theirs
 * is wrong; throws LogRefused else.
 */
export async function openEnvelope(
  envelope: Envelope,
  { payloadType, keys }: { payloadType: string; keys: readonly NoteKey[] },
): Promise<{ text: string; signers: NoteKey[] }> {
  if (envelope.payloadType !== payloadType)
    throw new LogRefused(`the envelope holds ${JSON.stringify(envelope.payloadType)}, not ${payloadType}`)
  const payload = bytesOf(envelope.payload, 'payload')
  const signed = signedBytes(payloadType, payload)
  const signers: NoteKey[] = []
  for (const { keyid, sig } of envelope.signatures) {
    const key = keys.find((known) => keyIdOf(known) === keyid)
    if (key === undefined) continue
    if (!(await isSignedBy(key, signed, bytesOf(sig, 'signature'))))
      throw new LogRefused(`the signature by ${key.text} is wrong`)
    signers.push(key)
  }
  if (signers.length === 0)
    throw new LogRefused(`the envelope is not signed by ${keys.map(({ text }) => text).join(' or ')}`)
  return { text: new TextDecoder('utf-8', { fatal: true }).decode(payload), signers }
}

/** The envelope that a JSON text is; throws LogRefused for what is none. */
export function parseEnvelope(text: string): Envelope {
  const { payload, payloadType, signatures } = readObject(text)
  if (typeof payload !== 'string' || typeof payloadType !== 'string' || !Array.isArray(signatures))
    throw notAnEnvelope()
  if (signatures.length > MOST_SIGNATURES)
    throw new LogRefused(`the envelope has more than ${MOST_SIGNATURES} signatures`)
  return { payload, payloadType, signatures: signatures.map(signatureOf) }
}

function signatureOf(value: unknown): Envelope['signatures'][number] {
  const { keyid, sig } = Object(value) as Record<string, unknown>
  if (typeof keyid !== 'string' || typeof sig !== 'string') throw notAnEnvelope()
  return { keyid, sig }
}

/** How the key of a log is named in an envelope. */
function keyIdOf({ name, id }: NoteKey): string {
  return `${name}+${id}`
}

/** What is signed: DSSE's pre-authentication encoding, which no checkpoint of a log can be. */
function signedBytes(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = new TextEncoder().encode(payloadType)
  const head = new TextEncoder().encode(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `)
  return concatBytes(head, payload)
}

function bytesOf(text: string, what: string): Uint8Array {
  const bytes = readBase64(text)
  if (bytes === null) throw new LogRefused(`the ${what} of the envelope is not base64`)
  return bytes
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw notAnEnvelope()
  }
}

function notAnEnvelope(): LogRefused {
  return new LogRefused('this is no DSSE envelope')
}
