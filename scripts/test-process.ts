import async_hooks, { type HookCallbacks } from 'node:async_hooks'
import { isMainThread } from 'node:worker_threads'
import { configureGlobal } from 'fast-check'

/**
 * Of the properties: a run that failed fails again, and nobody's change is held up by what an earlier one did not look at.
 * `COLOPHON_TEST_SEED=any` looks elsewhere each time, and a number there.
 */
const { COLOPHON_TEST_SEED: seed = '20260701' } = process.env

/**
 * Comes before everything else in each process of tests. `node:test` follows every promise from its making until it is
 * collected, to tell whose test an error belongs to that nobody caught: a tenth of what the tests take. All but promises
 * are enough for a test to know its suite. An error that nobody caught ends the process, which fails the run at once.
 */
if (isMainThread) {
  const { createHook } = async_hooks
  async_hooks.createHook = (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false })
  process.prependListener('uncaughtException', end)
  process.prependListener('unhandledRejection', end)
  if (seed !== 'any') configureGlobal({ seed: Number(seed) })
}

function end(error: unknown): void {
  console.error(error)
  process.exit(1)
}
