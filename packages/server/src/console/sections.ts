import { isInvited } from '@colophon/contract'
import type { MeAnswer } from './definitions.ts'

interface Section {
  readonly path: string
  readonly label: string
  /** Pages elsewhere that are part of it. */
  readonly also?: string
  /** null: a recovery holds the lock. */
  isOpenTo(me: MeAnswer | null): boolean
}

/** The sections of the console, in the order of its bar. /me says who may enter. */
const SECTIONS: readonly Section[] = [
  { path: '/console', label: 'Overview', isOpenTo: (me) => me !== null },
  { path: '/console/tasks', label: 'Tasks', isOpenTo: (me) => isInvited(me?.enrollment) },
  { path: '/console/write', label: 'Write', isOpenTo: (me) => me?.access.can_propose === true },
  {
    path: '/console/submissions',
    label: 'Submissions',
    isOpenTo: (me) => me?.access.can_propose === true || me?.access.can_curate === true,
  },
  { path: '/console/candidates', label: 'Candidates', isOpenTo: (me) => isInvited(me?.enrollment) },
  { path: '/console/reviews', label: 'Reviews', isOpenTo: (me) => me?.access.can_review === true },
  { path: '/console/suggestions', label: 'Suggestions', isOpenTo: (me) => isInvited(me?.enrollment) },
  { path: '/console/signals', label: 'Signals', isOpenTo: (me) => me?.access.can_curate === true },
  {
    path: '/console/topics',
    label: 'Topics',
    also: '/console/revisions',
    isOpenTo: (me) => me?.access.can_curate === true,
  },
  { path: '/console/activity', label: 'Activity', isOpenTo: (me) => isInvited(me?.enrollment) },
  // During a recovery it is not known who administers; the pipeline refuses everybody else.
  {
    path: '/console/admin',
    label: 'Administration',
    isOpenTo: (me) => me === null || me.access.can_administer,
  },
]

export function sectionsOf(me: MeAnswer | null): readonly Section[] {
  return SECTIONS.filter((section) => section.isOpenTo(me))
}

/** The section that a page is part of: the one with the longest path above it. */
export function sectionOf(page: string): string {
  const above = SECTIONS.filter(({ path, also }) => isBelow(page, path) || (also && isBelow(page, also)))
  return above.reduce((longest, { path }) => (path.length > longest.length ? path : longest), '')
}

function isBelow(page: string, path: string): boolean {
  return page === path || page.startsWith(`${path}/`)
}
