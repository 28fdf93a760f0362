import assert from 'node:assert/strict'
import fc from 'fast-check'
import { claim, type Desk, draft, judge, manualEvidence, plan, publish } from './editorial.ts'
import type { Site } from './site.ts'

type Verdict = 'approve' | 'request_changes' | 'reject'

interface Drafted {
  hash: string
  path: string
  entry: string
  parent: string | null
  /** What the reviewers said under each focus; null while they have not. */
  reviews: Map<string, { task: string; verdict: Verdict | null; by: string | null }> | null
  evidence: { id: string; expires: number; isChallenged: boolean }[]
}

/** What the server must hold, as the rules of the specification say it. */
export interface Model {
  day: number
  candidates: Drafted[]
  heads: Map<string, { hash: string; mode: string; path: string }>
  paths: Map<string, string>
  /** Every revision that was published, with its parent. */
  published: Map<string, string | null>
}

export interface Real {
  site: Site
  desk: Desk
  /** Three: one more than there are focuses. */
  reviewers: readonly string[]
}

type Command = fc.AsyncCommand<Model, Real>

export function newModel(): Model {
  return { day: 0, candidates: [], heads: new Map(), paths: new Map(), published: new Map() }
}

const PATHS = ['/tools/axe', '/tools/saw']
const MINIMUM_EVIDENCE = 1
const EVIDENCE_DAYS = 30

/** A step on one of the candidates that there are. */
function step(
  name: string,
  pick: number,
  run: (model: Model, real: Real, candidate: Drafted) => Promise<void>,
): Command {
  const chosen = (model: Model) => model.candidates[pick % model.candidates.length]
  return {
    check: (model) => model.candidates.length > 0,
    run: async (model, real) => {
      const candidate = chosen(model)
      if (candidate !== undefined) await run(model, real, candidate)
      await requireSamePicture(model, real)
    },
    toString: () => `${name} #${pick}`,
  }
}

function drafting(place: number, isRevision: boolean): Command {
  const path = PATHS[place] ?? ''
  return {
    check: (model) => isRevision === model.paths.has(path),
    run: async (model, { site, desk }) => {
      const entry = model.paths.get(path) ?? null
      const head = entry === null ? undefined : model.heads.get(entry)
      const revises =
        entry === null || head === undefined ? {} : { entry_id: entry, expected_parent_hash: head.hash }
      const made = await draft(site, desk, { path, ...revises })
      model.candidates.push({
        hash: made.candidate_hash,
        path,
        entry: made.entry_id,
        parent: head?.hash ?? null,
        reviews: null,
        evidence: [],
      })
    },
    toString: () => `${isRevision ? 'revise' : 'draft'} ${path}`,
  }
}

function planning(pick: number): Command {
  return step('plan', pick, async (_model, real, candidate) => {
    if (candidate.reviews === null) return makePlan(real, candidate)
    const path = `/api/v1/candidates/${candidate.hash}/review-plan`
    ;(await real.site.post(path, {}, { token: real.desk.curator })).refused('already_exists')
  })
}

async function makePlan({ site, desk }: Real, candidate: Drafted): Promise<void> {
  const tasks = await plan(site, desk, candidate.hash)
  candidate.reviews = new Map(
    Object.entries(tasks).map(([focus, task]) => [focus, { task, verdict: null, by: null }]),
  )
}

/** All that a candidate needs but its publication, so that long stories come about by chance. */
function supporting(pick: number): Command {
  return step('support', pick, async (model, real, candidate) => {
    if (candidate.reviews === null) await makePlan(real, candidate)
    for (const [focus, review] of candidate.reviews ?? []) {
      const taken = [...(candidate.reviews?.values() ?? [])].map(({ by }) => by)
      const token = real.reviewers.find((reviewer) => !taken.includes(reviewer))
      if (review.verdict !== null || token === undefined) continue
      ;(await judge(real.site, review.task, { token })).as('createReview')
      candidate.reviews?.set(focus, { ...review, verdict: 'approve', by: token })
    }
    await addRow(model, real, candidate)
  })
}

function judging(pick: number, place: number, by: number, verdict: Verdict): Command {
  return step(
    `${verdict} by ${by} of focus ${place},`,
    pick,
    async (_model, { site, reviewers }, candidate) => {
      const [focus, review] = [...(candidate.reviews ?? [])][place] ?? []
      const token = reviewers[by]
      if (focus === undefined || review === undefined || token === undefined) return
      const hasFocus = [...(candidate.reviews?.values() ?? [])].some((other) => other.by === token)
      if (review.verdict !== null || hasFocus) {
        ;(await claim(site, review.task, token)).refused('not_claimable')
        return
      }
      ;(await judge(site, review.task, { token, verdict })).as('createReview')
      candidate.reviews?.set(focus, { ...review, verdict, by: token })
    },
  )
}

function evidencing(pick: number): Command {
  return step('evidence for', pick, addRow)
}

async function addRow(model: Model, { site, reviewers }: Real, candidate: Drafted): Promise<void> {
  const path = `/api/v1/candidates/${candidate.hash}/evidence`
  const row = await site.post(path, manualEvidence(site.clock.now()), { token: reviewers[0] ?? '' })
  const id = row.as('createEvidence').evidence_id
  candidate.evidence.push({ id, expires: model.day + EVIDENCE_DAYS, isChallenged: false })
}

function challenging(pick: number): Command {
  return step('challenge of', pick, async (_model, { site, desk }, candidate) => {
    const [row] = candidate.evidence
    if (row === undefined) return
    const body = { selector: 'section 3', reason: 'It is not there.' }
    const answer = await site.post(`/api/v1/evidence/${row.id}/challenge`, body, { token: desk.curator })
    if (row.isChallenged) answer.refused('invalid_state')
    else answer.as('challengeEvidence')
    row.isChallenged = true
  })
}

function waiting(days: number): Command {
  return {
    check: () => true,
    run: async (model, { site }) => {
      model.day += days
      site.clock.advance({ days })
    },
    toString: () => `wait ${days} days`,
  }
}

type Mode = 'reviewed' | 'direct'

function publishing(pick: number, mode: Mode, isStale: boolean): Command {
  const name = `publish ${mode}${isStale ? ' with another head' : ''}`
  return step(name, pick, async (model, { site, desk }, candidate) => {
    const standing = model.heads.get(candidate.entry)?.hash ?? null
    const head = isStale ? 'f'.repeat(64) : standing
    const answer = await publish(site, candidate.hash, { token: desk.curator, mode, head })
    const refusal = refusalOf(model, candidate, { mode, isStale })
    if (refusal !== null) {
      answer.refused(refusal)
      return
    }
    answer.as('publishCandidate')
    model.heads.set(candidate.entry, { hash: candidate.hash, mode, path: candidate.path })
    model.paths.set(candidate.path, candidate.entry)
    model.published.set(candidate.hash, candidate.parent)
  })
}

/** The long way of a candidate in one step. */
function finishing(pick: number): Command {
  const steps = [supporting(pick), publishing(pick, 'reviewed', false)]
  return {
    check: (model) => model.candidates.length > 0,
    run: async (model, real) => {
      for (const one of steps) await one.run(model, real)
    },
    toString: () => steps.join(', '),
  }
}

/** The rule of publication, said once more. */
function refusalOf(model: Model, candidate: Drafted, asked: { mode: Mode; isStale: boolean }) {
  const head = model.heads.get(candidate.entry)?.hash ?? null
  if (asked.isStale) return 'compare_and_set_mismatch'
  if (head === candidate.hash) return 'already_published'
  if (head !== candidate.parent) return 'stale_parent'
  if ((model.paths.get(candidate.path) ?? candidate.entry) !== candidate.entry) return 'path_taken'
  return asked.mode === 'reviewed' && !isCovered(model, candidate) ? 'coverage_incomplete' : null
}

function isCovered(model: Model, candidate: Drafted): boolean {
  const reviews = [...(candidate.reviews?.values() ?? [])]
  const counted = candidate.evidence.filter((row) => !row.isChallenged && row.expires > model.day)
  const approved = reviews.length > 0 && reviews.every(({ verdict }) => verdict === 'approve')
  return approved && counted.length >= MINIMUM_EVIDENCE
}

/** One head for each entry, the modelled one; each published parent has one published child. */
async function requireSamePicture(model: Model, { site, desk }: Real): Promise<void> {
  const { items } = (await site.get('/api/v1/index?topic=tools')).as('listIndex')
  const listed = items.map((item) => [item.entry_id, item.content_hash, item.mode, item.path])
  const expected = [...model.heads].map(([entry, { hash, mode, path }]) => [entry, hash, mode, path])
  assert.deepEqual(listed.sort(), expected.sort())
  const parents = [...model.published.values()].filter((parent) => parent !== null)
  assert.equal(new Set(parents).size, parents.length)
  const last = model.candidates.at(-1)
  if (last === undefined) return
  const path = `/api/v1/candidates/${last.hash}/coverage`
  assert.equal(
    (await site.get(path, { token: desk.curator })).as('getCoverage').passes,
    isCovered(model, last),
  )
}

const pick = fc.nat(3)
const verdict = fc.constantFrom<Verdict>('approve', 'approve', 'approve', 'request_changes', 'reject')
const judgement = fc.tuple(pick, fc.nat(1), fc.nat(2), verdict).map((wish) => judging(...wish))
const drafted = fc.tuple(fc.nat(1), fc.boolean()).map((wish) => drafting(...wish))
const publication = fc
  .tuple(pick, fc.constantFrom<Mode>('reviewed', 'reviewed', 'reviewed', 'direct'), fc.nat(7))
  .map(([one, mode, chance]) => publishing(one, mode, chance === 0))

/** What editors may do, in any order; what is often done stands here more than once. */
const anyCommand = fc.oneof(
  drafted,
  drafted,
  drafted,
  pick.map(planning),
  judgement,
  judgement,
  pick.map(supporting),
  pick.map(supporting),
  pick.map(evidencing),
  pick.map(challenging),
  fc.integer({ min: 1, max: 12 }).map(waiting),
  publication,
  publication,
  pick.map(finishing),
)

/** `fc.commands` would make short stories, in which nothing is ever published. */
export const anyCommands = fc.array(anyCommand, { minLength: 25, maxLength: 40, size: 'max' })
