import type { AnswerOf, BodyOf, ClosedLists, Operations } from '@colophon/contract'
import { invalidField, problem } from '../../core/problem.ts'
import { addDays, parseInstant } from '../../core/utc-day.ts'
import type { EvidenceRow } from '../../storage/rows/editorial.ts'
import { NOT_TRANSPORTED, type TransportResult } from './url-transport.ts'

type EvidenceBody = BodyOf<Operations['createEvidence']>
type EvidenceView = AnswerOf<Operations['createEvidence']>

/** What an evidence object says beside who, when and of which candidate. */
export type Statement = Pick<
  EvidenceView,
  | 'method'
  | 'method_version'
  | 'subject'
  | 'selector'
  | 'source_locator'
  | 'observed_result'
  | 'tool'
  | 'source_lineage'
  | 'limitations'
  | 'status'
  | 'final_url'
  | 'content_type'
  | 'content_sha256'
  | 'size'
  | 'failure'
  | 'checked_at'
  | 'expires_at'
>

const MANUAL_FIELDS = [
  'observed_result',
  'tool',
  'source_lineage',
  'limitations',
  'checked_at',
  'expires_at',
] as const

/** What a body says itself, by its method. */
const OWN_FIELDS: Readonly<Record<ClosedLists['evidenceMethod'], readonly (typeof MANUAL_FIELDS)[number][]>> =
  {
    'manual-source-v1': MANUAL_FIELDS,
    'url-transport-v1': [],
  }

/** A manual row has all fields of its account; those of a transport are found by the service. */
export function requireFieldsOfMethod(body: EvidenceBody): void {
  const needed = OWN_FIELDS[body.method]
  for (const name of MANUAL_FIELDS) {
    const isThere = body[name] !== null && body[name] !== undefined
    const isNeeded = needed.includes(name)
    if (isNeeded && !isThere) throw invalidField(`/${name}`, 'is needed by manual-source-v1')
    if (!isNeeded && isThere) throw invalidField(`/${name}`, 'belongs to manual-source-v1 only')
  }
}

/** Made of what the body says: the check is not in the future, and the row expires after it, within the TTL. */
export function manualStatement(body: EvidenceBody, terms: { ttlDays: number; now: string }): Statement {
  const checkedAt = parseInstant(body.checked_at ?? '') ?? ''
  const expiresAt = parseInstant(body.expires_at ?? '') ?? ''
  const latest = addDays(checkedAt, terms.ttlDays)
  if (checkedAt > terms.now) throw invalidField('/checked_at', 'is in the future')
  if (expiresAt <= checkedAt) throw invalidField('/expires_at', 'must be later than checked_at')
  if (expiresAt > latest)
    throw invalidField('/expires_at', `is more than the ${terms.ttlDays} days of the policy after checked_at`)
  return {
    ...spoken(body),
    ...NOT_TRANSPORTED,
    observed_result: body.observed_result ?? null,
    tool: body.tool ?? null,
    source_lineage: body.source_lineage ?? null,
    limitations: body.limitations ?? null,
    checked_at: checkedAt,
    expires_at: expiresAt,
  }
}

/** Made of what the service found; it holds for the TTL of the policy. */
export function transportStatement(
  body: EvidenceBody,
  found: TransportResult & { checkedAt: string },
  terms: { ttlDays: number },
): Statement {
  const { checkedAt, ...facts } = found
  return {
    ...spoken(body),
    ...facts,
    observed_result: null,
    tool: null,
    source_lineage: null,
    limitations: null,
    checked_at: checkedAt,
    expires_at: addDays(checkedAt, terms.ttlDays),
  }
}

function spoken({ method, subject, selector, source_locator }: EvidenceBody) {
  return { method, method_version: '1' as const, subject, selector, source_locator }
}

const SOUND: Readonly<Record<ClosedLists['evidenceMethod'], (statement: Statement) => boolean>> = {
  'manual-source-v1': () => true,
  'url-transport-v1': ({ status, failure }) =>
    failure === null && status !== null && status >= 200 && status <= 299,
}

/** A transport counts only when it ended well. */
export function isSound(statement: Statement): boolean {
  return SOUND[statement.method](statement)
}

/** The same rule as the count of coverage. */
export function isCounting(row: EvidenceRow, now: string): boolean {
  return row.is_sound === 1 && row.challenged_at === null && row.expires_at > now
}

export function requireUnchallenged(row: EvidenceRow): void {
  if (row.challenged_at !== null)
    throw problem('invalid_state', 'The row is challenged already and does not count.')
}
