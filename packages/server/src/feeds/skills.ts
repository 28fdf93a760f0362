import { isEntryPath, LIST_LIMITS, SKILL_LIMITS } from '@colophon/contract'
import { notFound, Problem, problem } from '../core/problem.ts'
import type { Api } from '../pages/api.ts'

const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

/**
 * The skills of public topics for whoever looks for those of a host, by path. Addresses are relative to the index. Names need
 * not be unique: two topics may have a skill of one name. The form has no pages: what is beyond its limit is in the API.
 */
export async function skillsIndex(api: Api): Promise<string> {
  const skills: object[] = []
  let cursor: string | undefined
  do {
    const page = await api.call('listSkills', { query: { limit: LIST_LIMITS.largestPage, cursor } })
    for (const { name, description, path, sha256 } of page.items)
      skills.push({
        name,
        type: 'skill-md',
        description,
        url: `${path.slice(1)}/SKILL.md`,
        digest: `sha256:${sha256}`,
      })
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && skills.length < SKILL_LIMITS.discovered)
  return JSON.stringify({ $schema: SCHEMA, skills: skills.slice(0, SKILL_LIMITS.discovered) })
}

/** The bytes of a `SKILL.md`. Throws a problem where the path names no skill, or one that is retired. */
export async function skillDocument(api: Api, path: string): Promise<string> {
  if (!isEntryPath(path)) throw notFound()
  try {
    const bytes = await api.call('readSkill', { query: { path } })
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  } catch (error) {
    // Under such an address a skill is there or not: the reason stays.
    if (error instanceof Problem && error.code === 'invalid_state') throw problem('not_found', error.message)
    throw error
  }
}
