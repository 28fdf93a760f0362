import { type ClosedLists, isObservation, normaliseBody, type Reference } from '@colophon/contract'
import { canonicalJson } from '../core/canonical-json.ts'
import { sha256Hex } from '../core/hash.ts'

/** The front matter of a revision. The last three are null for an article, and then not in its bytes. */
export interface RevisionMeta {
  accepted_by: string
  author: string
  created_at: string
  document_kind: 'article' | 'observation'
  entry_id: string
  format_version: 1
  kind: 'candidate'
  parent_hash: string | null
  path: string
  policy_hash: string
  proposal_hash: string
  references: readonly Reference[]
  summary: string
  title: string
  topic_id: string
  applicability: string | null
  observed_at: string | null
  refresh_after: string | null
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isTextOrNull: Check = (value) => value === null || typeof value === 'string'

type DocumentKind = ClosedLists['documentKind']

function isMemberOf<M extends string>(members: Readonly<Record<M, true>>) {
  return (value: unknown): value is M => typeof value === 'string' && Object.hasOwn(members, value)
}

const isDocumentKind = isMemberOf<DocumentKind>({ article: true, observation: true })

const REFERENCE_FIELDS: Record<keyof Reference, Check> = {
  checked_at: isTextOrNull,
  entry_id: isTextOrNull,
  kind: isMemberOf<ClosedLists['referenceKind']>({ service: true, url: true }),
  note: isTextOrNull,
  path: isTextOrNull,
  relation: isTextOrNull,
  revision_created_at: isTextOrNull,
  selection: isTextOrNull,
  sha256: isTextOrNull,
  title: isTextOrNull,
  url: isTextOrNull,
}

const FIELDS: Record<keyof RevisionMeta, Check> = {
  accepted_by: isText,
  applicability: isTextOrNull,
  author: isText,
  created_at: isText,
  document_kind: isDocumentKind,
  entry_id: isText,
  format_version: (value) => value === 1,
  kind: (value) => value === 'candidate',
  observed_at: isTextOrNull,
  parent_hash: isTextOrNull,
  path: isText,
  policy_hash: isText,
  proposal_hash: isText,
  references: (value) => Array.isArray(value) && value.every((item) => hasForm(item, REFERENCE_FIELDS)),
  refresh_after: isTextOrNull,
  summary: isText,
  title: isText,
  topic_id: isText,
}

const OBSERVATION_FIELDS = ['applicability', 'observed_at', 'refresh_after'] as const
const NO_OBSERVATION = { applicability: null, observed_at: null, refresh_after: null }
/** A line each, in the order of their names. */
const OBSERVATION_LINES = (Object.keys(FIELDS) as (keyof RevisionMeta)[]).sort()
const ARTICLE_LINES = OBSERVATION_LINES.filter((name) => !(name in NO_OBSERVATION))
const LINES: Readonly<Record<DocumentKind, readonly (keyof RevisionMeta)[]>> = {
  article: ARTICLE_LINES,
  observation: OBSERVATION_LINES,
}
/** What the lines of a kind do not say. */
const LEFT_OUT: Readonly<Record<DocumentKind, Partial<RevisionMeta>>> = {
  article: NO_OBSERVATION,
  observation: {},
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const OPENING = '---\n'
const CLOSING = '\n---\n\n'

/** The bytes of a revision and their name. The body must have the form that `normaliseBody` gives. */
export function encodeRevision(meta: RevisionMeta, body: string): { sha256: string; bytes: Uint8Array } {
  if (!isRevisionMeta(meta)) throw new TypeError('not the fields of a revision')
  const bytes = encoder.encode(revisionText(meta, body))
  return { sha256: sha256Hex(bytes), bytes }
}

/** Reads what `encodeRevision` makes and nothing else: the same bytes come out again, or it throws. */
export function decodeRevision(bytes: Uint8Array): { meta: RevisionMeta; body: string } {
  const text = decoder.decode(bytes)
  // A value is one line of JSON, so that the first line `---` after the opening one is the closing one,
  // whatever stands in the values or begins the body.
  const end = text.indexOf(CLOSING)
  if (end === -1) throw new Error('not a revision: no front matter')
  const meta = readFields(text.slice(OPENING.length, end))
  const body = text.slice(end + CLOSING.length)
  if (revisionText(meta, body) !== text) throw new Error('not a revision: not in canonical form')
  return { meta, body }
}

/** The body alone, of bytes that are known to be a revision. */
export function bodyOfRevision(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(bodyStartOf(bytes)))
}

/** Where the body of a revision begins, in bytes. */
export function bodyStartOf(bytes: Uint8Array): number {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(CLOSING)
  if (end === -1) throw new Error('not a revision: no front matter')
  return end + CLOSING.length
}

function revisionText(meta: RevisionMeta, body: string): string {
  if (normaliseBody(body) !== body || !body.isWellFormed()) throw new TypeError('the body is not normalised')
  const lines = LINES[meta.document_kind].map((name) => `${name}: ${canonicalJson(meta[name])}`)
  return `${OPENING}${lines.join('\n')}${CLOSING}${body}`
}

function readFields(block: string): RevisionMeta {
  const fields = Object.fromEntries(block.split('\n').map(readField))
  const { document_kind: kind } = fields
  const meta = isDocumentKind(kind) ? { ...fields, ...LEFT_OUT[kind] } : fields
  if (!isRevisionMeta(meta)) throw new Error('not a revision: not its fields')
  return meta
}

function readField(line: string): [string, unknown] {
  const colon = line.indexOf(': ')
  if (colon === -1) throw new Error('not a revision: not a line of front matter')
  return [line.slice(0, colon), JSON.parse(line.slice(colon + 2))]
}

function isRevisionMeta(value: unknown): value is RevisionMeta {
  if (!hasForm(value, FIELDS)) return false
  const observed = OBSERVATION_FIELDS.map((key) => Reflect.get(value, key) !== null)
  return isObservation((value as RevisionMeta).document_kind)
    ? observed.every((present) => present)
    : !observed.some((present) => present)
}

/** Whether it has exactly these own keys, each with a value of its kind. */
function hasForm(value: unknown, form: Record<string, Check>): value is object {
  if (typeof value !== 'object' || value === null) return false
  const keys = Object.keys(value)
  return (
    keys.length === Object.keys(form).length &&
    keys.every((key) => Object.hasOwn(form, key) && form[key]?.(Reflect.get(value, key)) === true)
  )
}
