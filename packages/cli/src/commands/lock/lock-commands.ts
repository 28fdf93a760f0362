import type { Command } from 'commander'
import { type CommandOutput, printOutput } from '../command.ts'
import { addPins } from './add.ts'
import { type AuditOptions, auditPins } from './audit.ts'
import type { LockOptions } from './lock-options.ts'
import { listOutdated } from './outdated.ts'
import { updatePins } from './update.ts'

const FAIL_ON = 'retired,unknown,challenged'

/** `colophon add`, `outdated`, `update` and `audit`: exact revisions that a project relies on, in a file. */
export function addLockCommands(program: Command): void {
  addOne(program, 'add', 'Pin exact revisions in colophon.lock, each proved to be in the log of its press')
    .argument('<what...>', 'paths or UUIDs of entries (their heads now), or hashes of revisions')
    .action((words: string[], options: LockOptions) => print(options, addPins(words, options)))
  addOne(
    program,
    'outdated',
    'List the pins in whose place something else is to be read; exit code 1 if there are any',
  ).action((options: LockOptions) => print(options, listOutdated(options)))
  addOne(program, 'update', 'Move pins to the heads of their entries, and show what changes')
    .argument('[what...]', 'paths, UUIDs or hashes of pins; default: all of them')
    .action((words: string[], options: LockOptions) => print(options, updatePins(words, options)))
  addOne(
    program,
    'audit',
    'Say which pins are retired, unknown, challenged, superseded or due; exit code 1 by --fail-on',
  )
    .option('--fail-on <findings>', 'some of retired,unknown,challenged,superseded,due; or none', FAIL_ON)
    .action((options: AuditOptions) => print(options, auditPins(options)))
}

function addOne(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option('--lock <file>', 'the lock', 'colophon.lock')
    .option(
      '--frozen',
      'write nothing; a lock that would change, or is not as colophon writes it, is a finding',
    )
    .option('--url <url>', 'address of the press (COLOPHON_URL); of a lock with one press: where it is asked')
    .option('--token <bearer>', 'bearer for invited topics (prefer COLOPHON_TOKEN)')
    .option('--json', 'print one JSON document')
}

async function print(options: LockOptions, output: Promise<CommandOutput>): Promise<void> {
  printOutput(await output, options.json === true)
}
