import { readStored } from '@colophon/client'
import { isPublic } from '@colophon/contract'
import { LogRefused } from '@colophon/log'
import type { Pin, SeenLog } from './lock.ts'
import { type PinnedPress, proveLog, seenOf } from './lock-press.ts'

/** What holds for pins that were proved. */
interface ProvenPins {
  /** What was seen of the log; null where none of the pins is in one. */
  readonly seen: SeenLog | null
  /** Of pins of invited topics, which no public log has. */
  readonly remarks: readonly string[]
  /** The exact bytes, by hash. */
  readonly bytes: ReadonlyMap<string, Uint8Array>
}

/**
 * Holds pins of one press to their hashes and to its log: the bytes are those of the hash, they are of the entry, and their
 * publication is in the log, which is the one that was seen or a longer one. Throws ObjectAltered or LogRefused else.
 */
export async function provePins(
  press: PinnedPress,
  pins: readonly Pin[],
  seen: SeenLog | null,
): Promise<ProvenPins> {
  const bytes = new Map<string, Uint8Array>()
  for (const { hash, entry } of pins) {
    const found = await press.client.readObject(hash)
    if (readStored(found).fields.entry_id !== entry)
      throw new LogRefused(`${hash} is not of the entry ${entry}, as ${press.press} says`)
    bytes.set(hash, found)
  }
  const verified = await proveLog(
    press,
    seen,
    pins.map(({ hash }) => hash),
  )
  const remarks: string[] = []
  const faults = new Map(verified.objects.map(({ sha256, fault }) => [sha256, fault]))
  for (const { path, hash } of pins) {
    const fault = faults.get(hash) ?? null
    if (fault === null) continue
    if (await isInPublic(press, path)) throw new LogRefused(`${hash} ${fault}`)
    remarks.push(`${path} is in an invited topic: no public log proves its publication`)
  }
  return { seen: remarks.length < pins.length ? seenOf(verified) : seen, remarks, bytes }
}

async function isInPublic({ client }: PinnedPress, path: string): Promise<boolean> {
  const { visibility } = await client.call('getTopic', { params: { id: path.split('/')[1] ?? '' } })
  return isPublic(visibility)
}
