import { skillFrontMatter } from '@colophon/cli/skills'
import {
  type AnswerOf,
  hasSkills,
  MCP_LIMITS,
  type Operations,
  pathOfSkillUri,
  skillNameOf,
  skillUri,
} from '@colophon/contract'
import { invalidField, problem } from '../core/problem.ts'
import { askOperation, type ToolContext } from './ask-operation.ts'

/** The extension of MCP that serves skills (SEP-2640). */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

type SkillView = AnswerOf<Operations['getSkill']>

/** A skill as the extension has it: its front matter as it stands in the file, and the one file that it is. */
function skillEntry(skill: SkillView, uri = skill.uri) {
  const { sha256, size, description: summary } = skill
  return {
    uri,
    frontmatter: skillFrontMatter({ ...skill, summary }),
    resources: [{ uri, digest: `sha256:${sha256}`, size }],
  }
}

/** A page of the skills that the caller can read. */
export async function listSkillEntries(context: ToolContext, cursor: unknown) {
  const { items, next_cursor } = await askOperation(context, 'listSkills', {
    limit: MCP_LIMITS.skills,
    cursor,
  })
  const skills = items.map((skill) => skillEntry(skill))
  return { skills, ...(next_cursor === null ? {} : { nextCursor: next_cursor }) }
}

/** One skill. Throws a problem that says why there is none: that it is retired, or that the address names nothing here. */
export async function getSkillEntry(context: ToolContext, uri: unknown) {
  if (typeof uri !== 'string') throw invalidField('/uri', 'must be the address of a SKILL.md')
  const path = pathOfSkillUri(context.app.settings.baseUrl, uri)
  if (path === null) throw problem('not_found', 'No skill is served at this address.')
  return { skill: skillEntry(await askOperation(context, 'getSkill', { path }), uri) }
}

/** Says of the topics of some entries which publish skills. */
export async function readSkillTopics(
  context: ToolContext,
  entries: readonly { readonly topic_id: string }[],
): Promise<(topic: string) => boolean> {
  const found = new Set<string>()
  for (const id of new Set(entries.map(({ topic_id }) => topic_id))) {
    const { profile } = await askOperation(context, 'getTopic', { id })
    if (hasSkills(profile)) found.add(id)
  }
  return (topic) => found.has(topic)
}

/** A skill among the resources, as clients find it that do not know the extension; null for what cannot be one. */
export function skillResource(
  { app }: Pick<ToolContext, 'app'>,
  { path, title, summary }: { path: string; title: string; summary: string },
) {
  const name = skillNameOf(path)
  if (name === null) return null
  const uri = skillUri(app.settings.baseUrl, path)
  return { uri, name, title, description: summary, mimeType: 'text/markdown' }
}
