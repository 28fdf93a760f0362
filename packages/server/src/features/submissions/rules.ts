import {
  type BodyOf,
  BYTE_LIMITS,
  hasSkills,
  isExternal,
  isObservation,
  isRevision,
  isUndecided,
  normaliseBody,
  type Operations,
  type Reference,
} from '@colophon/contract'
import type { App } from '../../app.ts'
import { type ObjectInSite, readRevision } from '../../catalog/objects.ts'
import { topicOfPath } from '../../catalog/paths.ts'
import { faultsOfSkill } from '../../catalog/skill-rules.ts'
import { findVisibleObject } from '../../catalog/visibility.ts'
import type { Caller } from '../../core/authority.ts'
import { invalidField, namesNothing, problem } from '../../core/problem.ts'
import { parseInstant } from '../../core/utc-day.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { TaskRow } from '../../storage/rows/curation.ts'
import type { ProposalRow } from '../../storage/rows/editorial.ts'
import type { TopicRow } from '../../storage/rows/topics.ts'
import type { Db } from '../../storage/storage.ts'

type SubmissionBody = BodyOf<Operations['createSubmission']>

/** The body as it is stored; too large after normalising is 413. */
export function storedBody(sent: string): string {
  const body = normaliseBody(sent)
  if (Buffer.byteLength(body) > BYTE_LIMITS.articleBody)
    throw problem('payload_too_large', `The body exceeds ${BYTE_LIMITS.articleBody} bytes.`)
  return body
}

interface ObservationFields {
  observed_at: string | null
  refresh_after: string | null
  applicability: string | null
}

/** An observation has all three fields, an article none. */
export function observationFields(body: SubmissionBody, now: string): ObservationFields {
  const given = {
    observed_at: body.observed_at,
    refresh_after: body.refresh_after,
    applicability: body.applicability,
  }
  const names = ['observed_at', 'refresh_after', 'applicability'] as const
  if (!isObservation(body.kind)) {
    const stray = names.find((name) => given[name] !== null && given[name] !== undefined)
    if (stray) throw invalidField(`/${stray}`, 'belongs to an observation only')
    return { observed_at: null, refresh_after: null, applicability: null }
  }
  const missing = names.find((name) => given[name] === null || given[name] === undefined)
  if (missing) throw invalidField(`/${missing}`, 'is needed by an observation')
  const observedAt = parseInstant(given.observed_at ?? '') ?? ''
  const refreshAfter = parseInstant(given.refresh_after ?? '') ?? ''
  if (observedAt > now) throw invalidField('/observed_at', 'is in the future')
  if (refreshAfter <= observedAt) throw invalidField('/refresh_after', 'must be later than observed_at')
  return { observed_at: observedAt, refresh_after: refreshAfter, applicability: given.applicability ?? null }
}

/** A new entry follows nothing; a revision stays in the topic of its entry. */
export function requireFittingParent(body: SubmissionBody, entry: EntryRow | null): void {
  if (entry === null && (body.expected_parent_hash ?? null) !== null)
    throw invalidField('/expected_parent_hash', 'must be null for a new entry')
  if (entry !== null && topicOfPath(body.path) !== entry.topic_id)
    throw invalidField('/path', 'must stay in the topic of the entry')
}

/** In a topic of skills an article has the name and the front matter of one; every fault is named. */
export function requireSkillForm(
  profile: TopicRow['profile'],
  body: Pick<SubmissionBody, 'path' | 'summary' | 'body'>,
): void {
  const faults = hasSkills(profile) ? faultsOfSkill(body) : []
  if (faults.length === 0) return
  throw problem('invalid_request', 'The article cannot be published as a skill, as its topic asks for.', {
    errors: faults.map((fault) => ({ location: 'body', ...fault })),
  })
}

/** A revision follows the published head of its entry. */
export function requireHead(body: SubmissionBody, entry: EntryRow | null): void {
  if (entry !== null && body.expected_parent_hash !== entry.content_hash)
    throw problem(
      'stale_parent',
      'The parent that you expected is not the published head. Read the head and submit again.',
      {
        current: entry.content_hash,
      },
    )
}

const FITS_TASK: Readonly<Record<TaskRow['kind'], (body: SubmissionBody, task: TaskRow) => boolean>> = {
  research: () => true,
  refresh: (body, task) => task.entry_id === body.entry_id,
  review: () => false,
}

/** A task that ends with a proposal, in the topic of the path; a refresh ends with a revision of its entry. */
export function requireFittingTask(body: SubmissionBody, task: TaskRow | null, topicId: string): TaskRow {
  const fits = task !== null && task.topic_id === topicId && FITS_TASK[task.kind](body, task)
  if (!fits) throw namesNothing('/task_id')
  return task
}

/** The generation under which the author holds the task: the two go together. */
export function generationOf(body: SubmissionBody): number | null {
  const generation = body.task_generation ?? null
  if (body.task_id && generation === null) throw invalidField('/task_generation', 'is needed with a task_id')
  if (!body.task_id && generation !== null) throw invalidField('/task_generation', 'goes with a task_id')
  return generation
}

export function decideWithdrawal(caller: Caller, proposal: ProposalRow): void {
  if (proposal.author_id !== caller.identityId)
    throw problem('forbidden', 'Only the author of a submission can withdraw it.')
  requireUndecided(proposal)
}

export function requireUndecided(proposal: ProposalRow): void {
  if (!isUndecided(proposal.state)) throw problem('invalid_state', `The submission is ${proposal.state}.`)
}

type SubmittedReference = NonNullable<SubmissionBody['references']>[number]

/** What the service knows of the object that an internal reference names. */
interface CitedRevision {
  entry_id: string
  path: string
  title: string
  created_at: string
}

const INTERNAL_ONLY = ['sha256', 'entry_id', 'path', 'revision_created_at', 'relation', 'selection'] as const

/** A reference to something outside has an address and nothing that only an internal one has. */
function externalReference(given: SubmittedReference, pointer: string): Reference {
  const stray = INTERNAL_ONLY.find((name) => given[name] !== null && given[name] !== undefined)
  if (stray) throw invalidField(`${pointer}/${stray}`, 'belongs to an internal reference only')
  if (!given.url) throw invalidField(`${pointer}/url`, 'is needed by a reference of kind url')
  return {
    kind: 'url',
    entry_id: null,
    path: null,
    title: given.title ?? null,
    sha256: null,
    relation: null,
    selection: null,
    checked_at: instant(given.checked_at),
    revision_created_at: null,
    note: given.note ?? null,
    url: given.url,
  }
}

/** An internal reference agrees with the object that it names; what it leaves out is filled in. */
function internalReference(
  given: SubmittedReference,
  cited: CitedRevision | null,
  pointer: string,
): Reference {
  if (given.url) throw invalidField(`${pointer}/url`, 'belongs to a reference of kind url only')
  const known = {
    entry_id: cited?.entry_id ?? null,
    path: cited?.path ?? null,
    title: cited?.title ?? null,
    revision_created_at: cited?.created_at ?? null,
  }
  const said = { ...given, revision_created_at: instant(given.revision_created_at) }
  for (const name of ['entry_id', 'path', 'title', 'revision_created_at'] as const) {
    const value = said[name] ?? null
    if (value !== null && value !== known[name])
      throw invalidField(`${pointer}/${name}`, 'does not agree with the object that the reference names')
  }
  return {
    kind: 'service',
    ...known,
    sha256: given.sha256 ?? null,
    relation: given.relation ?? null,
    selection: given.selection ?? null,
    checked_at: instant(given.checked_at),
    note: given.note ?? null,
    url: null,
  }
}

function instant(given: string | null | undefined): string | null {
  return given === null || given === undefined ? null : parseInstant(given)
}

interface Citing {
  db: Db
  caller: Caller
}

/** Checks each reference with the author's authority: what cannot be read is refused in the same words as what is not there. */
export async function checkReferences(app: App, citing: Citing, body: SubmissionBody): Promise<Reference[]> {
  const checked: Reference[] = []
  for (const [place, given] of (body.references ?? []).entries()) {
    const pointer = `/references/${place}`
    if (isExternal(given.kind)) checked.push(externalReference(given, pointer))
    else {
      if (!given.sha256) throw invalidField(`${pointer}/sha256`, 'is needed by an internal reference')
      const object = await findVisibleObject(citing.db, citing.caller, given.sha256)
      if (object === null) throw namesNothing(`${pointer}/sha256`)
      checked.push(internalReference(given, await citedRevision(app, object), pointer))
    }
  }
  return checked
}

async function citedRevision(app: App, object: ObjectInSite) {
  if (!isRevision(object.kind)) return null
  return (await readRevision(app, object.sha256)).meta
}
