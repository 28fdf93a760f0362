import type { Command } from 'commander'
import { EMPTY_LOCK } from '../../lock/lock.ts'
import { readLockFile } from '../../lock/lock-file.ts'
import { namedPress } from '../../lock/lock-press.ts'
import { skillPins } from '../../skills/skill-pin.ts'
import { printable } from '../../terminal/progress.ts'
import { type CommandOutput, gather, printOutput } from '../command.ts'
import { listOutdatedSkills, verifySkills } from './check-skills.ts'
import { exportSkill } from './export.ts'
import { installSkills } from './install.ts'
import { removeSkills } from './remove.ts'
import type { SkillOptions } from './skill-options.ts'

/** `colophon skill`: skills of a press in the folders that hosts read, pinned and proved. */
export function addSkillCommands(program: Command): void {
  const skill = program
    .command('skill')
    .description('Agent skills: list, install, verify, outdated, remove, export')
  addOne(skill, 'list', 'List the skills of a press')
    .option('--topic <slug>', 'of this topic alone')
    .action((options: SkillOptions) => print(options, listSkills(options)))
  addPlace(addOne(skill, 'install', 'Install skills, each proved; without a word those that the lock pins'))
    .argument('[what...]', 'paths, UUIDs or skill:// addresses')
    .option('--require <mode>', 'refuse what was not published so: reviewed')
    .option('--force', 'replace a file that is there and is not pinned, or was changed')
    .action((words: string[], options: SkillOptions) => print(options, installSkills(words, options)))
  addOne(
    skill,
    'verify',
    'Hold installed skills to their pins, to the records of the press and to its log; exit code 1 for what is altered, retired, unknown or challenged',
  )
    .argument('[what...]', 'names or paths; default: all of them')
    .option('--offline', 'look at the files alone')
    .action((words: string[], options: SkillOptions) => print(options, verifySkills(words, options)))
  addOne(
    skill,
    'outdated',
    'List the skills in whose place something else is served; exit code 1 if there are any',
  ).action((options: SkillOptions) => print(options, listOutdatedSkills(options)))
  addPlace(addOne(skill, 'remove', 'Remove installed skills and their pins'))
    .argument('<what...>', 'names or paths')
    .option('--force', 'remove a file that was changed, too')
    .action((words: string[], options: SkillOptions) => print(options, removeSkills(words, options)))
  addOne(skill, 'export', 'Print a SKILL.md: of a pinned skill the bytes that were installed')
    .argument('<what>', 'a name or a path')
    .action((word: string, options: SkillOptions) => print(options, exportSkill(word, options)))
}

function addOne(skill: Command, name: string, description: string): Command {
  return skill
    .command(name)
    .description(description)
    .option('--lock <file>', 'the lock', 'colophon.lock')
    .option('--url <url>', 'address of the press (COLOPHON_URL)')
    .option('--token <bearer>', 'bearer for invited topics (prefer COLOPHON_TOKEN)')
    .option('--json', 'print one JSON document')
}

function addPlace(command: Command): Command {
  return command
    .option('--host <host>', 'claude: .claude/skills (default); agents: .agents/skills')
    .option('--dir <folder>', 'a folder of skills of your own')
}

/** What there is, and which of it is installed here. */
async function listSkills(options: SkillOptions): Promise<CommandOutput> {
  const { press, client } = namedPress(options)
  const lock = (await readLockFile(options.lock))?.lock ?? EMPTY_LOCK
  const pins = skillPins(lock).filter((pin) => pin.press === press)
  const found = await gather(client.pages('listSkills', { query: { topic: options.topic } }))
  const items = found.map((skill) => {
    const pin = pins.find(({ entry }) => entry === skill.entry_id)
    return { ...skill, installed: pin === undefined ? null : pin.hash === skill.content_hash }
  })
  const word = (installed: boolean | null) =>
    installed === null ? '' : installed ? '  installed' : '  installed before'
  const text = items.map(({ path, mode, freshness, description, installed }) =>
    printable(`${path}  ${mode}  ${freshness ?? 'unknown'}${word(installed)}  ${description}`),
  )
  return { facts: { items }, text }
}

async function print(options: SkillOptions, output: Promise<CommandOutput>): Promise<void> {
  printOutput(await output, options.json === true)
}
