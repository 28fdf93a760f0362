import { isHash } from '@colophon/contract'
import { inFlight } from '../../in-flight.ts'
import { type ChangeItem, MirrorRefused } from './entries.ts'
import { mirrorStandings } from './keep-standings.ts'
import type { MirrorRun } from './running.ts'
import { ACTS_IN_FILE, actsFileOf, type MirroredSite, PUBLIC_STREAM, type TopicView } from './site.ts'
import { actOf, BEGINNING, reachedAt, type StreamPosition } from './state.ts'
import { OtherStream, stretches } from './stream.ts'

const OBJECTS_AT_ONCE = 12

/**
 * Keeps what a server needs to answer from the folder as the press does: the public topics, their policies, the streams
 * of changes, and how revisions hold up. `changed`: the topics in which something was done since the last run, null for all; only these are
 * asked.
 */
export async function keepSite(
  running: MirrorRun,
  topics: readonly TopicView[],
  changed: ReadonlySet<string> | null,
): Promise<void> {
  const kept = running.isChecking ? null : await running.folder.readSite()
  const streams: Record<string, StreamPosition> = {}
  for (const name of [PUBLIC_STREAM, ...topics.map(({ id }) => id)]) {
    const known = kept?.streams[name]
    streams[name] =
      known !== undefined && isOld(name, changed)
        ? known
        : await keepStream(running, name, known ?? BEGINNING)
  }
  const policies = [...new Set(topics.map(({ policy_hash }) => policy_hash))]
  await inFlight(policies, OBJECTS_AT_ONCE, (hash) => keepPolicy(running, hash))
  const ends = new Map(topics.map(({ id }) => [id, streams[id]?.seq ?? 0]))
  const standings = await mirrorStandings(running, ends)
  const site: MirroredSite = { version: 1, topics, streams, standings }
  if (JSON.stringify(site) !== JSON.stringify(kept)) await running.folder.writeSite(site)
}

function isOld(name: string, changed: ReadonlySet<string> | null): boolean {
  return changed !== null && (name === PUBLIC_STREAM ? changed.size === 0 : !changed.has(name))
}

async function keepStream(running: MirrorRun, name: string, known: StreamPosition): Promise<StreamPosition> {
  try {
    return await followStream(running, name, known)
  } catch (error) {
    if (!(error instanceof OtherStream)) throw error
    return await followStream(running, name, BEGINNING)
  }
}

/** The files come first, then how far they go: what a run that was killed has left behind that is written again. */
async function followStream(
  running: MirrorRun,
  name: string,
  known: StreamPosition,
): Promise<StreamPosition> {
  const { call, folder } = running
  const isPublicStream = name === PUBLIC_STREAM
  let reached = known
  let file = actsFileOf(name, known.seq + 1)
  let acts = (await folder.readActs(file)).slice(0, known.seq % ACTS_IN_FILE)
  for await (const { changes } of stretches(call, isPublicStream ? null : name, known)) {
    for (const change of changes) {
      const place = actsFileOf(name, change.seq)
      if (place !== file) {
        await folder.writeActs(file, acts)
        file = place
        acts = []
      }
      acts.push(isPublicStream ? { topic: change.topic_id, act: actOf(change) } : change)
      reached = reachedAt(change)
    }
  }
  if (reached.seq > known.seq) await folder.writeActs(file, acts)
  return reached
}

/** A policy is an object like a text: it is stored when its bytes have its hash. */
export async function keepPolicy({ client, folder, fetched }: MirrorRun, sha256: string): Promise<void> {
  if (!isHash(sha256)) throw new MirrorRefused(`${JSON.stringify(sha256)} is no hash of a policy`)
  if ((await folder.readObject(sha256)) !== null) return
  const bytes = await client.readObject(sha256)
  await folder.writeObject(sha256, bytes)
  fetched.objects += 1
  fetched.bytes += bytes.length
}

/** An act of the public stream, as it is kept: the topic's own stream says what it was. */
export interface PublicAct {
  /** null where the topic is hidden. */
  readonly topic: ChangeItem['topic_id']
  readonly act: string | null
}
