import type { CallOperation } from '../../call.ts'
import type { Client } from '../../client.ts'
import type { Progress } from '../../in-flight.ts'
import type { MirroredEntry } from './entries.ts'
import type { MirrorFolder } from './folder.ts'
import type { MirroredTopic, MirrorState, StreamPosition } from './state.ts'

/** What is to be mirrored, and where. */
export interface MirrorJob {
  readonly client: Client
  /** The origin of the server. */
  readonly press: string
  /** Made where there is none. */
  readonly folder: string
  /** These topics; null: every public one. */
  readonly topics: readonly string[] | null
  readonly progress: Progress
  /** Begins anew, with what is in the folder: looks at all of it and mends what is altered or missing. */
  readonly isChecking?: boolean
}

/** A run of a mirror. */
export interface MirrorRun {
  readonly client: Client
  readonly call: CallOperation
  readonly folder: MirrorFolder
  readonly progress: Progress
  readonly isChecking: boolean
  readonly fetched: { objects: number; bytes: number }
  /** Policies that are in the folder, or on their way there. */
  readonly policies: Map<string, Promise<void>>
  topicOf(topic: string): MirroredTopic | undefined
  /** Notes how far a topic's stream was followed, and which of its entries are others now. */
  keep(topic: string, reached: StreamPosition, changed: ReadonlyMap<string, MirroredEntry>): void
  /** Takes a topic to its beginning; until the run has come to its end, the next one asks every topic. */
  forget(topic: string): Promise<void>
  /** Notes, before anything is brought, that the transparency log has not all of it. */
  fallBehind(): Promise<void>
  /** Writes the state down, unless that was done a moment ago: it may be large. */
  save(): Promise<void>
}

/** Between two writings of the state, which a run after a kill repeats at most. */
const SAVED_MILLISECONDS = 2000

/** The state of a mirror while a run changes it. */
export type Changing = { -readonly [K in keyof MirrorState]: MirrorState[K] } & {
  topics: Record<string, MirroredTopic>
}

export function beginRun(
  { client, progress, isChecking = false }: MirrorJob,
  folder: MirrorFolder,
  state: Changing,
): MirrorRun {
  let saved = performance.now()
  return {
    client,
    call: client.call,
    folder,
    progress,
    isChecking,
    fetched: { objects: 0, bytes: 0 },
    policies: new Map(),
    // A slug may be the name of something that every object has.
    topicOf: (topic) => (Object.hasOwn(state.topics, topic) ? state.topics[topic] : undefined),
    keep(topic, { seq, act }, changed) {
      const entries = this.topicOf(topic)?.entries ?? {}
      for (const [id, entry] of changed) entries[id] = entry
      state.topics[topic] = { seq, act, entries }
    },
    async forget(topic) {
      await folder.removeTopic(topic)
      delete state.topics[topic]
      state.public = null
      await folder.writeState(state)
    },
    async fallBehind() {
      if (state.logged !== true) return
      state.logged = false
      await folder.writeState(state)
    },
    async save() {
      if (performance.now() - saved < SAVED_MILLISECONDS) return
      await folder.writeState(state)
      saved = performance.now()
    },
  }
}
