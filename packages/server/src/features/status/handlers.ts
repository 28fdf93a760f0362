import { isRetired } from '@colophon/contract'
import type { Handler } from '../../catalog/handler.ts'
import { replacementsOf } from '../../catalog/retirements.ts'
import { standingsOf } from '../../catalog/standings.ts'
import { findVisibleRevision, type RevisionInSite } from '../../catalog/visibility.ts'
import { ok } from '../../command/call.ts'
import { NO_STANDING } from '../../core/freshness.ts'
import type { Db } from '../../storage/storage.ts'
import { citationState, freshnessOf, type RevisionStatus, unknown } from './rules.ts'
import { findCited } from './store.ts'

/** Each hash is looked up as `/objects/{sha256}` looks up its own: there is no second rule of who may see what. */
export const getStatus: Handler<'getStatus'> = async (app, call) => {
  const db = app.storage.read
  const now = app.ambient.now()
  const items: RevisionStatus[] = []
  for (const sha256 of call.query.sha256) {
    const revision = await findVisibleRevision(db, call.caller, sha256)
    items.push(revision === null ? unknown(sha256) : await statusOf(db, revision, now))
  }
  return ok({ items, next_cursor: null })
}

async function statusOf(db: Db, revision: RevisionInSite, now: string): Promise<RevisionStatus> {
  const { sha256, entry_id, head_hash } = revision
  const cited = await findCited(db, { hash: sha256 })
  if (cited === null) throw new Error(`the published revision ${sha256} has no entry`)
  const state = citationState(revision)
  const standings = await standingsOf(db, [{ content_hash: sha256, topic_id: cited.topic_id }])
  return {
    sha256,
    state,
    entry_id,
    head_hash,
    path: cited.path,
    title: cited.title,
    replacements: isRetired(revision.retirement_state) ? await replacementsOf(db, sha256) : [],
    freshness: freshnessOf(state, cited.refresh_after, {
      now,
      standing: standings.get(sha256) ?? NO_STANDING,
    }),
  }
}
