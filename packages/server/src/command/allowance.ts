import { isReader } from '@colophon/contract'
import type { App } from '../app.ts'
import type { Caller } from '../core/authority.ts'
import { problem, type RemainingAllowance } from '../core/problem.ts'
import { nextUtcMidnight, utcDay } from '../core/utc-day.ts'
import type { ReaderLimits } from '../runtime/settings.ts'
import { cachedQuery } from '../storage/cached-query.ts'
import { preparedQuery } from '../storage/portable.ts'
import type { Db } from '../storage/storage.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** What an identity used of its allowances on a UTC day. */
export interface Usage {
  readonly commands: number
  readonly signals: number
  readonly feedback: number
}

/** One command of a reader; some also count against an allowance of their own. */
export const ONE_COMMAND: Usage = { commands: 1, signals: 0, feedback: 0 }
export const ONE_SIGNAL: Usage = { commands: 1, signals: 1, feedback: 0 }
export const ONE_FEEDBACK: Usage = { commands: 1, signals: 0, feedback: 1 }

const UNUSED: Usage = { commands: 0, signals: 0, feedback: 0 }

/** Only readers have allowances: whoever was invited was chosen. */
export function hasAllowances(caller: Caller): boolean {
  return isReader(caller.enrollment) && caller.identityId !== ''
}

const add = preparedQuery<Usage & { identity: string; day: string }>()((db, p) =>
  db
    .insertInto('allowance_days')
    .values({
      identity_id: p('identity'),
      day: p('day'),
      commands: p('commands'),
      signals: p('signals'),
      feedback: p('feedback'),
    })
    .onConflict((conflict) =>
      conflict.columns(['identity_id', 'day']).doUpdateSet((eb) => ({
        commands: eb('allowance_days.commands', '+', eb.ref('excluded.commands')),
        signals: eb('allowance_days.signals', '+', eb.ref('excluded.signals')),
        feedback: eb('allowance_days.feedback', '+', eb.ref('excluded.feedback')),
      })),
    )
    .returning(['commands', 'signals', 'feedback']),
)

/**
 * Counts what a command uses, and refuses it where an allowance would be passed: the count then goes with
 * the transaction, so that a refused command uses nothing. Null for a caller without allowances.
 */
export async function spend(unit: UnitOfWork, limits: ReaderLimits, used: Usage): Promise<Usage | null> {
  if (!hasAllowances(unit.caller)) return null
  const { identityId: identity } = unit.caller
  const total = await add.first(unit.tx, { identity, day: utcDay(unit.now), ...used })
  if (total === null) throw new Error('the allowance was not counted')
  for (const allowance of allowancesOf(limits, total, unit.now))
    if (used[allowance.kind] > 0 && allowance.used > allowance.limit)
      throw exceeded(allowance.name, allowance.limit, { now: unit.now, resetsAt: allowance.resets_at })
  return total
}

/** Refuses for an allowance; `resetsAt` is null for one that never comes back. */
export function exceeded(quota: string, limit: number, when: { now: string; resetsAt: string | null }) {
  const { now, resetsAt } = when
  const detail = `The allowance ${quota} of ${limit} is used up.`
  if (resetsAt === null) return problem('quota_exceeded', detail, { quota, limit })
  const retryAfter = (Date.parse(resetsAt) - Date.parse(now)) / 1000
  return problem('quota_exceeded', detail, { quota, limit, resets_at: resetsAt, retryAfter })
}

export interface Allowance extends RemainingAllowance {
  readonly kind: keyof Usage
}

export function allowancesOf(limits: ReaderLimits, used: Usage, now: string): Allowance[] {
  const resets_at = nextUtcMidnight(now)
  return [
    { kind: 'signals', name: 'signals_per_day', limit: limits.signalsPerDay, used: used.signals, resets_at },
    {
      kind: 'feedback',
      name: 'feedback_per_day',
      limit: limits.feedbackPerDay,
      used: used.feedback,
      resets_at,
    },
    {
      kind: 'commands',
      name: 'commands_per_day',
      limit: limits.commandsPerDay,
      used: used.commands,
      resets_at,
    },
  ]
}

// Always one row, so that "nothing used" is remembered too.
const usage = cachedQuery(
  preparedQuery<{ identity: string; day: string }>()((db, p) =>
    db.selectNoFrom((eb) => {
      const of = (column: keyof Usage) =>
        eb
          .selectFrom('allowance_days')
          .select(column)
          .where('identity_id', '=', p('identity'))
          .where('day', '=', p('day'))
          .as(column)
      return [of('commands'), of('signals'), of('feedback')]
    }),
  ),
)

async function findUsage(db: Db, identity: string, now: string): Promise<Usage> {
  const row = await usage(db, { identity, day: utcDay(now) })
  return row === null
    ? UNUSED
    : { commands: row.commands ?? 0, signals: row.signals ?? 0, feedback: row.feedback ?? 0 }
}

/** What the caller has left today: [] without allowances. */
export async function findAllowances(app: App, caller: Caller): Promise<Allowance[]> {
  if (!hasAllowances(caller)) return []
  const now = app.ambient.now()
  return allowancesOf(app.settings.limits, await findUsage(app.storage.read, caller.identityId, now), now)
}
