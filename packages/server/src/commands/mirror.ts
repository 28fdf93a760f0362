import { createClient } from '@colophon/client'
import { printable } from '@colophon/client/cli'
import { type Mirrored, mirrorTopics } from '@colophon/client/mirror'
import type { Command } from 'commander'
import { bytesInWords } from './backup-words.ts'
import { openProgress } from './progress.ts'
import { PATIENCE, type RemoteOptions, remoteOf } from './remote-press.ts'

interface MirrorOptions extends RemoteOptions {
  topic?: string[]
  check?: boolean
  json?: boolean
}

/** `colophon mirror`: a folder with what a press has published, over HTTP. */
export function addMirror(program: Command): void {
  program
    .command('mirror')
    .description('Keep a folder with the published texts of a press, every hash verified; again: what is new')
    .argument('<folder>', 'made where there is none')
    .option('--topic <slugs...>', 'these topics alone, also invited ones; left out: every public one')
    .option('--check', 'look at everything that is in the folder, and mend what is altered or missing')
    .option('--url <url>', 'the address of the press (COLOPHON_URL)')
    .option('--token <bearer>', 'for topics that not everybody reads (better as COLOPHON_TOKEN)')
    .option('--json', 'one JSON document')
    .action(mirror)
}

async function mirror(folder: string, options: MirrorOptions): Promise<void> {
  const { url, token } = remoteOf(options)
  const client = createClient({ url, token, userAgent: 'colophon-mirror', patience: PATIENCE })
  const progress = openProgress()
  try {
    const { topic: topics = null, check: isChecking = false } = options
    const press = new URL(url).origin
    const mirrored = await mirrorTopics({ client, press, folder, topics, progress, isChecking })
    progress.stop()
    if (mirrored.failed.length > 0 || (mirrored.log?.failed ?? null) !== null) process.exitCode = 1
    process.stdout.write(options.json ? `${JSON.stringify(mirrored)}\n` : `${inWords(mirrored).join('\n')}\n`)
  } finally {
    progress.stop()
  }
}

function inWords({ topics, fetched, removed, failed, log }: Mirrored): string[] {
  const { objects, bytes } = fetched
  return [
    ...failed.map(({ topic_id, reason }) => `FAILED ${topic_id}: ${reason}`),
    ...(log?.failed ? [`FAILED log: ${log.failed}`] : []),
    ...removed.map((topic) => `${topic} is no longer mirrored`),
    ...topics.map(({ topic_id, entries, seq }) => `${topic_id}: ${entries} texts, as of its act ${seq}`),
    `new in the folder: ${objects} objects, ${bytesInWords(bytes)}`,
    ...(log && log.failed === null ? [`log: ${log.size} leaves`] : []),
  ].map(printable)
}
