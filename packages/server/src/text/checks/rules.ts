import { type CheckRule, type ClosedLists, hasSkills } from '@colophon/contract'
import { addressed, mentioned } from './assistant-text.ts'
import { type CheckedText, type Find, type Finding, NOTHING } from './finding.ts'
import { hiddenUnicode } from './hidden-unicode.ts'
import { htmlComment } from './html-comment.ts'
import { imageInHtml, imageInMarkdown } from './remote-image.ts'
import { skillAddresses } from './skill-addresses.ts'
import { skillCommands } from './skill-commands.ts'
import { skillRights, skillSecrets } from './skill-words.ts'

/** Which rules look at every text, and which at skills alone. */
const SKILLS_ONLY: Readonly<Record<CheckRule, boolean>> = {
  assistant_text: false,
  hidden_unicode: false,
  html_comment: false,
  remote_image: false,
  skill_command: true,
  skill_network: true,
  skill_rights: true,
  skill_secret: true,
}

const FINDS: Readonly<Record<CheckRule, readonly Find[]>> = {
  assistant_text: [addressed, mentioned],
  hidden_unicode: [hiddenUnicode],
  html_comment: [htmlComment],
  remote_image: [imageInMarkdown, imageInHtml],
  skill_command: [skillCommands],
  skill_network: [skillAddresses],
  skill_rights: [skillRights],
  skill_secret: [skillSecrets],
}

/** Rules with what finds them, in the order of their names. */
export type CheckRules = readonly (readonly [CheckRule, readonly Find[]])[]

const ALL = Object.entries(FINDS) as [CheckRule, readonly Find[]][]
const OF_ARTICLES = ALL.filter(([rule]) => !SKILLS_ONLY[rule])

/** The rules that look at the texts of a topic with this profile. */
export function rulesFor(profile: ClosedLists['topicProfile'] | null | undefined): CheckRules {
  return hasSkills(profile) ? ALL : OF_ARTICLES
}

/** Whatever the rules find, rule by rule. */
export function findIn(checked: CheckedText, rules: CheckRules): (Finding & { rule: CheckRule })[] {
  const found: (Finding & { rule: CheckRule })[] = []
  for (const [rule, finds] of rules)
    for (const find of finds) {
      const findings = find(checked)
      if (findings !== NOTHING) for (const finding of findings) found.push({ rule, ...finding })
    }
  return found
}
