import type { Logger } from './log.ts'

/** Small work after an answer: once at a time for each name, and waited for before the engines close. */
export function createAfterwards(log: Logger) {
  const running = new Map<string, Promise<void>>()
  return {
    start(name: string, work: () => Promise<void>): void {
      if (running.has(name)) return
      const done = work()
        .catch((error: unknown) => log.warn('afterwards failed', { name, error: String(error) }))
        .finally(() => running.delete(name))
      running.set(name, done)
    },
    async settled(): Promise<void> {
      await Promise.all(running.values())
    },
  }
}
