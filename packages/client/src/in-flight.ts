/** Works on `width` items at once. Stops at the first error, which is thrown once those in flight have ended. */
export async function inFlight<T>(
  items: Iterable<T> | AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let failed = false
  const takeTurns = async () => {
    try {
      for (let turn = await source.next(); !turn.done && !failed; turn = await source.next())
        await work(turn.value)
    } catch (error) {
      failed = true
      throw error
    }
  }
  const turns = await Promise.allSettled(Array.from({ length: width }, takeTurns))
  await source.return?.()
  for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
}

/** What the work makes of each item, in the order of the items; `width` of them are worked on ahead. */
export async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const ahead: Promise<R>[] = []
  for await (const item of items) {
    const result = work(item)
    // Whoever is not asked for any more must not end the process by its failure.
    result.catch(() => {})
    ahead.push(result)
    if (ahead.length >= width) yield* first(ahead)
  }
  while (ahead.length > 0) yield* first(ahead)
}

async function* first<R>(ahead: Promise<R>[]): AsyncGenerator<R, void, undefined> {
  const result = ahead.shift()
  if (result !== undefined) yield await result
}

/** Bytes that are under way. */
export interface Room {
  /** Waits until there is room for so many; what is larger than all of it goes alone. */
  enter(bytes: number): Promise<void>
  leave(bytes: number): void
}

/** For so many bytes at once. */
export function openRoom(most: number): Room {
  let taken = 0
  const waiting: (() => void)[] = []
  return {
    async enter(bytes) {
      while (taken > 0 && taken + bytes > most) await new Promise<void>((resolve) => waiting.push(resolve))
      taken += bytes
    },
    leave(bytes) {
      taken -= bytes
      for (const wake of waiting.splice(0)) wake()
    },
  }
}

/** Tells how far the work is; the stages come one after the other. */
export interface Progress {
  /** A stage begins; `total` is null where nobody knows how much there is to do. */
  begin(stage: string, total: number): void
  advance(done: number): void
}
