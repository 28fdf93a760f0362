import {
  type BodyOf,
  BYTE_LIMITS,
  hasText,
  isObservation,
  normaliseBody,
  type Operations,
} from '@colophon/contract'
import { readAuthoredFrontMatter } from './authored-front-matter.ts'
import { summaryOf, titleOf } from './markdown-source.ts'

type Submission = BodyOf<Operations['createSubmission']>

/** What a file says, ready to be submitted but for its path. */
export type Article = Pick<
  Submission,
  'kind' | 'title' | 'summary' | 'body' | 'references' | 'observed_at' | 'refresh_after' | 'applicability'
>

/** A file that cannot become an article; the message is the reason that its author reads. */
export class FileRefused extends Error {}

/** Reads a Markdown file. Its front matter may make it an observation and name its references. */
export function articleOfFile(name: string, bytes: Uint8Array): Article {
  const { fields, body } = readAuthoredFrontMatter(fileText(bytes))
  if (!hasText(body)) throw new FileRefused('has no text')
  // As it would be stored: front matter and the ends of lines are no part of it.
  if (Buffer.byteLength(normaliseBody(body)) > BYTE_LIMITS.articleBody)
    throw new FileRefused(`has a text of over ${BYTE_LIMITS.articleBody} bytes`)
  const title = titleOf(fields, body, name)
  const kind = kindOf(fields)
  return {
    kind,
    title,
    // A file of code alone has nothing better to say than its title.
    summary: summaryOf(fields, body) ?? title,
    body,
    ...referencesOf(fields),
    ...(isObservation(kind) ? observationOf(fields) : {}),
  }
}

/** What was read from a server has its own kind of record as `kind`, and the author's as `document_kind`. */
function kindOf({ kind, document_kind }: Record<string, unknown>): Article['kind'] {
  return kind === 'observation' || document_kind === 'observation' ? 'observation' : 'article'
}

/** The path that the front matter of a file gives; undefined where it gives none. */
export function authoredPath(bytes: Uint8Array): string | undefined {
  const { path } = readAuthoredFrontMatter(fileText(bytes)).fields
  return typeof path === 'string' ? path : undefined
}

/** The text of a file. Throws FileRefused for what is too large, empty or not UTF-8. */
export function fileText(bytes: Uint8Array): string {
  if (bytes.length > BYTE_LIMITS.submissionRequest)
    throw new FileRefused(`is over ${BYTE_LIMITS.submissionRequest} bytes`)
  if (bytes.length === 0) throw new FileRefused('is empty')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new FileRefused('is not valid UTF-8', { cause: error })
  }
}

/** Other documents have a list of this name too: only one of mappings was meant for the server. */
function referencesOf({ references }: Record<string, unknown>): Pick<Article, 'references'> {
  if (!Array.isArray(references) || references.length === 0) return {}
  if (!references.every((item) => typeof item === 'object' && item !== null && 'kind' in item)) return {}
  // What people wrote is checked by the service, which says what is wrong with it.
  return { references: references as NonNullable<Article['references']> }
}

function observationOf(fields: Record<string, unknown>) {
  return {
    observed_at: textField(fields, 'observed_at'),
    refresh_after: textField(fields, 'refresh_after'),
    applicability: textField(fields, 'applicability'),
  }
}

function textField(fields: Record<string, unknown>, name: string): string | null {
  const value = fields[name] ?? null
  if (value === null || typeof value === 'string') return value
  throw new FileRefused(`has a front matter whose ${name} is no text`)
}
