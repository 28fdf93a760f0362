import { skillNameOf } from '@colophon/contract'

/** All that the bytes of a `SKILL.md` follow from, beside the body of the article. */
export interface SkillSource {
  /** Of the article: its last part is the name. */
  readonly path: string
  /** Of the article: it is the description. */
  readonly summary: string
  /** Of the texts of the press; null where it names none. */
  readonly license: string | null
  readonly content_hash: string
  readonly publication_hash: string
  readonly mode: string
  /** Null: nothing is known of it. */
  readonly freshness: string | null
}

/** The front matter of a `SKILL.md`: each value of `metadata` is a text, as the skills format asks for. */
export interface SkillFrontMatter {
  readonly name: string
  readonly description: string
  readonly license?: string
  readonly metadata: Readonly<Record<'content_hash' | 'publication_hash' | 'mode' | 'freshness', string>>
}

/** The format has no null. */
const NOTHING_KNOWN = 'unknown'

/** The front matter of a skill. Throws for a path that names none. */
export function skillFrontMatter(source: SkillSource): SkillFrontMatter {
  const name = skillNameOf(source.path)
  if (name === null) throw new TypeError(`${source.path} is not the path of a skill`)
  const { content_hash, publication_hash, mode, freshness } = source
  return {
    name,
    description: source.summary,
    ...(source.license === null ? {} : { license: source.license }),
    metadata: { content_hash, publication_hash, mode, freshness: freshness ?? NOTHING_KNOWN },
  }
}

/** The bytes of a `SKILL.md`: the same source and body are the same bytes, wherever they are made. */
export function skillFile(source: SkillSource, body: string): Uint8Array {
  const { metadata, ...plain } = skillFrontMatter(source)
  // A text in JSON is one in YAML, whatever it looks like without its quotes.
  const linesOf = (fields: object, indent: string) =>
    Object.entries(fields).map(([key, value]) => `${indent}${key}: ${JSON.stringify(value)}\n`)
  const lines = [...linesOf(plain, ''), 'metadata:\n', ...linesOf(metadata, '  ')].join('')
  return new TextEncoder().encode(`---\n${lines}---\n\n${body}`)
}
