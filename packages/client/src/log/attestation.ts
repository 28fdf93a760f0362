import { isHash } from '@colophon/contract'
import { LogRefused, type NoteKey, openEnvelope, parseEnvelope, STATEMENT_TYPE } from '@colophon/log'

/** What a press has signed about the publication of a revision. */
export interface ProvenStatement {
  /** The SHA-256 of the revision. */
  readonly sha256: string
  /** The predicate of the statement, as it stands there. */
  readonly predicate: Readonly<Record<string, unknown>>
  readonly signers: readonly NoteKey[]
}

/** A statement of in-toto about a publication, and nothing else that somebody may have signed. */
const STATEMENT = 'https://in-toto.io/Statement/v1'
const PREDICATE = 'urn:colophon:publication:v1'

/**
 * Proves without a network that one of these keys signed a statement about a revision. Throws LogRefused for what is
 * no envelope, is signed by nobody who is known, was altered, or states something else.
 */
export async function verifyAttestation(
  envelope: string,
  keys: readonly NoteKey[],
): Promise<ProvenStatement> {
  const opened = await openEnvelope(parseEnvelope(envelope), { payloadType: STATEMENT_TYPE, keys })
  const { _type, predicateType, predicate, subject } = objectOf(opened.text)
  if (_type !== STATEMENT || predicateType !== PREDICATE)
    throw new LogRefused(`the envelope holds no statement of ${PREDICATE}`)
  const [first, ...others] = Array.isArray(subject) ? subject : []
  const sha256: unknown = Object(Object(first).digest).sha256
  if (!isHash(sha256) || others.length > 0) throw new LogRefused('the statement is not about one revision')
  return { sha256: String(sha256), predicate: Object(predicate), signers: opened.signers }
}

/** Whose keys have signed an envelope, in its own words: `name+id` each. Nothing of it is proven. */
export function namedSigners(envelope: string): string[] {
  return parseEnvelope(envelope).signatures.map(({ keyid }) => keyid)
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new LogRefused('the statement is not JSON')
  }
}
