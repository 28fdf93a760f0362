import { SECTION_LIMITS } from '@colophon/contract'
import type { Handler } from '../../catalog/handler.ts'
import { isPosition, openPage } from '../../catalog/pages.ts'
import { ok } from '../../command/call.ts'

/** The search thread reads the revision: one of a megabyte takes longer than the main thread can spare. */
export const listSections: Handler<'listSections'> = async (app, call) => {
  const { base } = await call.resolveResources(app.storage.read)
  const query = { ...call.query, limit: SECTION_LIMITS.onPage }
  const { after, binding } = openPage(app, { ...call, query }, isPosition)
  return ok(
    await app.search.ask<'sections'>({ kind: 'sections', sha256: base.sha256, first: after ?? 0, binding }),
  )
}
