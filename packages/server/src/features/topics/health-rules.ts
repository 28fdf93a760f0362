import { type AnswerOf, HEALTH_LIMITS, type Operations } from '@colophon/contract'

type Health = AnswerOf<Operations['getTopicHealth']>

/** A head that is worth a look, and since when. */
export type HealthRow = Health['due']['items'][number]

/** What is known of the heads of a topic; one may be named several times. */
interface HealthRows {
  readonly due: readonly HealthRow[]
  readonly challenged: readonly HealthRow[]
  readonly retired: readonly HealthRow[]
}

/** Each head once and under one word, as `freshness` has it: what is challenged is not said to be due. */
export function healthOf({ due, challenged, retired }: HealthRows): Pick<Health, keyof HealthRows> {
  const challengedHeads = oldestFirst(challenged)
  const doubted = new Set(challengedHeads.map(({ entry_id }) => entry_id))
  return {
    due: listOf(oldestFirst(due).filter(({ entry_id }) => !doubted.has(entry_id))),
    challenged: listOf(challengedHeads),
    retired: listOf(oldestFirst(retired).reverse()),
  }
}

/** Each head since the first time that is known. */
function oldestFirst(rows: readonly HealthRow[]): HealthRow[] {
  const sorted = rows.toSorted((one, other) => {
    const [a, b] = [`${one.since} ${one.entry_id}`, `${other.since} ${other.entry_id}`]
    return a < b ? -1 : Number(a > b)
  })
  return [...Map.groupBy(sorted, ({ entry_id }) => entry_id).values()].flatMap(([first]) => first ?? [])
}

function listOf(rows: readonly HealthRow[]): Health['due'] {
  return {
    count: Math.min(rows.length, HEALTH_LIMITS.counted),
    items: rows.slice(0, HEALTH_LIMITS.shown).map(({ entry_id, content_hash, path, title, since }) => ({
      entry_id,
      content_hash,
      path,
      title,
      since,
    })),
  }
}
