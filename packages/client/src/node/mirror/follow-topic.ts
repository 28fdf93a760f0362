import { isListed } from '@colophon/contract'
import { inFlight } from '../../in-flight.ts'
import { readStored } from '../../stored-revision.ts'
import { hashesOf, requireAgreement } from './check.ts'
import { type ChangeItem, changedEntry, type Entries, type MirroredEntry, MirrorRefused } from './entries.ts'
import { keepPolicy } from './keep-site.ts'
import type { MirrorRun } from './running.ts'
import { BEGINNING, reachedAt } from './state.ts'
import { type ChangeBatch, OtherStream, stretches } from './stream.ts'

const OBJECTS_AT_ONCE = 12

/** Brings a topic up to the end of its stream; what was done is kept page by page. */
export async function followTopic(running: MirrorRun, topic: string): Promise<void> {
  if (running.isChecking) return followAnew(running, topic)
  try {
    await follow(running, topic)
  } catch (error) {
    if (!(error instanceof OtherStream)) throw error
    await followAnew(running, topic)
  }
}

/** From its first act. Objects that are there are looked at, and fetched again where they are not what they were. */
async function followAnew(running: MirrorRun, topic: string): Promise<void> {
  await running.forget(topic)
  await follow(running, topic)
}

async function follow(running: MirrorRun, topic: string): Promise<void> {
  const { call, progress } = running
  const known = running.topicOf(topic) ?? BEGINNING
  let isFirst = true
  for await (const stretch of stretches(call, topic, known)) {
    if (isFirst) progress.begin(`acts in ${topic}`, stretch.headSeq - known.seq)
    isFirst = false
    await take(running, topic, stretch)
    progress.advance(stretch.changes.length)
  }
}

/** The objects come first, then the texts, then how far the stream was followed: a kill between them loses nothing. */
async function take(running: MirrorRun, topic: string, { changes }: ChangeBatch): Promise<void> {
  for (const change of changes)
    if (change.topic_id !== topic)
      throw new MirrorRefused(`the act ${change.seq} of ${topic} is of another topic`)
  const before = running.topicOf(topic)?.entries ?? {}
  const changed = changedBy(before, changes)
  await inFlight(changes, OBJECTS_AT_ONCE, (change) => bring(running, change))
  for (const [id, entry] of changed) await show(running, before[id], entry)
  const last = changes.at(-1)
  running.keep(topic, last ? reachedAt(last) : (running.topicOf(topic) ?? BEGINNING), changed)
  await running.save()
}

function changedBy(before: Entries, changes: readonly ChangeItem[]): Map<string, MirroredEntry> {
  const changed = new Map<string, MirroredEntry>()
  for (const change of changes) {
    const found = changedEntry((id) => changed.get(id) ?? before[id], change)
    if (found !== null) changed.set(found.id, found.entry)
  }
  return changed
}

/** Nothing of an act is stored unless all of it is what it says. */
async function bring(running: MirrorRun, change: ChangeItem): Promise<void> {
  const { client, folder, fetched } = running
  const found = new Map<string, Uint8Array>()
  const fresh = new Map<string, Uint8Array>()
  for (const sha256 of hashesOf(change)) {
    const stored = await folder.readObject(sha256)
    const bytes = stored ?? (await client.readObject(sha256))
    if (stored === null) fresh.set(sha256, bytes)
    found.set(sha256, bytes)
  }
  requireAgreement(change, found)
  await bringPolicy(running, change, fresh)
  for (const [sha256, bytes] of fresh) {
    await folder.writeObject(sha256, bytes)
    fetched.objects += 1
    fetched.bytes += bytes.length
  }
}

/** The policy under which a text was accepted, which is part of where it came from. */
async function bringPolicy(
  running: MirrorRun,
  { content_hash }: ChangeItem,
  fresh: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const bytes = content_hash === null ? undefined : fresh.get(content_hash)
  const policy = bytes === undefined ? null : readStored(bytes).fields.policy_hash
  if (typeof policy !== 'string') return
  const coming = running.policies.get(policy) ?? keepPolicy(running, policy)
  running.policies.set(policy, coming)
  await coming
}

async function show(
  { folder, client }: MirrorRun,
  was: MirroredEntry | undefined,
  entry: MirroredEntry,
): Promise<void> {
  const isShown = isListed(entry.status)
  if (isShown) {
    const hash = entry.content_hash
    await folder.writeText(entry.path, (await folder.readObject(hash)) ?? (await client.readObject(hash)))
  }
  const isLeft = was !== undefined && isListed(was.status) && (!isShown || was.path !== entry.path)
  if (isLeft) await folder.removeText(was.path)
}
