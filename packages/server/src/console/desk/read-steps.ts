import { isPublishedCandidate, LIST_LIMITS } from '@colophon/contract'
import { CANDIDATE_STATES } from '../candidates/candidate-words.ts'
import type { ConsoleVisit, MeAnswer } from '../definitions.ts'
import {
  candidateStep,
  inOrderOfAge,
  submissionStep,
  suggestionStep,
  taskStep,
  type WaitingStep,
} from './steps.ts'

/** Pages of a list that the desk reads: what is beyond is found in the list itself. */
const PAGES_READ = 5

/** All that waits for a visitor. */
export interface Desk {
  /** Oldest first. */
  readonly steps: readonly WaitingStep[]
  /** The lists that hold more than was read of them, by their addresses. */
  readonly longer: readonly string[]
}

interface List<T> {
  readonly items: readonly T[]
  readonly isLonger: boolean
}

/** Asks the API for every kind of step that the visitor's access allows. */
export async function readDesk(visit: ConsoleVisit, me: MeAnswer): Promise<Desk> {
  const lists = await Promise.all([
    claimable(visit),
    ...(me.access.can_propose || me.access.can_curate ? [submissions(visit, me), candidates(visit)] : []),
    ...(me.access.can_curate ? [suggestions(visit, me)] : []),
  ])
  return {
    steps: inOrderOfAge(lists.flatMap(({ steps }) => steps)),
    longer: lists.flatMap(({ longer }) => longer),
  }
}

async function claimable({ api }: ConsoleVisit): Promise<Desk> {
  const found = await readPages((page) => api.call('listTasks', { query: { claimable: true, ...page } }))
  return deskOf(found, { step: taskStep, list: '/console/tasks?claimable=true' })
}

async function submissions({ api }: ConsoleVisit, me: MeAnswer): Promise<Desk> {
  const query = { state: 'submitted' } as const
  const found = await readPages((page) => api.call('listSubmissions', { query: { ...query, ...page } }))
  return deskOf(found, {
    step: (item) => submissionStep(item, me),
    list: '/console/submissions?state=submitted',
  })
}

/** Those that are not published, by their states: the list has no end of the others. */
async function candidates(visit: ConsoleVisit): Promise<Desk> {
  const states = CANDIDATE_STATES.map(({ value }) => value).filter((state) => !isPublishedCandidate(state))
  const desks = await Promise.all(
    states.map(async (state) => {
      const found = await readPages((page) => visit.api.call('listCandidates', { query: { state, ...page } }))
      return deskOf(found, {
        step: (item) => candidateStep(item, visit),
        list: `/console/candidates?state=${state}`,
      })
    }),
  )
  return {
    steps: desks.flatMap(({ steps }) => steps),
    longer: desks.flatMap(({ longer }) => longer),
  }
}

async function suggestions({ api }: ConsoleVisit, me: MeAnswer): Promise<Desk> {
  const query = { resolution_state: 'open' } as const
  const found = await readPages((page) => api.call('listSuggestions', { query: { ...query, ...page } }))
  return deskOf(found, {
    step: (item) => suggestionStep(item, me),
    list: '/console/suggestions?resolution_state=open',
  })
}

function deskOf<T>(
  { items, isLonger }: List<T>,
  { step, list }: { step: (item: T) => WaitingStep | null; list: string },
): Desk {
  return { steps: items.map(step).filter((found) => found !== null), longer: isLonger ? [list] : [] }
}

async function readPages<T>(
  read: (page: { cursor?: string; limit: number }) => Promise<{
    items: readonly T[]
    next_cursor: string | null
  }>,
): Promise<List<T>> {
  const items: T[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES_READ; pages += 1) {
    const page = await read({ limit: LIST_LIMITS.largestPage, ...(cursor === undefined ? {} : { cursor }) })
    items.push(...page.items)
    if (page.next_cursor === null) return { items, isLonger: false }
    cursor = page.next_cursor
  }
  return { items, isLonger: true }
}
