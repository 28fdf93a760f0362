import type { RemoteOptions } from '../../terminal/remote.ts'

/** The flags of every command that reads or writes a lock. */
export interface LockOptions extends RemoteOptions {
  /** The path of the file. */
  lock: string
  /** Write nothing. */
  frozen?: boolean
  json?: boolean
}
