import type { FromFollower, Packing, Written } from './messages.ts'

/** The main thread alone writes: a thread or a process that follows asks it to, and waits. */
export function askToWrite(say: (message: FromFollower) => void) {
  const waiting = new Map<number, (written: boolean) => void>()
  let ids = 0
  return {
    write(packing: Packing): Promise<boolean> {
      ids += 1
      const id = ids
      say({ kind: 'write', id, packing })
      return new Promise((resolve) => {
        waiting.set(id, resolve)
      })
    },
    settle({ id, written }: Written): void {
      waiting.get(id)?.(written)
      waiting.delete(id)
    },
  }
}
