import {
  BYTE_LIMITS,
  faultOfSkillDescription,
  faultOfSkillName,
  hasText,
  normaliseBody,
} from '@colophon/contract'
import { type Article, FileRefused, fileText } from './article-of-file.ts'
import { splitAuthoredFrontMatter } from './authored-front-matter.ts'
import { titleOf } from './markdown-source.ts'

/** A `SKILL.md` as an article, and what of its front matter no article has a place for. */
interface SkillArticle {
  readonly article: Article
  readonly leftOut: readonly string[]
}

/** Of `metadata` those that a press writes itself: they are made anew. */
const OWN_METADATA: ReadonlySet<string> = new Set(['content_hash', 'publication_hash', 'mode', 'freshness'])

/**
 * Reads the `SKILL.md` of a folder: its description becomes the summary. The body is what stands behind the front matter and one
 * blank line, so that a file that a press made has the body of its article. Throws FileRefused for what is no skill.
 */
export function skillOfFile(folder: string, bytes: Uint8Array): SkillArticle {
  const { fields, rest } = splitAuthoredFrontMatter(fileText(bytes))
  const { name, description } = fields
  if (typeof name !== 'string' || typeof description !== 'string')
    throw new FileRefused('has no front matter with a name and a description')
  const wrongName = faultOfSkillName(name)
  if (wrongName !== null) throw new FileRefused(`has a name that ${wrongName}`)
  if (name !== folder) throw new FileRefused(`is named ${name}, and its folder is not`)
  const summary = description.replaceAll(/\s+/g, ' ').trim()
  const wrongWords = faultOfSkillDescription(summary)
  if (wrongWords !== null) throw new FileRefused(`has a description that ${wrongWords}`)
  const body = rest.replace(/^\n/, '')
  if (!hasText(body)) throw new FileRefused('has no text')
  if (Buffer.byteLength(normaliseBody(body)) > BYTE_LIMITS.articleBody)
    throw new FileRefused(`has a text of over ${BYTE_LIMITS.articleBody} bytes`)
  const title = titleOf({}, body, `${folder}.md`)
  return { article: { kind: 'article', title, summary, body }, leftOut: fieldsLeftOut(fields) }
}

function fieldsLeftOut({ name: _, description: __, metadata, ...others }: Record<string, unknown>): string[] {
  const more = typeof metadata === 'object' && metadata !== null ? Object.keys(metadata) : []
  const isMade = more.length > 0 && more.every((key) => OWN_METADATA.has(key))
  const { license, ...rest } = others
  // The licence of a file that a press made is the press's own.
  const names = isMade || license === undefined ? Object.keys(rest) : ['license', ...Object.keys(rest)]
  return [
    ...names.map((key) => `${key} of its front matter`),
    ...more.filter((key) => !OWN_METADATA.has(key)).map((key) => `metadata.${key} of its front matter`),
  ]
}
