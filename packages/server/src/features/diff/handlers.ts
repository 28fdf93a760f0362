import type { AnswerOf, Operations } from '@colophon/contract'
import type { Handler } from '../../catalog/handler.ts'
import { readRevision } from '../../catalog/objects.ts'
import { ok } from '../../command/call.ts'
import { canonicalJson } from '../../core/canonical-json.ts'
import { problem } from '../../core/problem.ts'
import type { RevisionMeta } from '../../text/front-matter.ts'

type FieldChange = AnswerOf<Operations['diffRevisions']>['fields'][number]

/** Both are readable, so that it tells nothing to say that they do not belong together. */
function requireOneEntry(from: RevisionMeta, to: RevisionMeta): void {
  if (from.entry_id === to.entry_id) return
  const message = 'is a revision of another entry'
  throw problem('invalid_request', `b ${message}.`, { errors: [{ location: 'path', pointer: 'b', message }] })
}

/** Every key of the front matter whose value is another, in alphabetical order. */
function changedFields(from: RevisionMeta, to: RevisionMeta): FieldChange[] {
  return Object.entries(from)
    .map(([field, value]) => ({ field, from: value as unknown, to: Reflect.get(to, field) as unknown }))
    .filter((one) => canonicalJson(one.from) !== canonicalJson(one.to))
    .sort((one, other) => (one.field < other.field ? -1 : 1))
}

export const diffRevisions: Handler<'diffRevisions'> = async (app, call) => {
  const { base, compared } = await call.resolveResources(app.storage.read)
  const [from, to] = [await readRevision(app, base.sha256), await readRevision(app, compared.sha256)]
  requireOneEntry(from.meta, to.meta)
  const written = await app.textRenderer.analysis.compare({
    entry_id: to.meta.entry_id,
    from: { sha256: base.sha256, body: from.body },
    to: { sha256: compared.sha256, body: to.body },
    fields: changedFields(from.meta, to.meta),
  })
  return ok(written)
}
