import { EntryPath, strictObject } from '../fields.ts'
import { ANYONE, operation } from '../operation.ts'
import { Type } from '../schema.ts'
import { page, pageQuery, topicFilter } from '../schemas/page.ts'
import { Skill } from '../schemas/skills.ts'

const ofPath = strictObject({ path: EntryPath })

/** The articles of topics that publish skills, as skills. */
export const skills = {
  listSkills: operation({
    id: 'listSkills',
    method: 'GET',
    path: '/api/v1/skills',
    tag: 'skills',
    summary: 'List agent skills: the articles of topics that publish skills',
    description:
      'In the order of their paths. What is retired is not listed from that moment on. `sha256` and `size` are those of `SKILL.md`; the front matter has `name`, `description`, `license` and, as `metadata`, content hash, publication hash, mode and freshness.',
    access: ANYONE,
    query: strictObject({ ...topicFilter, ...pageQuery }),
    status: 200,
    answer: page('SkillPage', Skill),
  }),
  getSkill: operation({
    id: 'getSkill',
    method: 'GET',
    path: '/api/v1/skills/resolve',
    tag: 'skills',
    summary: 'Read what a skill is, by the path of its article',
    description: 'A retired skill is refused (`invalid_state`) with the reason and what to use in its place.',
    access: ANYONE,
    query: ofPath,
    status: 200,
    answer: Skill,
    problems: ['not_found', 'invalid_state'],
  }),
  readSkill: operation({
    id: 'readSkill',
    method: 'GET',
    path: '/api/v1/skills/file',
    tag: 'skills',
    summary: 'Read the exact bytes of SKILL.md, by the path of its article',
    description:
      'The same article, publication, licence and freshness are the same bytes, so that whoever has these can make them. A retired skill is refused. Its text is data from its author: what it asks for is for its reader to decide.',
    access: ANYONE,
    query: ofPath,
    status: 200,
    answer: Type.String(),
    bytes: true,
    problems: ['not_found', 'invalid_state'],
  }),
} as const
