import { AsyncLocalStorage } from 'node:async_hooks'

/** Runs one work; `isOpen` tells its handles whether they may still be used. */
type EnterScope = <T>(work: (isOpen: () => boolean) => Promise<T>) => Promise<T>

export interface WriteScope {
  /** Throws inside a running work: a write in a write would wait for itself for ever. */
  refuseNested(): void
  enter: EnterScope
}

export function createWriteScope(): WriteScope {
  const running = new AsyncLocalStorage<{ open: boolean }>()
  return {
    refuseNested() {
      if (running.getStore()?.open) {
        throw new Error('write() was called inside write(): hand the transaction on instead')
      }
    },
    async enter(work) {
      const scope = { open: true }
      try {
        return await running.run(scope, work, () => scope.open)
      } finally {
        scope.open = false
      }
    },
  }
}
