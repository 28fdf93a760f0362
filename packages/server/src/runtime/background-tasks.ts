import type { Logger } from './logger.ts'

/** Small tasks after a response: one at a time for each name; closing waits for them. */
export function createBackgroundTasks(log: Logger) {
  const running = new Map<string, Promise<void>>()
  return {
    start(name: string, work: () => Promise<void>): void {
      if (running.has(name)) return
      const done = work()
        .catch((error: unknown) => log.warn('background task failed', { name, error: String(error) }))
        .finally(() => running.delete(name))
      running.set(name, done)
    },
    async settled(): Promise<void> {
      await Promise.all(running.values())
    },
  }
}
