import type { AnswerOf, Operations } from '@colophon/contract'
import type { ShownChange } from './store.ts'

type Change = AnswerOf<Operations['listChanges']>['items'][number]

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
export function changeView(row: ShownChange): Change {
  return {
    seq: row.seq,
    change: row.kind as Change['change'],
    at: row.at,
    topic_id: row.topic_id,
    entry_id: row.entry_id,
    path: row.path,
    title: row.title,
    content_hash: row.content_hash,
    parent_hash: row.parent_hash,
    publication_hash: row.publication_hash,
    mode: row.mode as Change['mode'],
    retirement_hash: row.retirement_hash,
    state: row.state as Change['state'],
    visibility: row.to_visibility as Change['visibility'],
  }
}

/** An act in the public stream: of a topic that is not public now nothing is told, its time included. */
export function publicChangeView(row: ShownChange): Change {
  return row.topic_visibility === 'public'
    ? changeView(row)
    : { seq: row.seq, change: 'withheld', ...NOTHING }
}
