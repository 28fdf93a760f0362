import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@colophon/client'
import { CLIENT_COMMANDS, type ClientCommand, type Told } from '@colophon/client/cli'
import type { Command } from 'commander'
import { SettingRefused } from '../config.ts'
import { markdownNames } from './markdown-folder.ts'
import { type RemoteOptions, remoteOf } from './remote-press.ts'

type Options = Readonly<Record<string, string | true | undefined>> & RemoteOptions

/** The commands that reach a press over HTTP: what each does is in the client's own table. */
export function addClientCommands(program: Command): void {
  for (const command of CLIENT_COMMANDS) {
    const added = program.command(command.name).description(command.summary)
    for (const [form, meaning] of command.words) added.argument(form, meaning)
    for (const [form, meaning] of command.options) added.option(form, meaning)
    added
      .option('--url <url>', 'the address of the press (COLOPHON_URL)')
      .option('--token <bearer>', 'yours (better as COLOPHON_TOKEN: others see arguments)')
      .option('--json', 'one JSON document')
      .action(() => run(command, added.args, added.opts()))
  }
}

async function run(command: ClientCommand, words: readonly string[], options: Options): Promise<void> {
  const told = await command.run(openClient(options), {
    words,
    options,
    readFile: readGiven,
    listMarkdown,
  })
  // Before anything is told: whoever reads it may stop the command at once.
  const stopped = told.lasts ? untilStopped() : null
  if (options.json !== true) process.stderr.write(linesOf(told.remarks ?? []))
  process.stdout.write(options.json === true ? `${JSON.stringify(told.facts)}\n` : textOf(told))
  if (told.isBad) process.exitCode = 1
  if (told.lasts) await last(told.lasts, stopped)
}

async function last({ lost, stop }: NonNullable<Told['lasts']>, stopped: unknown): Promise<void> {
  try {
    await Promise.race([lost, stopped])
  } finally {
    stop()
  }
}

function openClient(options: RemoteOptions) {
  return createClient({ ...remoteOf(options), userAgent: 'colophon' })
}

function textOf({ text }: Told): string | Uint8Array {
  return text instanceof Uint8Array ? text : linesOf(text)
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

async function readGiven(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new SettingRefused(`the file ${path} cannot be read`, { cause: error })
  }
}

async function listMarkdown(folder: string): Promise<string[]> {
  try {
    return (await markdownNames(folder)).map((name) => join(folder, name))
  } catch (error) {
    throw new SettingRefused(`the folder ${folder} cannot be read`, { cause: error })
  }
}

function untilStopped(): Promise<unknown> {
  return Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}
