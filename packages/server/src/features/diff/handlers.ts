import type { Handler } from '../../catalog/handler.ts'
import { readRevision } from '../../catalog/objects.ts'
import { ok } from '../../command/call.ts'
import { changedFields, requireOneEntry } from './rules.ts'
import { compareSections } from './sections.ts'
import { unifiedDiff } from './unified.ts'

export const diffRevisions: Handler<'diffRevisions'> = async (app, call) => {
  const { base, compared } = await call.see(app.storage.read)
  const [from, to] = [await readRevision(app, base.sha256), await readRevision(app, compared.sha256)]
  requireOneEntry(from.meta, to.meta)
  return ok({
    entry_id: to.meta.entry_id,
    from: base.sha256,
    to: compared.sha256,
    ...unifiedDiff({ sha256: base.sha256, body: from.body }, { sha256: compared.sha256, body: to.body }),
    fields: changedFields(from.meta, to.meta),
    sections: compareSections(from.body, to.body),
  })
}
