import {
  type Access,
  type ClosedLists,
  isFeedback,
  isInvited,
  isPublic,
  type ScopeName,
} from '@colophon/contract'
import { type Problem, problem } from './problem.ts'

/** Who asks, as the service's records say and not as the token claims. */
export interface Caller {
  readonly via: 'nothing' | 'bearer' | 'session' | 'operator' | 'service'
  readonly identityId: string
  readonly participantId: string
  readonly tokenId: string
  readonly label: string
  readonly enrollment: 'public' | 'invited'
  readonly scopes: ReadonlySet<ScopeName>
  /** null: unrestricted within the enrollment; []: none. */
  readonly topicGrants: readonly string[] | null
  readonly reviewGrants: readonly string[] | null
  readonly expiresAt: string
  /** Of a caller that came with a session's cookie. */
  readonly session: { readonly hash: string; readonly csrfToken: string; readonly expiresAt: string } | null
}

export const ANONYMOUS: Caller = {
  via: 'nothing',
  identityId: '',
  participantId: '',
  tokenId: '',
  label: '',
  enrollment: 'public',
  scopes: new Set(),
  topicGrants: [],
  reviewGrants: [],
  expiresAt: '',
  session: null,
}

/** Whoever registers: what this caller may do is open to everybody. */
export const ANY_READER: Caller = { ...ANONYMOUS, via: 'bearer', scopes: new Set(['read']) }

/** The operator at the machine: whoever can open the database file needs no token for it. */
export const OPERATOR: Caller = {
  via: 'operator',
  identityId: '00000000-0000-4000-8000-000000000000',
  participantId: '',
  tokenId: '',
  label: 'operator',
  enrollment: 'invited',
  scopes: new Set<ScopeName>(['read', 'propose', 'publish_direct', 'review', 'curate', 'admin']),
  topicGrants: null,
  reviewGrants: null,
  expiresAt: '',
  session: null,
}

/** What the service does by itself; it may call no operation. */
export const SCHEDULER: Caller = {
  ...ANONYMOUS,
  via: 'service',
  identityId: '00000000-0000-4000-8000-000000000001',
  label: 'scheduler',
  enrollment: 'invited',
}

export function isAnonymous(caller: Caller): boolean {
  return caller.via === 'nothing'
}

/** Throws unless the caller may call an operation with this access. Decided before anything is looked up. */
export function requireAccess(access: Access, caller: Caller): void {
  const refused = refusalOf(access, caller)
  if (refused !== null) throw refused
}

/** May the caller call an operation with this access? What is offered and what is refused never differ. */
export function hasAccess(access: Access, caller: Caller): boolean {
  return refusalOf(access, caller) === null
}

function refusalOf(access: Access, caller: Caller): Problem | null {
  if (access.credential !== 'required') return null
  if (isAnonymous(caller) || !mayComeBy(access, caller)) return unauthenticated(access)
  const enrolled = access.enrollment === 'any' || access.enrollment === caller.enrollment
  const scoped = access.scopes.length === 0 || access.scopes.some((scope) => caller.scopes.has(scope))
  const unrestricted = !access.unrestricted || caller.topicGrants === null
  if (enrolled && scoped && unrestricted) return null
  return problem('forbidden', 'The credential does not allow this operation.')
}

function mayComeBy(access: Access, caller: Caller): boolean {
  return access.via === undefined || access.via === caller.via
}

function unauthenticated(access: Access) {
  const needed = access.via === 'session' ? 'the cookie of a browser session' : 'a bearer token'
  return problem('unauthenticated', `This operation needs ${needed}.`)
}

/** Invited knowledge of a topic: unpublished work, and published work while the topic is invited. */
export function hasGrant(caller: Caller, topicId: string): boolean {
  if (!isInvited(caller.enrollment)) return false
  return caller.topicGrants === null || caller.topicGrants.includes(topicId)
}

export function mayReadTopic(
  caller: Caller,
  topic: { id: string; visibility: ClosedLists['visibility'] },
): boolean {
  return isPublic(topic.visibility) || hasGrant(caller, topic.id)
}

export function hasScope(caller: Caller, scope: ScopeName): boolean {
  return caller.scopes.has(scope)
}

export function mayCurate(caller: Caller, topicId: string): boolean {
  return hasScope(caller, 'curate') && hasGrant(caller, topicId)
}

/** Formal reviews are given where the caller has a review grant. */
export function mayReview(caller: Caller, topicId: string): boolean {
  const isGranted = caller.reviewGrants === null || caller.reviewGrants.includes(topicId)
  return hasScope(caller, 'review') && hasGrant(caller, topicId) && isGranted
}

export function mayAdminister(caller: Caller): boolean {
  return hasScope(caller, 'admin') && isInvited(caller.enrollment) && caller.topicGrants === null
}

/** The queue is for whoever works on the topic; what readers sent to its curators is for those alone. */
export function mayReadSuggestion(
  caller: Caller,
  suggestion: { kind: ClosedLists['suggestionKind']; topic_id: string },
): boolean {
  if (isFeedback(suggestion.kind)) return mayCurate(caller, suggestion.topic_id)
  return hasGrant(caller, suggestion.topic_id)
}

/** A curating act on something visible outside the caller's grants is forbidden, not missing. */
export function requireCurator(caller: Caller, topicId: string): void {
  if (!mayCurate(caller, topicId)) throw problem('forbidden', 'Your grants do not cover this topic.')
}

/** What decides who may read an object. */
interface ReadableThing {
  kind: ClosedLists['objectKind']
  topicId: string
  visibility: ClosedLists['visibility']
  ownerId: string | null
  /** A revision with a publication. */
  isPublished: boolean
}

/** Who may read an object of a kind: everybody who may read its topic, whoever has a grant for it, or fewer of those. */
const READERS: Readonly<
  Record<ClosedLists['objectKind'], (caller: Caller, thing: ReadableThing) => boolean>
> = {
  policy: mayReadTopicOf,
  publication: mayReadTopicOf,
  retirement: mayReadTopicOf,
  candidate: hasGrantFor,
  definition: hasGrantFor,
  resolution: hasGrantFor,
  proposal: (caller, thing) =>
    mayCurate(caller, thing.topicId) || (hasGrantFor(caller, thing) && thing.ownerId === caller.identityId),
  evidence: (caller, thing) => hasGrantFor(caller, thing) && hasScope(caller, 'review'),
  review: () => false,
  suggestion: () => false,
}

function hasGrantFor(caller: Caller, { topicId }: ReadableThing): boolean {
  return hasGrant(caller, topicId)
}

function mayReadTopicOf(caller: Caller, { topicId: id, visibility }: ReadableThing): boolean {
  return mayReadTopic(caller, { id, visibility })
}

/**
 * Who may read an object by its hash (contract section 2). Reviews and suggestions follow rules of
 * their own.
 */
export function mayReadObject(caller: Caller, thing: ReadableThing): boolean {
  return thing.isPublished ? mayReadTopicOf(caller, thing) : READERS[thing.kind](caller, thing)
}
