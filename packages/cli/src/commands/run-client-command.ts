import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@colophon/client'
import type { Command } from 'commander'
import { markdownNames } from '../import/markdown-folder.ts'
import { type RemoteOptions, remoteOf } from '../terminal/remote.ts'
import { ADMINISTRATION } from './administration.ts'
import { check } from './check.ts'
import { type ClientCommand, type CommandOutput, CommandRefused, printOutput } from './command.ts'
import { EDITORIAL } from './editorial.ts'
import { PARTICIPATION } from './participation.ts'
import { READING } from './reading.ts'

/** Every command that reaches a server over HTTP, in the order in which help shows them. */
const CLIENT_COMMANDS: readonly ClientCommand[] = [
  ...READING,
  check,
  ...PARTICIPATION,
  ...EDITORIAL,
  ...ADMINISTRATION,
]

type Options = Readonly<Record<string, string | true | undefined>> & RemoteOptions

/** The commands that reach a server over HTTP: what each does is in the client's own table. */
export function addClientCommands(program: Command): void {
  for (const command of CLIENT_COMMANDS) {
    const added = addNamed(program, command.name).description(command.summary)
    for (const [form, meaning] of command.words) added.argument(form, meaning)
    for (const [form, meaning] of command.options) added.option(form, meaning)
    added
      .option('--url <url>', 'address of the server (COLOPHON_URL)')
      .option('--token <bearer>', 'your bearer (prefer COLOPHON_TOKEN: other users see arguments)')
      .option('--json', 'print one JSON document')
      .action(() => run(command, added.args, added.opts()))
  }
}

/** What a command of two words is about, as help shows it. */
const SUBJECTS: Readonly<Record<string, string>> = { topic: 'Topics', token: 'Credentials' }

/** A command of two words is below the first, which may be there already. */
function addNamed(program: Command, name: string): Command {
  const [first = '', second] = name.split(' ')
  if (second === undefined) return program.command(first)
  const known = program.commands.find((other) => other.name() === first)
  return (known ?? program.command(first).description(SUBJECTS[first] ?? '')).command(second)
}

async function run(command: ClientCommand, words: readonly string[], options: Options): Promise<void> {
  const told = await command.run(openClient(options), {
    words,
    options,
    readFile: readInput,
    listMarkdown,
  })
  // Before anything is told: whoever reads it may stop the command at once.
  const stopped = told.lasts ? untilStopped() : null
  printOutput(told, options.json === true)
  if (told.lasts) await last(told.lasts, stopped)
}

async function last({ lost, stop }: NonNullable<CommandOutput['lasts']>, stopped: unknown): Promise<void> {
  try {
    await Promise.race([lost, stopped])
  } finally {
    stop()
  }
}

function openClient(options: RemoteOptions) {
  return createClient({ ...remoteOf(options), userAgent: 'colophon' })
}

async function readInput(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new CommandRefused(`the file ${path} cannot be read`, { cause: error })
  }
}

async function listMarkdown(folder: string): Promise<string[]> {
  try {
    return (await markdownNames(folder)).map((name) => join(folder, name))
  } catch (error) {
    throw new CommandRefused(`the folder ${folder} cannot be read`, { cause: error })
  }
}

function untilStopped(): Promise<unknown> {
  return Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}
