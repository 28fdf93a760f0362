import { type AnswerOf, isPublic, type Operations } from '@colophon/contract'
import type { ChangeWithRecord } from './store.ts'

type ChangeView = AnswerOf<Operations['listChanges']>['items'][number]

const NOTHING = {
  at: null,
  topic_id: null,
  entry_id: null,
  path: null,
  title: null,
  content_hash: null,
  parent_hash: null,
  publication_hash: null,
  mode: null,
  retirement_hash: null,
  state: null,
  visibility: null,
}

/** An act, for whoever may read its topic: never who did it, nor why. */
export function changeView(row: ChangeWithRecord): ChangeView {
  return {
    seq: row.seq,
    change: row.kind as ChangeView['change'],
    at: row.at,
    topic_id: row.topic_id,
    entry_id: row.entry_id,
    path: row.path,
    title: row.title,
    content_hash: row.content_hash,
    parent_hash: row.parent_hash,
    publication_hash: row.publication_hash,
    mode: row.mode as ChangeView['mode'],
    retirement_hash: row.retirement_hash,
    state: row.state as ChangeView['state'],
    visibility: row.to_visibility as ChangeView['visibility'],
  }
}

/** An act in the public stream: of a topic that is not public now nothing is told, its time included. */
export function publicChangeView(row: ChangeWithRecord): ChangeView {
  return isPublic(row.topic_visibility) ? changeView(row) : { seq: row.seq, change: 'withheld', ...NOTHING }
}
