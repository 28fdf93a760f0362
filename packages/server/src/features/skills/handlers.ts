import { skillFrontMatter } from '@colophon/cli/skills'
import {
  type AnswerOf,
  hasSkills,
  isBuried,
  isListed,
  isReviewed,
  type Operations,
  skillUri,
} from '@colophon/contract'
import type { App } from '../../app.ts'
import { findAlias } from '../../catalog/entries.ts'
import type { Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { tombstoneOf } from '../../catalog/retirements.ts'
import { standingsOf } from '../../catalog/standings.ts'
import { findTopic } from '../../catalog/topics.ts'
import { findVisibleEntry } from '../../catalog/visibility.ts'
import { ok } from '../../command/call.ts'
import type { Caller } from '../../core/authority.ts'
import type { Standing } from '../../core/freshness.ts'
import { sha256Hex } from '../../core/hash.ts'
import { notFound, problem } from '../../core/problem.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import { retiredWords } from './rules.ts'
import { skillBytes, skillDigest, skillStanding } from './skill-bytes.ts'
import { evidenceUntil, findPlanFocuses, listSkillRows } from './store.ts'

type SkillView = AnswerOf<Operations['getSkill']>

export const listSkills: Handler<'listSkills'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(1))
  const rows = await listSkillRows(app.storage.read, {
    caller: call.caller,
    topic: call.query.topic,
    after: page.after?.[0] ?? null,
    limit: page.asked.limit,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.path])
  const standings = await standingsOf(app.storage.read, items)
  const views = items.map((row) => skillView(app, row, standings.get(row.content_hash)))
  return ok({ items: await Promise.all(views), next_cursor })
}

export const getSkill: Handler<'getSkill'> = async (app, call) =>
  ok(await viewOf(app, await requireSkill(app, call.caller, call.query.path)))

async function viewOf(app: App, entry: EntryRow): Promise<SkillView> {
  return skillView(app, entry, await standingOf(app, entry))
}

async function standingOf(app: App, entry: EntryRow): Promise<Standing | undefined> {
  return (await standingsOf(app.storage.read, [entry])).get(entry.content_hash)
}

export const readSkill: Handler<'readSkill'> = async (app, call) => {
  const entry = await requireSkill(app, call.caller, call.query.path)
  const body = await skillBytes(app, skillStanding(app, entry, await standingOf(app, entry)))
  const headers = { sha256: sha256Hex(body), 'content-type': 'text/markdown; charset=utf-8', 'of-now': 'yes' }
  return { status: 200, body, headers }
}

/** The entry whose head is a skill now. Whoever can read the article is told why it is none. */
async function requireSkill(app: App, caller: Caller, path: string): Promise<EntryRow> {
  const db = app.storage.read
  const alias = await findAlias(db, { path })
  // A path that nobody has takes as long as one of a hidden topic.
  const entry = await findVisibleEntry(db, caller, alias?.entry_id ?? '')
  if (entry === null) throw notFound()
  const topic = await findTopic(db, { id: entry.topic_id })
  if (!hasSkills(topic?.profile))
    throw problem('not_found', `${path} is an article: its topic publishes no skills.`)
  const tombstone = await tombstoneOf(db, entry)
  if (isBuried(entry.status) && tombstone !== null)
    throw problem('invalid_state', retiredWords(path, tombstone))
  if (!isListed(entry.status)) throw problem('not_found', `${path} is not listed at present.`)
  if (entry.path !== path) throw problem('not_found', `The skill is at ${entry.path} now.`)
  return entry
}

async function skillView(app: App, row: EntryRow, known: Standing | undefined): Promise<SkillView> {
  const standing = skillStanding(app, row, known)
  const { name, description } = skillFrontMatter(standing)
  return {
    uri: skillUri(app.settings.baseUrl, row.path),
    name,
    description,
    license: standing.license,
    topic_id: row.topic_id,
    entry_id: row.entry_id,
    path: row.path,
    title: row.title,
    content_hash: row.content_hash,
    publication_hash: row.publication_hash,
    mode: row.mode,
    freshness: standing.freshness,
    published_at: row.published_at,
    reviewed_for: await focusesOf(app, row),
    evidence_until: await evidenceUntil(app.storage.read, {
      candidate: row.content_hash,
      now: app.ambient.now(),
    }),
    ...(await skillDigest(app, standing)),
  }
}

/** What the reviewers of a reviewed skill looked at. */
async function focusesOf(app: App, { mode, content_hash }: EntryRow): Promise<string[]> {
  if (!isReviewed(mode)) return []
  const plan = await findPlanFocuses(app.storage.read, { candidate: content_hash })
  const focuses = JSON.parse(plan?.focuses ?? '[]') as { focus: string }[]
  return focuses.map(({ focus }) => focus)
}
