import { randomUUID } from 'node:crypto'
import type { Scratch } from '../index/match.ts'
import { type Ranked, SearchRefused, type ThreadRequest } from '../indexer/messages.ts'
import type { PlainTexts } from '../pages/plain-texts.ts'
import { createSampler } from './candidates.ts'
import { SEARCH_INDEX_LIMITS } from './index-limits.ts'
import { createTopicIndexer, type TopicIndexerSources } from './index-topic.ts'
import {
  beginProgress,
  claimProgress,
  countBehind,
  isCurrent,
  readStates,
  releaseProgress,
  type TopicState,
} from './progress.ts'
import { rankCandidates } from './rank-candidates.ts'

/**
 * A bitmap of the index it is, always: the planner knows nothing of keys that begin with a block, expects half of all
 * articles, and would start other processes for them.
 */
const PLAN =
  'set local enable_seqscan = off; set local jit = off; set local max_parallel_workers_per_gather = 0'
/** Of a process that makes the documents of a topic, from step to step. */
const CLAIM_SECONDS = 60

export interface DatabaseIndexSources extends TopicIndexerSources {
  readonly plainTexts: PlainTexts
  readonly scratch: Scratch
}

/** Search with its index in the database. One call at a time. */
export interface DatabaseIndex {
  /** Over everything of the topics that was committed before the call; `SearchRefused` where much of it is not in the index yet. */
  rank(asked: ThreadRequest & { kind: 'rank' }): Promise<Ranked>
  /** Brings in what a search would otherwise wait for. */
  followAll(): Promise<void>
}

export function createDatabaseIndex(sources: DatabaseIndexSources): DatabaseIndex {
  const { rows } = sources
  const indexer = createTopicIndexer(sources)
  const ranking = { ...sources, readSample: createSampler() }
  const isNear = async (state: TopicState) => countBehind(state) <= SEARCH_INDEX_LIMITS.behind

  async function current(state: TopicState): Promise<TopicState | null> {
    const followed = await indexer.follow(state, isNear)
    if (followed !== null && !isCurrent(followed))
      throw new SearchRefused(
        `The search index of the topic is being made: ${countBehind(followed)} changes are not in it yet. Ask again later.`,
      )
    return followed
  }

  return {
    async rank(asked) {
      const states: TopicState[] = []
      for (const state of await readStates(rows, asked.topics)) {
        const followed = await current(state)
        if (followed !== null) states.push(followed)
      }
      const topics = states.flatMap(({ progress }) => progress ?? [])
      return rows.atOnce(async () => {
        await rows.query(PLAN, [])
        return rankCandidates({ rows, topics }, ranking, asked)
      })
    },
    async followAll() {
      for (const state of await readStates(rows, null))
        if (!isCurrent(state)) await indexer.follow(state, isNear)
    },
  }
}

/** Makes the documents of a topic, whatever it takes; nothing where another process does. */
export async function makeDocuments(sources: TopicIndexerSources, topicId: string): Promise<void> {
  const { rows } = sources
  const by = randomUUID()
  const read = async () => (await readStates(rows, [topicId]))[0] ?? null
  const begun = await read()
  if (begun?.progress === null) await beginProgress(rows, begun)
  const state = await read()
  if (state === null) return
  const claim = () => claimProgress(rows, { topicId, by, seconds: CLAIM_SECONDS })
  await createTopicIndexer(sources)
    .follow(state, claim)
    .finally(() => releaseProgress(rows, topicId, by))
}
