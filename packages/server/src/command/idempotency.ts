import { setImmediate as nextTurn } from 'node:timers/promises'
import { KEY_LIMITS, type Operation, SCHEDULER_LIMITS } from '@colophon/contract'
import type { App } from '../app.ts'
import { problem } from '../core/problem.ts'
import { addDays } from '../core/utc-day.ts'
import { preparedQuery } from '../storage/portable.ts'
import type { IdempotencyRow } from '../storage/rows/site.ts'
import type { Db } from '../storage/storage.ts'
import type { Call, Reply } from './call.ts'
import { isInMaintenance } from './maintenance.ts'
import { followHorizon, type Horizon } from './outcome-horizon.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** 88 bits of a SHA-256 tell keys apart as well, and its index has nearly three times the keys on a page. */
const KEY_HASH_CHARACTERS = 22

/** A key's hash as it is stored; backups of schema versions before 12 have it longer. */
export function shortKeyHash(hash: string): string {
  return hash.slice(0, KEY_HASH_CHARACTERS)
}

const find = preparedQuery<{ keyHash: string }>()((db, p) =>
  db.selectFrom('idempotency').select(['input_hash', 'status', 'body']).where('key_hash', '=', p('keyHash')),
)

type Parameters = { [K in keyof IdempotencyRow]: IdempotencyRow[K] }

const insert = preparedQuery<Parameters>()((db, p) =>
  db.insertInto('idempotency').values({
    key_hash: p('key_hash'),
    input_hash: p('input_hash'),
    status: p('status'),
    body: p('body'),
    created_at: p('created_at'),
    expires_at: p('expires_at'),
  }),
)

/** The stored outcome of the same key and input; the same key with other input is refused. */
export async function findOutcome<B>(db: Db, call: Call<Operation, unknown>): Promise<Reply<B> | null> {
  if (call.idempotency === null) return null
  const row = await find.first(db, { keyHash: call.idempotency.keyHash })
  if (row === null) return null
  if (row.input_hash !== call.idempotency.inputHash)
    throw problem(
      'idempotency_key_reused',
      'An earlier request used this key with another body or query. Use a new key for a new act.',
    )
  const body = JSON.parse(row.body) as B
  return { status: row.status === 200 ? 200 : 201, body, replayed: true }
}

/** Kept from then on. */
export async function saveOutcome(
  unit: UnitOfWork,
  call: Call<Operation, unknown>,
  { reply, from }: { reply: Reply<unknown>; from: string },
): Promise<void> {
  if (call.idempotency === null) return
  const keeps = call.operation.keepsOutcome === true
  await insert.run(unit.tx, {
    key_hash: call.idempotency.keyHash,
    input_hash: call.idempotency.inputHash,
    status: reply.status,
    body: JSON.stringify(keeps ? withoutToken(reply.body) : reply.body),
    created_at: unit.now,
    expires_at: keeps ? null : addDays(from, KEY_LIMITS.idempotencyRetentionDays),
  })
}

const tooOld = (db: Db, before: string) =>
  db
    .selectFrom('idempotency')
    .select('key_hash')
    .where('expires_at', '<', before)
    .limit(SCHEDULER_LIMITS.outcomesAtOnce)

/**
 * Forgets the outcomes whose time is over, in small transactions until none is left: they come as fast as they were
 * made. Those that are kept for good have no such time.
 */
export async function removeOldOutcomes(app: App, signal?: AbortSignal): Promise<void> {
  const horizon = await followHorizon(app)
  // A write that removes nothing would still take the lock of the one writer.
  const isNone = (await tooOld(app.storage.read, horizon.before).limit(1).execute()).length === 0
  if (isNone && !horizon.isDue) return
  const until = app.ambient.elapsed() + SCHEDULER_LIMITS.outcomesMilliseconds
  let removed = await removeSome(app, horizon)
  while (removed >= SCHEDULER_LIMITS.outcomesAtOnce && app.ambient.elapsed() < until && !signal?.aborted) {
    // Writers that came meanwhile go first.
    await nextTurn()
    removed = await removeSome(app, { ...horizon, save: async () => {} })
  }
}

/** Answers how many there were. */
function removeSome(app: App, horizon: Horizon): Promise<number> {
  return app.storage.write(async (tx) => {
    if (await isInMaintenance(tx)) return 0
    const { numDeletedRows } = await tx
      .deleteFrom('idempotency')
      .where('key_hash', 'in', tooOld(tx, horizon.before))
      .executeTakeFirst()
    await horizon.save(tx)
    return Number(numDeletedRows)
  })
}

/** A bearer is shown once and stored nowhere. */
function withoutToken(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? { ...body, token: null } : body
}
