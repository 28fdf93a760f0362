import cluster from 'node:cluster'
import type { Command } from 'commander'
import { unreadVariables } from '../config.ts'
import { createLogger } from '../runtime/logger.ts'
import type { Settings } from '../runtime/settings.ts'
import { startWorkers } from '../runtime/workers.ts'
import { withPickedPort } from './pick-port.ts'
import { addSettingOptions, isGiven, settingsOf } from './settings-options.ts'

/** `colophon serve`: one process, or several that share the port. */
export function addServe(program: Command): void {
  const serve = program
    .command('serve')
    .description('Start the server')
    .option(
      '--mirror <folder>',
      'serve what colophon mirror keeps in this folder, to which nothing is written',
    )
    .option('--examples', 'publish the bundled example topics on an empty store')
  addSettingOptions(serve).action(runServe)
}

async function runServe(options: Record<string, unknown>): Promise<void> {
  outliveReaders()
  const settings = settingsOf(options)
  if (typeof options.mirror === 'string') {
    const { serveMirror } = await import('./mirror/serve-mirror.ts')
    return serveMirror(options.mirror, settings)
  }
  // Only here: no other command needs a web server, and loading one takes longer than most of them run.
  const { startServer } = await import('../runtime/start-server.ts')
  if (cluster.isWorker) return startServer(settings)
  tellUnread(settings)
  const picked = await withPickedPort(settings, isGiven(options, 'base-url'))
  const { prepareSite } = await import('./prepare-site.ts')
  const lines = await prepareSite(picked, { examples: options.examples === true })
  const announce = () => void process.stdout.write(lines)
  if (picked.workers > 1) return startWorkers(picked, announce)
  await startServer(picked)
  announce()
}

function tellUnread({ logLevel }: Settings): void {
  const names = unreadVariables(process.env).join(', ')
  const log = createLogger(logLevel, (line) => process.stderr.write(line))
  if (names !== '') log.warn('unknown variables', { names })
}

/**
 * Who reads the log may end before the server, as a pager or a collector that restarts does. A failed write would be a
 * fault that nobody caught, and telling of it the next one, for ever.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
