import { createClient } from '@colophon/client'
import { type MirrorResult, mirrorTopics } from '@colophon/client/node/mirror'
import type { Command } from 'commander'
import { bytesInWords, openProgress, printable } from '../terminal/progress.ts'
import { REMOTE_PATIENCE, type RemoteOptions, remoteOf } from '../terminal/remote.ts'

interface MirrorOptions extends RemoteOptions {
  topic?: string[]
  check?: boolean
  json?: boolean
}

/** `colophon mirror`: a folder with what a server has published, over HTTP. */
export function addMirror(program: Command): void {
  program
    .command('mirror')
    .description(
      'Mirror the published texts of a press to a folder and verify every hash. Run it again to fetch what is new',
    )
    .argument('<folder>', 'created if missing')
    .option('--topic <slugs...>', 'only these topics, including invited ones; default: every public topic')
    .option('--check', 'verify everything in the folder, and repair what is altered or missing')
    .option('--url <url>', 'address of the server (COLOPHON_URL)')
    .option('--token <bearer>', 'bearer for invited topics (prefer COLOPHON_TOKEN)')
    .option('--json', 'print one JSON document')
    .action(mirror)
}

async function mirror(folder: string, options: MirrorOptions): Promise<void> {
  const { url, token } = remoteOf(options)
  const plain = { url, token, userAgent: 'colophon-mirror' }
  // A wrong address is told at once; who goes away later is waited for.
  await createClient(plain).call('listTopics', { query: { limit: 1 } })
  const client = createClient({ ...plain, patience: REMOTE_PATIENCE })
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

function inWords({ topics, fetched, removed, failed, log }: MirrorResult): string[] {
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
