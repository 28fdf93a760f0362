import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** How a row of the table `blobs` holds the bytes of its object. */
export interface PackedBytes {
  readonly bytes: Uint8Array
  /** 0: as they are. 1: as raw DEFLATE (RFC 1951) that begins with the first dictionary. */
  readonly packed: number
}

/**
 * What records and front matter say again and again. Rows are read with the dictionary that they were written with, for
 * ever: another one is another number.
 */
const FIRST_DICTIONARY = Buffer.from(
  [
    '{"created_at":"2026-","evidence_ttl_days":180,"format_version":1,"kind":"policy","minimum_evidence":0,"nonce":"',
    '","previous_hash":null,"publication_modes":["reviewed","direct","admin_override"],"review_focuses":["accuracy",',
    '"usefulness"],"topic_id":"{"candidate_hash":"","created_at":"","decision":"accept","focus":"accuracy","format_version":1,',
    '"kind":"review","nonce":"","rationale":"","reviewer":"","status":"","replacement":null,"retired_at":"","retired_by":"',
    '{"applicability":null,"body":"# \\n\\n## \\n\\n- **```\\n the of and to a in is that for it with as on are be this by from or',
    ' an at not which can has when you use one each more than ',
    '\\n","created_at":"2026-","definition_hash":null,"document_kind":"article","entry_id":"","format_version":1,"kind":"proposal",',
    '"nonce":"","observed_at":null,"parent_hash":null,"path":"/","references":[],"refresh_after":null,"summary":"","task_generation":',
    'null,"task_id":null,"title":"","topic_id":"","applicability":null,"claims":[],"language":"en","source":"https://www.',
    '{"content_hash":"","entry_id":"","format_version":1,"kind":"publication","mode":"direct","nonce":"","previous_head":null,',
    '"published_at":"2026-","published_by":"operator","reason":null,"topic_id":"',
    '---\naccepted_by: "operator"\nauthor: "operator"\ncreated_at: "2026-',
    'Z"\ndocument_kind: "article"\nentry_id: "',
    '"\nformat_version: 1\nkind: "candidate"\nparent_hash: null\npath: "/',
    '"\npolicy_hash: "',
    '"\nproposal_hash: "',
    '"\nreferences: []\nsummary: "',
    '"\ntitle: "',
    '"\ntopic_id: "',
    '"\n---\n\n# ',
  ].join(''),
)
const DEFLATED = 1
const OPTIONS = {
  level: 6,
  // A window of 8 KiB and small tables: most objects are no larger, and each is packed by itself.
  windowBits: 13,
  memLevel: 5,
  dictionary: FIRST_DICTIONARY,
}
/** Less is not worth the time; more would hold a transaction for longer than a commit. */
const [SMALLEST, LARGEST] = [64, 32 * 1024]
/** What saves less than this share stays as it is. */
const WORTHWHILE = 0.9

/** In the shorter form, where there is one. */
export function packBytes(bytes: Uint8Array): PackedBytes {
  if (bytes.length < SMALLEST || bytes.length > LARGEST) return { bytes, packed: 0 }
  const deflated = deflateRawSync(bytes, OPTIONS)
  return deflated.length < bytes.length * WORTHWHILE
    ? { bytes: deflated, packed: DEFLATED }
    : { bytes, packed: 0 }
}

/** The bytes of an object; null where the row holds none, because it was damaged. */
export function unpackBytes({ bytes, packed }: PackedBytes): Uint8Array | null {
  if (packed === 0) return bytes
  if (packed !== DEFLATED) return null
  try {
    // A copy: what zlib answers holds 16 KB of memory, however short.
    return new Uint8Array(inflateRawSync(bytes, { ...OPTIONS, maxOutputLength: LARGEST }))
  } catch {
    return null
  }
}
