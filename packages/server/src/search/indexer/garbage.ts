import { collectHeap, giveHeapBack } from '../../runtime/idle-memory.ts'

/** A text of so many bytes leaves tens of megabytes behind, which the next one must not come upon. */
const LARGE = 256 * 1024
/** What smaller texts leave behind is collected after so many bytes of them, and when nothing is to be read any more. */
const COLLECTED_AFTER = 8 * 1024 * 1024
const WORTH_COLLECTING = 128 * 1024

/** What a thread that reads texts leaves behind in its heap. */
export interface Garbage {
  /** After a text of so many bytes. */
  add(bytes: number): void
  /** After the last text. */
  rest(): void
}

/** The heap grows by what texts leave behind while they are read, and an idle thread has no reason to collect it. */
export function createGarbage(): Garbage {
  let left = 0
  let hadLarge = false
  return {
    add(bytes) {
      left += bytes
      if (bytes >= LARGE) giveHeapBack()
      else if (left >= COLLECTED_AFTER) collectHeap()
      else return
      hadLarge ||= bytes >= LARGE
      left = 0
    },
    rest() {
      // What was made of large texts came after they were read.
      if (hadLarge) giveHeapBack()
      else if (left >= WORTH_COLLECTING) collectHeap()
      else return
      hadLarge = false
      left = 0
    },
  }
}
