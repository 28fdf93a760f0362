import type { AnswerOf, Operations } from '@colophon/contract'
import { canonicalJson } from '../../core/canonical-json.ts'
import type { RevisionMeta } from '../../core/front-matter.ts'
import { problem } from '../../core/problem.ts'

type ChangedField = AnswerOf<Operations['diffRevisions']>['fields'][number]

/** Both are readable, so that it tells nothing to say that they do not belong together. */
export function requireOneEntry(from: RevisionMeta, to: RevisionMeta): void {
  if (from.entry_id === to.entry_id) return
  const message = 'is a revision of another entry'
  throw problem('invalid_request', `b ${message}.`, { errors: [{ location: 'path', pointer: 'b', message }] })
}

/** Every key of the front matter whose value is another, in alphabetical order. */
export function changedFields(from: RevisionMeta, to: RevisionMeta): ChangedField[] {
  return Object.entries(from)
    .map(([field, value]) => ({ field, from: value as unknown, to: Reflect.get(to, field) as unknown }))
    .filter((one) => canonicalJson(one.from) !== canonicalJson(one.to))
    .sort((one, other) => (one.field < other.field ? -1 : 1))
}
