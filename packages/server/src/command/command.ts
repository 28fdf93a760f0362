import type { Operation } from '@colophon/contract'
import type { App } from '../app.ts'
import type { Caller } from '../core/authority.ts'
import { isUniqueViolation } from '../storage/portable.ts'
import type { Tx } from '../storage/storage.ts'
import type { Call, Reply } from './call.ts'
import { findOutcome, saveOutcome } from './idempotency.ts'
import { refuseDuringMaintenance } from './maintenance.ts'
import { keptFrom } from './outcome-horizon.ts'
import { startUnits, type UnitOfWork } from './unit-of-work.ts'

/** Bytes that must be in the blob store before the transaction that names them may commit. */
class BytesFirst extends Error {
  readonly staged: ReadonlyMap<string, Uint8Array>
  constructor(staged: ReadonlyMap<string, Uint8Array>) {
    super('bytes first')
    this.staged = staged
  }
}

const LARGEST_RERUNS = 5

/**
 * The one way to change data: maintenance, visibility, the idempotency key, the effect and the stored answer in
 * one transaction. Exactly-once is a property of that transaction.
 */
export async function command<O extends Operation, S, B>(
  app: App,
  call: Call<O, S>,
  work: (unit: UnitOfWork, resources: S) => Promise<Reply<B>>,
): Promise<Reply<B>> {
  return runUnitOfWork(app, call.caller, async (unit) => {
    if (!runsDuringMaintenance(call)) await refuseDuringMaintenance(unit.tx)
    const resources = await call.resolveResources(unit.tx)
    const earlier = await findOutcome<B>(unit.tx, call)
    if (earlier) return earlier
    const reply = await work(unit, resources)
    await saveOutcome(unit, call, { reply, from: keptFrom(app, unit.now) })
    return reply
  })
}

function runsDuringMaintenance({ operation, caller }: Call<Operation, unknown>): boolean {
  if (operation.duringMaintenance) return true
  return operation.operatorDuringMaintenance === true && caller.via === 'operator'
}

/** Runs a unit of work until it commits; the scheduler uses it too. */
export async function runUnitOfWork<T>(
  app: App,
  caller: Caller,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const start = startUnits(app, caller)
  const stored = new Set<string>()
  let reruns = 0
  for (;;) {
    const running: { unit?: UnitOfWork } = {}
    try {
      const result = await app.storage.write(async (tx) => {
        running.unit = start(tx)
        const value = await work(running.unit)
        await storeBytes(app, tx, missing(running.unit.staged, stored))
        return value
      })
      for (const [sha256, bytes] of running.unit?.staged ?? []) app.bytes.set(sha256, bytes)
      return result
    } catch (error) {
      // Two commands made the same row at once: run again, the loser now sees what the winner made.
      if (isUniqueViolation(error) && reruns++ < LARGEST_RERUNS) continue
      if (!(error instanceof BytesFirst)) {
        await writeDownRefusal(app, running.unit)
        throw error
      }
      await Promise.all([...error.staged].map(([sha256, bytes]) => app.blobs.put(sha256, bytes)))
      for (const sha256 of error.staged.keys()) stored.add(sha256)
    }
  }
}

async function writeDownRefusal(app: App, unit: UnitOfWork | undefined): Promise<void> {
  const works = unit?.uponRefusal ?? []
  if (works.length === 0) return
  await app.storage.write(async (tx) => {
    for (const work of works) await work(tx)
  })
}

function missing(staged: ReadonlyMap<string, Uint8Array>, stored: ReadonlySet<string>) {
  return new Map([...staged].filter(([sha256]) => !stored.has(sha256)))
}

async function storeBytes(app: App, tx: Tx, staged: ReadonlyMap<string, Uint8Array>): Promise<void> {
  if (staged.size === 0) return
  const { putWithin } = app.blobs
  if (putWithin === null) throw new BytesFirst(staged)
  for (const [sha256, bytes] of staged) await putWithin(tx, sha256, bytes)
}
