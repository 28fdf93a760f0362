import { type Client, readStored } from '@colophon/client'
import { sha256OfBytes } from '@colophon/client/node/files'
import { type AnswerOf, isPublic, type Operations, skillNameOf } from '@colophon/contract'
import { LogRefused } from '@colophon/log'
import type { SeenLog } from '../lock/lock.ts'
import { type PinnedPress, proveLog, seenOf } from '../lock/lock-press.ts'
import { type SkillSource, skillFile } from './skill-file.ts'

/** What a press says of a skill. */
export type OfferedSkill = AnswerOf<Operations['getSkill']>

/** Longer words are no name of a licence. */
const LONGEST_LICENSE = 200
const MODES: Readonly<Record<OfferedSkill['mode'], true>> = {
  reviewed: true,
  direct: true,
  admin_override: true,
}

/** A skill of which everything holds. */
export interface ProvenSkill {
  readonly bytes: Uint8Array
  readonly sha256: string
  /** As the record of its publication has it. */
  readonly mode: string
  /** What was seen of the log; null for a skill of an invited topic. */
  readonly seen: SeenLog | null
  /** What could not be proved, since the topic is invited. */
  readonly remarks: readonly string[]
}

/** What a skill is said to be: by a press that offers it, or by a pin. */
interface ClaimedSkill extends Omit<SkillSource, 'summary'> {
  readonly entry: string
  readonly sha256: string
}

/**
 * Makes the file of a skill from its article and its publication, which their hashes name and the log has, and holds it to what is
 * claimed. Throws LogRefused or ObjectAltered where anything differs.
 */
export async function proveSkill(
  press: PinnedPress,
  claimed: ClaimedSkill,
  seen: SeenLog | null,
): Promise<ProvenSkill> {
  const { fields, body } = readStored(await press.client.readObject(claimed.content_hash))
  const record = await readPublication(press.client, claimed.publication_hash)
  const { entry_id, path, summary } = fields
  if (entry_id !== claimed.entry || path !== claimed.path || typeof summary !== 'string')
    throw new LogRefused(`${claimed.content_hash} is not the article ${claimed.path}, as ${press.press} says`)
  if (record.content_hash !== claimed.content_hash || record.entry_id !== claimed.entry)
    throw new LogRefused(`${claimed.publication_hash} is no publication of ${claimed.content_hash}`)
  const mode = String(record.mode)
  if (!Object.hasOwn(MODES, mode) || mode !== claimed.mode)
    throw new LogRefused(`${claimed.path} was published as ${mode}, and not as ${claimed.mode}`)
  if (skillNameOf(claimed.path) === null || /[\n\r]/.test(claimed.license ?? ''))
    throw new LogRefused(`${claimed.path} is no skill`)
  if ((claimed.license ?? '').length > LONGEST_LICENSE)
    throw new LogRefused(`the licence of ${claimed.path} is no name`)
  const bytes = skillFile({ ...claimed, summary, mode }, body)
  const sha256 = sha256OfBytes(bytes)
  if (sha256 !== claimed.sha256)
    throw new LogRefused(
      `${claimed.path}: its article and its publication make a SKILL.md with the hash ${sha256}, and not ${claimed.sha256}`,
    )
  return { bytes, sha256, mode, ...(await proveActs(press, claimed, seen)) }
}

async function readPublication(client: Client, hash: string): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await client.readObject(hash)
  try {
    const record: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof record === 'object' && record !== null && Reflect.get(record, 'kind') === 'publication')
      return record as Readonly<Record<string, unknown>>
  } catch (error) {
    throw new LogRefused(`${hash} is no record of a publication`, { cause: error })
  }
  throw new LogRefused(`${hash} is no record of a publication`)
}

/** The log has the publication, and nothing after it that retired the article. */
async function proveActs(
  press: PinnedPress,
  { content_hash, publication_hash, path }: ClaimedSkill,
  seen: SeenLog | null,
): Promise<Pick<ProvenSkill, 'seen' | 'remarks'>> {
  const verified = await proveLog(press, seen, [content_hash])
  const [found] = verified.objects
  if (found === undefined || found.fault !== null) {
    const { visibility } = await press.client.call('getTopic', { params: { id: path.split('/')[1] ?? '' } })
    if (isPublic(visibility)) throw new LogRefused(`${content_hash} ${found?.fault ?? 'is not in the log'}`)
    return { seen, remarks: [`${path} is in an invited topic: no public log proves its publication`] }
  }
  if (!found.leaves.some(({ record_hash }) => record_hash === publication_hash))
    throw new LogRefused(`the log has no leaf of the publication ${publication_hash}`)
  return { seen: seenOf(verified), remarks: [] }
}
