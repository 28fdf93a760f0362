import { faultOfSkillDescription, faultOfSkillName, skillNameOf } from '@colophon/contract'

/** What is wrong, and with which field of a submission. */
interface SkillFault {
  readonly pointer: '/path' | '/summary' | '/body'
  /** What completes a sentence that begins with the field. */
  readonly message: string
}

interface SkillTexts {
  readonly path: string
  readonly summary: string
  readonly body?: string
}

/** A front matter block at the beginning of a body, as files of skills have one. */
const OWN_FRONT_MATTER = /^---[ \t]*\n(?:[A-Za-z][\w-]*:|#)[^\n]*\n(?:[^\n]*\n)*?---[ \t]*(?:\n|$)/

/** What keeps an article from being a skill, field by field: its name is the last part of its path, its description the summary. */
export function faultsOfSkill({ path, summary, body = '' }: SkillTexts): SkillFault[] {
  const faults: SkillFault[] = []
  const name = skillNameOf(path)
  const wrongName = name === null ? null : faultOfSkillName(name)
  if (name === null)
    faults.push({ pointer: '/path', message: 'must be /<topic>/<name>: skills of a topic have no folders' })
  if (wrongName !== null)
    faults.push({ pointer: '/path', message: `names no skill: its last part ${wrongName} (agentskills.io)` })
  const wrongWords = faultOfSkillDescription(summary)
  if (wrongWords !== null)
    faults.push({ pointer: '/summary', message: `is the description of the skill, and ${wrongWords}` })
  if (OWN_FRONT_MATTER.test(body))
    faults.push({
      pointer: '/body',
      message: 'begins with front matter of its own: the press makes it from path and summary',
    })
  return faults
}
