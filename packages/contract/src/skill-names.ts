import { SKILL_LIMITS } from './limits.ts'

/** A legal path has lowercase ASCII alone; a name that comes from elsewhere may have anything. */
const CHARACTERS = /^[a-z0-9-]+$/

/** What keeps a text from being the name of a skill (agentskills.io), in words that follow "the name"; null: nothing. */
export function faultOfSkillName(name: string): string | null {
  const { nameCharacters } = SKILL_LIMITS
  if (name === '') return 'is empty'
  if (name.length > nameCharacters) return `has more than ${nameCharacters} characters`
  if (!CHARACTERS.test(name)) return 'has other characters than a-z, 0-9 and hyphens'
  if (name.startsWith('-') || name.endsWith('-')) return 'begins or ends with a hyphen'
  if (name.includes('--')) return 'has two hyphens in a row'
  return null
}

/** What keeps a text from being the description of a skill, in words that follow "the description"; null: nothing. */
export function faultOfSkillDescription(description: string): string | null {
  const { descriptionCharacters } = SKILL_LIMITS
  if (description.trim() === '') return 'is empty'
  if ([...description].length > descriptionCharacters)
    return `has more than ${descriptionCharacters} characters`
  return null
}

/** The name of the skill that the article of a path is: the last part of `/<topic>/<name>`; null for a deeper path. */
export function skillNameOf(path: string): string | null {
  const [root, , name, ...deeper] = path.split('/')
  return root === '' && name !== undefined && deeper.length === 0 ? name : null
}

const URI = /^skill:\/\/([^/]+)(\/[^/]+\/[^/]+)\/SKILL\.md$/

/** The address of a skill for MCP: the host of the press without its port, which no `reg-name` has, and the path. */
export function skillUri(baseUrl: string, path: string): string {
  return `skill://${new URL(baseUrl).hostname}${path}/SKILL.md`
}

/** The path that an address of a skill names, of whatever press; null for every other text. */
export function pathOfAnySkillUri(uri: string): string | null {
  return URI.exec(uri)?.[2] ?? null
}

/** The path that an address of a skill of this press names, also with the port in it; null for every other text. */
export function pathOfSkillUri(baseUrl: string, uri: string): string | null {
  const [, host = '', path = ''] = URI.exec(uri) ?? []
  const { hostname, host: withPort } = new URL(baseUrl)
  return host === hostname || host === withPort ? path : null
}
