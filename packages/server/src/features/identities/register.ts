import { createHmac } from 'node:crypto'
import { READER_TOKEN_DAYS, type ScopeName } from '@colophon/contract'
import type { App } from '../../app.ts'
import type { Handler } from '../../catalog/handler.ts'
import { issueSignedToken, makeIdentity } from '../../catalog/issue-tokens.ts'
import { exceeded } from '../../command/allowance.ts'
import { created } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { addHours, nextUtcMidnight, utcDay } from '../../core/utc-day.ts'
import type { IdentityRow } from '../../storage/rows/access.ts'
import { countRegistration, forgetNetworks } from './store.ts'

const LABEL = 'reader'
const SCOPES: ScopeName[] = ['read']

/** A reader reads what is public, reports use and sends feedback; it is never more than that. */
export const createIdentity: Handler<'createIdentity'> = (app, call) =>
  command(app, call, async (unit) => {
    const identity = await registerReader(app, unit, call.network?.() ?? null)
    const { row, bearer } = await issueSignedToken(unit, app.keys.signer, {
      identity,
      label: LABEL,
      authority: {
        preset: null,
        scopes: SCOPES,
        topicGrants: null,
        reviewGrants: [],
        days: READER_TOKEN_DAYS,
      },
    })
    return created({
      identity_id: identity.identity_id,
      participant_id: identity.participant_id,
      enrollment: 'public' as const,
      scopes: SCOPES,
      token: bearer,
      token_id: row.token_id,
      expires_at: row.expires_at,
      created_at: identity.created_at,
    })
  })

/** A new reader, within what its network and the site may register. */
export async function registerReader(
  app: App,
  unit: UnitOfWork,
  network: string | null,
): Promise<IdentityRow> {
  await countAll(app, unit, network ?? 'unknown')
  return makeIdentity(unit, { enrollment: 'public', label: LABEL })
}

/** The network's own limit comes first: one that has passed it learns nothing of the site's. */
async function countAll(app: App, unit: UnitOfWork, network: string): Promise<void> {
  const { limits } = app.settings
  const hour = unit.now.slice(0, 13)
  const counted = [
    {
      quota: 'registrations_per_network_hour',
      limit: limits.registrationsPerNetworkHour,
      period: hour,
      subject: networkHash(app.keys.networkKey, hour, network),
      resetsAt: addHours(`${hour}:00:00.000Z`, 1),
    },
    {
      quota: 'registrations_per_day',
      limit: limits.registrationsPerDay,
      period: utcDay(unit.now),
      subject: 'site',
      resetsAt: nextUtcMidnight(unit.now),
    },
    {
      quota: 'registrations_total',
      limit: limits.registrationsTotal,
      period: 'ever',
      subject: 'site',
      resetsAt: null,
    },
  ]
  for (const { quota, limit, period, subject, resetsAt } of counted)
    if ((await countRegistration(unit.tx, { period, subject })) > limit)
      throw exceeded(quota, limit, { now: unit.now, resetsAt })
  await forgetNetworks(unit.tx, hour)
}

/** Another each hour: nobody who reads the table can follow a network from one hour to the next. */
function networkHash(key: Uint8Array, hour: string, network: string): string {
  return createHmac('sha256', key).update(`${hour}\n${network}`).digest('base64url')
}
