import { isTopicSlug } from '@colophon/contract'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ImportOptions, LocalImport } from './run-import.ts'

/** `colophon import`: over HTTP with an URL and a token, else straight into the local database where there is one. */
export function addImport(program: Command, local: LocalImport | null): void {
  const command = program
    .command('import')
    .description(
      'Publish every Markdown file below a folder as a direct article. Run it again to publish what changed',
    )
    .argument('<folder>', 'folder whose .md files to publish, including subfolders')
    .requiredOption('--topic <slug>', 'topic; created, invited, if missing', topicOf)
    .option(
      '--url <url>',
      `publish over HTTP to this press (COLOPHON_URL)${local === null ? '' : '; default: straight into the database'}`,
    )
    .option('--token <bearer>', 'bearer for --url (COLOPHON_TOKEN)')
    .addOption(
      new Option(
        '--profile <profile>',
        'skills: publish each folder with a SKILL.md as an agent skill; what is no part of it is named and left out',
      ).choices(['skills']),
    )
    .option('--strict', 'exit with 1 when a link or an image leads nowhere')
    .option('--json', 'print one line of JSON per file, per link that leads nowhere, and one with the counts')
  local?.addOptions(command)
  command.action(async (folder: string, options: ImportOptions) => {
    // The readers of Markdown and YAML are for this command alone, and a server knows the command as well.
    const { runImport } = await import('./run-import.ts')
    await runImport(folder, options, local)
  })
}

function topicOf(text: string): string {
  if (isTopicSlug(text)) return text
  throw new InvalidArgumentError('It must be lowercase words joined by single hyphens.')
}
