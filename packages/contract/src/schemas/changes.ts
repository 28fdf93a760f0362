import {
  component,
  EntryPath,
  Hash,
  Mode,
  nullable,
  oneOf,
  RetirementState,
  Timestamp,
  TopicSlug,
  Uuid,
  Visibility,
} from '../fields.ts'
import { Type } from '../schema.ts'
import { page } from './page.ts'

const Seq = Type.Integer({ minimum: 1, description: '1, 2, 3 ... in the stream, without gaps.' })

/** An act in a stream of changes: what does not belong to its kind is null. */
export const Change = component('Change', {
  seq: Seq,
  change: oneOf(
    ['publication', 'retirement', 'visibility', 'withheld'],
    'Whatever was done in a topic that the public cannot read now is `withheld`, with nothing but its `seq`.',
  ),
  at: nullable(Timestamp),
  topic_id: nullable(TopicSlug),
  entry_id: nullable(Uuid),
  path: nullable(EntryPath),
  title: nullable(Type.String()),
  content_hash: nullable(Hash),
  parent_hash: nullable(Hash),
  publication_hash: nullable(Hash),
  mode: nullable(Mode),
  retirement_hash: nullable(Hash),
  state: nullable(RetirementState),
  visibility: nullable(Visibility),
})

/** A page of a stream, and how far the stream goes. */
export const ChangePage = component('ChangePage', {
  ...page('ChangePage', Change).properties,
  head_seq: Type.Integer({
    minimum: 0,
    description:
      'The newest `seq` of the stream; 0 where nothing was done, or nothing that the caller may know.',
  }),
})

const LogEntry = component('LogEntry', {
  index: Type.Integer({ minimum: 0, description: 'Of the leaf, counted from 0.' }),
  kind: oneOf(['publication', 'retirement']),
  record_hash: Hash,
})

const AttestationSignature = component('AttestationSignature', {
  keyid: Type.String({ description: '`name+id` of a key of `/log/keys`.' }),
  sig: Type.String({ description: 'Ed25519, in base64, over the pre-authentication encoding of DSSE.' }),
})

/** A DSSE envelope (secure-systems-lab), whose names are its own. */
export const Attestation = component('Attestation', {
  payload: Type.String({ description: 'The in-toto statement, RFC 8785, in base64.' }),
  payloadType: Type.Literal('application/vnd.in-toto+json'),
  signatures: Type.Array(AttestationSignature),
})

/** The leaves of the transparency log that are about an object. */
export const LogEntries = component('LogEntries', {
  sha256: Hash,
  entries: Type.Array(LogEntry),
})
