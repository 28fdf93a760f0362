import type { ClosedLists } from '@colophon/contract'
import type { App } from '../app.ts'
import type { Caller } from '../core/authority.ts'
import type { Tx } from '../storage/storage.ts'

const NONCE_BYTES = 16

/** An immutable object that a command makes. */
export interface NewObject {
  sha256: string
  bytes: Uint8Array
  kind: ClosedLists['objectKind']
  topicId: string | null
  entryId: string | null
  /** When it came to be, where that is not the command's time. */
  at?: string
}

/** One run of a command inside its transaction. */
export interface UnitOfWork {
  readonly tx: Tx
  readonly caller: Caller
  /** The time of the command: the same in every run. */
  readonly now: string
  /** The time of this run, which may be later than `now`: it decides what has expired. */
  clock(): Promise<string>
  newId(): string
  /** 128 random bits in base64url, so that the hash of an object says nothing of fields that are hidden. */
  nonce(): string
  /** Bytes that must be stored before the transaction commits. */
  readonly staged: Map<string, Uint8Array>
  /** Writes for a transaction of their own when this command is refused. */
  readonly uponRefusal: ((tx: Tx) => Promise<void>)[]
}

/**
 * A command may run more than once before it commits: after a conflict, or because its bytes must be stored
 * first. Random values are drawn once, so that a second run makes the same bytes.
 */
export function startUnits(app: App, caller: Caller): (tx: Tx) => UnitOfWork {
  const now = app.ambient.now()
  const ids: string[] = []
  const nonces: string[] = []
  return (tx) => {
    const draw = { ids: 0, nonces: 0 }
    return {
      tx,
      caller,
      now,
      clock: () => app.ambient.clock(tx),
      newId: () => drawn(ids, draw.ids++, app.ambient.newId),
      nonce: () =>
        drawn(nonces, draw.nonces++, () =>
          Buffer.from(app.ambient.random(NONCE_BYTES)).toString('base64url'),
        ),
      staged: new Map(),
      uponRefusal: [],
    }
  }
}

function drawn(kept: string[], position: number, draw: () => string): string {
  const value = kept[position] ?? draw()
  kept[position] = value
  return value
}
