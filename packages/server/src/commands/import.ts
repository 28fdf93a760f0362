import { type CallOperation, createClient } from '@colophon/client'
import { ensureTopic, importFiles, plainTopic } from '@colophon/client/import'
import { isTopicSlug } from '@colophon/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { SettingRefused } from '../config.ts'
import { openReport } from './import-report.ts'
import { markdownFiles } from './markdown-folder.ts'
import { addSettingOptions, SITE_FLAGS } from './settings-options.ts'

interface ImportOptions extends Record<string, unknown> {
  topic: string
  url?: string
  token?: string
  json?: boolean
}

/** `colophon import`: over HTTP with an URL and a token, else straight into the database. */
export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('Publish every Markdown file below a folder as a direct article; again: what changed')
    .argument('<folder>', 'its .md files, also in folders below')
    .requiredOption('--topic <slug>', 'made, invited, when it is not there', topicOf)
    .option('--url <url>', 'a press to publish to over HTTP (COLOPHON_URL); left out: the database')
    .option('--token <bearer>', 'for --url (COLOPHON_TOKEN)')
    .option('--json', 'a line of JSON for each file and one with the counts')
  addSettingOptions(command, SITE_FLAGS).action(runImport)
}

async function runImport(folder: string, options: ImportOptions): Promise<void> {
  const files = await filesOf(folder)
  const road = await openRoad(options)
  const report = openReport(files.length, options.json === true)
  try {
    await ensureTopic(road.call, plainTopic(options.topic))
    await importFiles({ topic: options.topic, files, call: road.call, onResult: report.add })
  } finally {
    const { failed } = report.close()
    if (failed > 0) process.exitCode = 1
    await road.close()
  }
}

async function filesOf(folder: string) {
  try {
    return await markdownFiles(folder)
  } catch (error) {
    throw new SettingRefused(`the folder ${folder} cannot be read`, { cause: error })
  }
}

interface Road {
  call: CallOperation
  close(): Promise<void>
}

async function openRoad(options: ImportOptions): Promise<Road> {
  const url = options.url ?? process.env.COLOPHON_URL
  if (url) return remoteRoad(url, options.token ?? process.env.COLOPHON_TOKEN)
  // Only here: loading a press takes longer than a small import over HTTP.
  const { openOperatorPress } = await import('./operator-press.ts')
  return openOperatorPress(options)
}

function remoteRoad(url: string, token: string | undefined): Road {
  if (!URL.canParse(url)) throw new SettingRefused('--url must be the address of a press')
  if (!token)
    throw new SettingRefused('--url needs --token (or COLOPHON_TOKEN) with a trusted author’s bearer')
  return { call: createClient({ url, token, userAgent: 'colophon-import' }).call, close: async () => {} }
}

function topicOf(text: string): string {
  if (isTopicSlug(text)) return text
  throw new InvalidArgumentError('It must be lowercase words joined by single hyphens.')
}
