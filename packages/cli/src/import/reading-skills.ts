import { FileRefused } from './article-of-file.ts'
import type { ImportJob } from './import-files.ts'
import type { SkillSourceFolder } from './skill-folders.ts'
import { skillOfFile } from './skill-of-file.ts'

/** Is told what of a skill no article has a place for, by the name of its file. */
type LeaveOut = (file: string, names: readonly string[]) => void

/** How an import reads folders of skills: each is `/<topic>/<folder>`, and its `SKILL.md` the article. */
export function readingSkills(
  topic: string,
  skills: readonly SkillSourceFolder[],
  leaveOut: LeaveOut,
): Pick<ImportJob, 'paths' | 'articleOf' | 'keepsTitles'> {
  const byFile = new Map(skills.map((skill) => [skill.file.name, skill]))
  const first = new Map<string, string>()
  for (const { folder, file } of skills) if (!first.has(folder)) first.set(folder, file.name)
  return {
    paths: new Map(skills.map(({ folder, file }) => [file.name, `/${topic}/${folder}`])),
    keepsTitles: true,
    articleOf(name, bytes) {
      const { folder = '', others = [] } = byFile.get(name) ?? {}
      if (first.get(folder) !== name)
        throw new FileRefused(`has the name of another skill: ${first.get(folder)}`)
      const { article, leftOut } = skillOfFile(folder, bytes)
      const left = [...others, ...leftOut]
      if (left.length > 0) leaveOut(name, left)
      return article
    },
  }
}
