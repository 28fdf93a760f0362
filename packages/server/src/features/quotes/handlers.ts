import { isListed } from '@colophon/contract'
import type { App } from '../../app.ts'
import type { Handler } from '../../catalog/handler.ts'
import { readBytes } from '../../catalog/objects.ts'
import { findVisibleEntry } from '../../catalog/visibility.ts'
import { ok } from '../../command/call.ts'
import { bodyStartOf, decodeRevision } from '../../text/front-matter.ts'

/** Of the revision that is named, and of the head that its entry has now. */
export const quoteRevision: Handler<'findQuote'> = async (app, call) => {
  const { base } = await call.resolveResources(app.storage.read)
  const { text } = call.query
  const { entryId, place } = await placeInRevision(app, base.sha256, text)
  const entry = await findVisibleEntry(app.storage.read, call.caller, entryId)
  const head = entry !== null && isListed(entry.status) ? entry.content_hash : null
  return ok({
    sha256: base.sha256,
    found: place !== null,
    start: place?.start ?? null,
    end: place?.end ?? null,
    in_head:
      head === null ? null : await isIn(app, head, { sha256: base.sha256, found: place !== null, text }),
  })
}

async function isIn(
  app: App,
  head: string,
  { sha256, found, text }: { sha256: string; found: boolean; text: string },
): Promise<boolean> {
  if (head === sha256) return found
  return (await placeInRevision(app, head, text)).place !== null
}

/** In bytes of the whole object: the body stands at its end. */
async function placeInRevision(app: App, sha256: string, quote: string) {
  const bytes = await readBytes(app, sha256)
  const { meta, body } = decodeRevision(bytes)
  const place = await app.textRenderer.analysis.quote(body, quote)
  const before = bodyStartOf(bytes)
  const moved = place === null ? null : { start: place.start + before, end: place.end + before }
  return { entryId: meta.entry_id, place: moved }
}
