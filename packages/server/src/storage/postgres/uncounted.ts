import type { CompiledQuery } from 'kysely'

const uncounted = new WeakSet<CompiledQuery>()

/** Whoever runs it does not ask how many rows it changed, so that it need not be waited for. */
export function leaveUncounted<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  uncounted.add(query)
  return query
}

export function isUncounted(query: CompiledQuery): boolean {
  return uncounted.has(query)
}
