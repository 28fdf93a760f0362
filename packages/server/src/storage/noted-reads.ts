import { AsyncLocalStorage } from 'node:async_hooks'

/** Whether something that was read is still what it was; it asks the database at once. */
type Check = () => boolean

const noting = new AsyncLocalStorage<Check[] | null>()

/** Asks again what was read, and whether all of it is the same. */
export type IsStill = () => boolean

/**
 * Notes what the work reads through the handles of an engine that answers at once: rows by their values, everything else
 * by the tables that it came from. An answer that was made of nothing else would be made the same again while they are;
 * the work gets what asks that of all that it has read.
 */
export function noteReads<T>(work: (isStill: IsStill) => Promise<T>): Promise<T> {
  const checks: Check[] = []
  return noting.run(checks, () => work(() => checks.every((check) => check())))
}

/** Bytes that are named by their hash are the same for ever, whatever else their table has. */
export function withoutNotes<T>(work: () => T): T {
  return noting.run(null, work)
}

/** Called with what is read while somebody notes it. */
export function noteRead(checkOf: () => Check): void {
  noting.getStore()?.push(checkOf())
}

/** Rows, lists of them and their values, compared by what they hold. */
export function holdsSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [values, others] = [Object.entries(one), Object.entries(other)]
  if (values.length !== others.length) return false
  return values.every(([name, value]) => holdsSame(value, Reflect.get(other, name)))
}
