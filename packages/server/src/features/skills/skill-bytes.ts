import { type SkillSource, skillFile } from '@colophon/cli/skills'
import { SKILL_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { readBytes, readBytesOnce } from '../../catalog/objects.ts'
import { freshnessAt, type Standing } from '../../core/freshness.ts'
import { sha256Hex } from '../../core/hash.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import { bodyOfRevision } from '../../text/front-matter.ts'

/** What the bytes of a skill follow from now. */
interface SkillStanding extends SkillSource {
  readonly freshness: ReturnType<typeof freshnessAt>
}

/** The head of an entry as a skill, as it holds up now. */
export function skillStanding(
  { settings, ambient }: App,
  row: EntryRow,
  standing: Standing | undefined,
): SkillStanding {
  return {
    path: row.path,
    summary: row.summary,
    license: settings.contentLicense?.name ?? null,
    content_hash: row.content_hash,
    publication_hash: row.publication_hash,
    mode: row.mode,
    freshness: freshnessAt(row.refresh_after, ambient.now(), standing),
  }
}

/** The bytes of a `SKILL.md`. */
export async function skillBytes(app: App, source: SkillSource): Promise<Uint8Array> {
  return skillFile(source, bodyOfRevision(await readBytes(app, source.content_hash)))
}

/** The hash of the bytes of a `SKILL.md`, and how many there are. */
interface SkillDigest {
  readonly sha256: string
  readonly size: number
}

/** By all that the bytes follow from, so that none is ever wrong; the oldest are forgotten first. */
const remembered = new Map<string, SkillDigest>()

/** The digest of a skill: made once, since a list would else read every article that it names. */
export async function skillDigest(app: App, source: SkillSource): Promise<SkillDigest> {
  const name = JSON.stringify(source)
  const known = remembered.get(name)
  if (known !== undefined) return known
  const bytes = skillFile(source, bodyOfRevision(await readBytesOnce(app, source.content_hash)))
  const digest = { sha256: sha256Hex(bytes), size: bytes.length }
  const [oldest] = remembered.size >= SKILL_LIMITS.rememberedDigests ? remembered.keys() : []
  if (oldest !== undefined) remembered.delete(oldest)
  remembered.set(name, digest)
  return digest
}
