import { type Client, createClient } from '@colophon/client'
import { siteLog, type VerifiedLog, verifyLog } from '@colophon/client/log'
import { openCheckpoint, requireKey, signedBy } from '@colophon/log'
import { REMOTE_PATIENCE, type RemoteOptions, remoteOf } from '../terminal/remote.ts'
import type { Lock, SeenLog } from './lock.ts'

/** A press that pins name, and how it is asked. */
export interface PinnedPress {
  readonly press: string
  readonly client: Client
}

/** The press that an address names; throws CommandRefused where there is none. */
export function namedPress(options: RemoteOptions): PinnedPress {
  const remote = remoteOf(options)
  return { press: new URL(remote.url).origin, client: clientAt(remote.url, remote.token) }
}

/**
 * Every press of a lock, by its own address; that of a single one may be given, as of a mirror of it. Anybody may have
 * written the lock: a bearer goes to the address alone that whoever runs the command gave.
 */
export function pressesOf({ pins }: Lock, options: RemoteOptions): PinnedPress[] {
  const presses = [...new Set(pins.map(({ press }) => press))]
  const address = options.url ?? process.env.COLOPHON_URL
  const given = address ? remoteOf(options) : null
  const isInPlace = options.url !== undefined && presses.length === 1
  return presses.map((press) => {
    const isGiven = given !== null && (isInPlace || new URL(given.url).origin === press)
    return { press, client: isGiven ? clientAt(given.url, given.token) : clientAt(press, null) }
  })
}

function clientAt(url: string, token: string | null): Client {
  return createClient({
    url,
    token,
    userAgent: 'colophon-lock',
    patience: { ...REMOTE_PATIENCE, attempts: 5 },
  })
}

/** Proves that the log of a press is the one that was seen, or a longer one, and which of the hashes are in it. */
export async function proveLog(
  { press, client }: PinnedPress,
  seen: SeenLog | null,
  hashes: readonly string[],
): Promise<VerifiedLog> {
  const key = seen === null ? null : requireKey(seen.key)
  const known = seen && key && { key, checkpoint: await openCheckpoint(seen.checkpoint, [key]) }
  const progress = { begin() {}, advance() {} }
  return await verifyLog({
    press: siteLog(client.call, `the press at ${press}`),
    folder: null,
    key,
    seen: known,
    hashes,
    progress,
  })
}

/** What a lock keeps of a log that was proven. */
export function seenOf({ checkpoint, key }: VerifiedLog): SeenLog {
  return { checkpoint: signedBy(checkpoint.signed, key), key: key.text }
}
