import { isListed, isPublic } from '@colophon/contract'
import type { Client } from '../../client.ts'
import { ColophonProblem, ObjectAltered } from '../../problem.ts'
import { FolderRefused } from '../folder-refused.ts'
import { MirrorRefused } from './entries.ts'
import { type MirrorFolder, openMirror } from './folder.ts'
import { followTopic } from './follow-topic.ts'
import { keepLicense } from './keep-license.ts'
import { keepLog, type MirroredLog } from './keep-log.ts'
import { keepSite } from './keep-site.ts'
import { followPublic, type News, requireSlug } from './public-topics.ts'
import { beginRun, type Changing, type MirrorJob, type MirrorRun } from './running.ts'
import type { TopicView } from './site.ts'
import type { MirroredTopic, MirrorState } from './state.ts'

/** A topic that could not be mirrored to its end, and why. */
export interface TopicFailure {
  readonly topic_id: string
  readonly reason: string
}

/** What a mirror holds after a run, and what the run did. */
export interface MirrorResult {
  /** How far the public stream was followed; null where topics were named, or a topic failed. */
  readonly seq: number | null
  readonly topics: readonly { readonly topic_id: string; readonly seq: number; readonly entries: number }[]
  readonly fetched: { readonly objects: number; readonly bytes: number }
  /** Topics that left the mirror. */
  readonly removed: readonly string[]
  readonly failed: readonly TopicFailure[]
  /** The transparency log; null where the server has none. */
  readonly log: MirroredLog | null
}

/**
 * Brings a mirror up to date. What is wrong with one topic is told in `failed`, and the next run tries it again; what
 * would be wrong with every topic is thrown.
 */
export async function mirrorTopics(job: MirrorJob): Promise<MirrorResult> {
  const folder = await openMirror(job.folder)
  try {
    return await run(job, folder)
  } finally {
    await folder.close()
  }
}

async function run(job: MirrorJob, folder: MirrorFolder): Promise<MirrorResult> {
  const found = await folder.readState()
  if (found !== null && found.press !== job.press)
    throw new FolderRefused(
      `${job.folder} is a mirror of ${found.press}: another press needs a folder of its own`,
    )
  const state: Changing = {
    version: 1,
    press: job.press,
    public: found?.public ?? null,
    topics: { ...found?.topics },
    logged: found?.logged ?? false,
  }
  const running = beginRun(job, folder, state)
  // Before the first topic, so that the folder is this press's from now on.
  if (found === null) await folder.writeState(state)
  const news =
    job.topics === null ? await followPublic(job.client, state) : await findNamed(job.client, job.topics)
  const removed = await removeOthers(folder, state, news.topics)
  const failed = [...news.missing, ...(await followAll(running, news))]
  state.public = failed.length === 0 ? news.reached : state.public
  if (job.topics !== null) state.public = null
  // After the topics, so that the log has whatever was mirrored.
  await keepSite(running, withoutFailed(news.views, failed), news.changed)
  const log = await keepLog(running)
  await keepLicense(folder, job.press)
  state.logged = log !== null && log.failed === null
  await folder.writeState(state)
  return summary(state, { removed, failed, fetched: running.fetched, log })
}

/** What is not whole in the folder is not shown from it. */
function withoutFailed(views: readonly TopicView[], failed: readonly TopicFailure[]): TopicView[] {
  return views.filter(({ id }) => failed.every(({ topic_id }) => topic_id !== id))
}

/** A topic that is hidden has a stream that looks empty. */
async function findNamed(client: Client, asked: readonly string[]): Promise<News> {
  const topics: string[] = []
  const views: TopicView[] = []
  const missing: TopicFailure[] = []
  for (const topic of new Set(asked)) {
    requireSlug(topic)
    try {
      const view = await client.call('getTopic', { params: { id: topic } })
      topics.push(topic)
      if (isPublic(view.visibility)) views.push(view)
    } catch (error) {
      if (!isOfThisTopic(error)) throw error
      missing.push({ topic_id: topic, reason: 'The topic does not exist, or you may not read it.' })
    }
  }
  return { topics, views, missing, changed: null, reached: null }
}

/** What is hidden now, or was not asked for, leaves the texts; its objects stay. */
async function removeOthers(
  folder: MirrorFolder,
  state: Changing,
  topics: readonly string[],
): Promise<string[]> {
  const others = Object.keys(state.topics).filter((topic) => !topics.includes(topic))
  for (const topic of others) {
    await folder.removeTopic(topic)
    delete state.topics[topic]
  }
  if (others.length > 0) await folder.writeState(state)
  return others
}

async function followAll(running: MirrorRun, news: News): Promise<TopicFailure[]> {
  const failed: TopicFailure[] = []
  const due = news.topics.filter((topic) => !hasNothingNew(running, news, topic))
  if (due.length > 0) await running.fallBehind()
  for (const topic of due) {
    try {
      await followTopic(running, topic)
    } catch (error) {
      if (!isOfThisTopic(error)) throw error
      failed.push({ topic_id: topic, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return failed
}

function hasNothingNew(running: MirrorRun, { changed }: News, topic: string): boolean {
  if (running.isChecking || changed === null) return false
  return !changed.has(topic) && running.topicOf(topic) !== undefined
}

/** Altered bytes, or what became hidden under the run. */
function isOfThisTopic(error: unknown): boolean {
  if (error instanceof ColophonProblem) return error.code === 'not_found'
  return error instanceof ObjectAltered || error instanceof MirrorRefused
}

function summary(
  state: MirrorState,
  done: Pick<MirrorResult, 'removed' | 'failed' | 'fetched' | 'log'>,
): MirrorResult {
  return {
    seq: done.failed.length === 0 ? (state.public?.seq ?? null) : null,
    topics: Object.entries(state.topics)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([topic_id, { seq, entries }]) => ({ topic_id, seq, entries: countListed(entries) })),
    ...done,
  }
}

function countListed(entries: MirroredTopic['entries']): number {
  return Object.values(entries).filter(({ status }) => isListed(status)).length
}
