import type { StoredRevision } from '@colophon/client'
import { normaliseBody, type Reference } from '@colophon/contract'
import type { Article } from './article-of-file.ts'

/** Whether publishing the article would change nothing of what the stored revision says. */
export function saysTheSame(article: Article, { fields, body }: StoredRevision): boolean {
  return (
    fields.document_kind === article.kind &&
    fields.title === article.title &&
    fields.summary === article.summary &&
    isSameText(fields.applicability, article.applicability) &&
    isSameInstant(fields.observed_at, article.observed_at) &&
    isSameInstant(fields.refresh_after, article.refresh_after) &&
    isSameReferences(fields.references, article.references ?? []) &&
    body === normaliseBody(article.body)
  )
}

function isSameText(stored: unknown, given: string | null | undefined): boolean {
  return (stored ?? null) === (given ?? null)
}

/** The service writes milliseconds where the author may have left them out. */
function isSameInstant(stored: unknown, given: string | null | undefined): boolean {
  if (typeof stored !== 'string' || typeof given !== 'string') return isSameText(stored, given)
  return stored === given || Date.parse(stored) === Date.parse(given)
}

/** The service fills in what the author left out: only what is given is compared. */
function isSameReferences(stored: unknown, given: NonNullable<Article['references']>): boolean {
  if (!Array.isArray(stored) || stored.length !== given.length) return false
  return given.every((reference, place) => isSameReference(stored[place], reference))
}

const INSTANTS: ReadonlySet<string> = new Set<keyof Reference>(['checked_at', 'revision_created_at'])

function isSameReference(stored: unknown, given: object): boolean {
  if (typeof stored !== 'object' || stored === null) return false
  return Object.entries(given).every(([name, value]) => {
    if (value === null || value === undefined) return true
    const known: unknown = Reflect.get(stored, name)
    return INSTANTS.has(name) ? isSameInstant(known, String(value)) : known === value
  })
}
