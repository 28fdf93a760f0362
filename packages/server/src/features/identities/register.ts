import { createHmac } from 'node:crypto'
import { READER_TOKEN_DAYS, type ScopeName } from '@colophon/contract'
import type { App } from '../../app.ts'
import { issueBearer, makeIdentity } from '../../catalog/bearers.ts'
import type { Handler } from '../../catalog/handler.ts'
import type { Act } from '../../command/act.ts'
import { exceeded } from '../../command/allowance.ts'
import { created } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { addHours, nextUtcMidnight, utcDay } from '../../core/utc-day.ts'
import { countRegistration, forgetNetworks } from './store.ts'

const LABEL = 'reader'
const SCOPES: ScopeName[] = ['read']

/** A reader reads what is public, reports use and sends feedback; it is never more than that. */
export const createIdentity: Handler<'createIdentity'> = (app, call) =>
  command(app, call, async (act) => {
    await countAll(app, act, call.network?.() ?? 'unknown')
    const identity = await makeIdentity(act, { enrollment: 'public', label: LABEL })
    const { row, bearer } = await issueBearer(act, app.signer, {
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

/** The network's own limit comes first: one that has passed it learns nothing of the site's. */
async function countAll(app: App, act: Act, network: string): Promise<void> {
  const { limits } = app.settings
  const hour = act.now.slice(0, 13)
  const counted = [
    {
      quota: 'registrations_per_network_hour',
      limit: limits.registrationsPerNetworkHour,
      period: hour,
      subject: networkHash(app.networkKey, hour, network),
      resetsAt: addHours(`${hour}:00:00.000Z`, 1),
    },
    {
      quota: 'registrations_per_day',
      limit: limits.registrationsPerDay,
      period: utcDay(act.now),
      subject: 'site',
      resetsAt: nextUtcMidnight(act.now),
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
    if ((await countRegistration(act.tx, { period, subject })) > limit)
      throw exceeded(quota, limit, { now: act.now, resetsAt })
  await forgetNetworks(act.tx, hour)
}

/** Another each hour: nobody who reads the table can follow a network from one hour to the next. */
function networkHash(key: Uint8Array, hour: string, network: string): string {
  return createHmac('sha256', key).update(`${hour}\n${network}`).digest('base64url')
}
