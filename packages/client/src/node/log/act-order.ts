/** Something that was done in a topic, as its record has it. */
export interface LoggedAct {
  readonly at: string
  /** Of what has the same time, changes of visibility come last, by their number in the topic; 0 for the others. */
  readonly position: number
  /** The hash of the record; of a change of visibility, its id. */
  readonly record: string
  readonly topic: string
  /** What a change of visibility makes of the topic; null for a publication or a retirement. */
  readonly visibility: string | null
}

/**
 * The records that are leaves of a log, in its order: what was done in public at once, and what was done while a topic
 * was invited when it is opened. Topics begin as invited ones.
 */
export function leavesOfActs<A extends LoggedAct>(acts: readonly A[]): A[] {
  const leaves: A[] = []
  const waiting = new Map<string, A[]>()
  const open = new Set<string>()
  for (const act of acts.toSorted(inOrder)) {
    const { topic, visibility } = act
    if (visibility === null && open.has(topic)) leaves.push(act)
    else if (visibility === null) waitIn(waiting, act)
    else if (visibility !== 'public') open.delete(topic)
    else {
      for (const done of waiting.get(topic) ?? []) leaves.push(done)
      waiting.delete(topic)
      open.add(topic)
    }
  }
  return leaves
}

function waitIn<A extends LoggedAct>(waiting: Map<string, A[]>, act: A): void {
  const acts = waiting.get(act.topic) ?? []
  acts.push(act)
  waiting.set(act.topic, acts)
}

function inOrder(one: LoggedAct, other: LoggedAct): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  if (one.position !== other.position) return one.position - other.position
  return one.record < other.record ? -1 : 1
}
