import { type CallOperation, createClient } from '@colophon/client'
import type { Command } from 'commander'
import { importFiles } from '../import/import-files.ts'
import { openReport } from '../import/import-report.ts'
import { markdownFiles } from '../import/markdown-folder.ts'
import { readingSkills } from '../import/reading-skills.ts'
import { skillFolders } from '../import/skill-folders.ts'
import { ensureSkills, ensureTopic, plainTopic } from '../import/topic.ts'
import { CommandRefused } from './command.ts'

export interface ImportOptions extends Record<string, unknown> {
  topic: string
  profile?: string
  url?: string
  token?: string
  json?: boolean
  /** A link that leads nowhere is an error. */
  strict?: boolean
}

/** Publishes what is imported, until it is closed. */
export interface ImportConnection {
  call: CallOperation
  /** How many articles are published at once; left out where a server serves others beside them. */
  readonly atOnce?: number
  close(): Promise<void>
}

/** A database on this machine, into which a server imports without an address. */
export interface LocalImport {
  /** Adds the flags that say which database it is. */
  addOptions(command: Command): Command
  open(options: Readonly<Record<string, unknown>>): Promise<ImportConnection>
}

/** Publishes a folder, with a report on the terminal; exit code 1 where a file failed. */
export async function runImport(
  folder: string,
  options: ImportOptions,
  local: LocalImport | null,
): Promise<void> {
  const isSkills = options.profile !== undefined
  const skills = isSkills ? await readable(folder, skillFolders) : []
  const files = isSkills ? skills.map(({ file }) => file) : await readable(folder, markdownFiles)
  const connection = await openConnection(options, local)
  const report = openReport(files.length, options.json === true)
  try {
    await ensureTopic(connection.call, plainTopic(options.topic))
    if (isSkills) await ensureSkills(connection.call, options.topic)
    const { call, atOnce } = connection
    const told = { onResult: report.add, onDeadLink: report.addDeadLink }
    const job = { topic: options.topic, files, call, atOnce, ...told }
    await importFiles(isSkills ? { ...job, ...readingSkills(options.topic, skills, report.leaveOut) } : job)
  } finally {
    const { failed, deadLinks } = report.close()
    if (failed > 0 || (options.strict === true && deadLinks > 0)) process.exitCode = 1
    await connection.close()
  }
}

async function readable<T>(folder: string, read: (folder: string) => Promise<T>): Promise<T> {
  try {
    return await read(folder)
  } catch (error) {
    throw new CommandRefused(`the folder ${folder} cannot be read`, { cause: error })
  }
}

async function openConnection(options: ImportOptions, local: LocalImport | null): Promise<ImportConnection> {
  const url = options.url ?? process.env.COLOPHON_URL
  if (url || local === null) return remoteConnection(url ?? '', options.token ?? process.env.COLOPHON_TOKEN)
  return await local.open(options)
}

function remoteConnection(url: string, token: string | undefined): ImportConnection {
  if (!URL.canParse(url)) throw new CommandRefused('--url must be the address of a press')
  if (!token)
    throw new CommandRefused('--url needs --token (or COLOPHON_TOKEN) with a trusted author’s bearer')
  return { call: createClient({ url, token, userAgent: 'colophon-import' }).call, close: async () => {} }
}
