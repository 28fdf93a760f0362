export { type SkillFrontMatter, type SkillSource, skillFile, skillFrontMatter } from './skill-file.ts'
