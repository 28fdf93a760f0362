import cluster from 'node:cluster'
import type { Command } from 'commander'
import { startPress } from '../press.ts'
import { startWorkers } from '../workers.ts'
import { addSettingOptions, settingsOf } from './settings-options.ts'

/** `colophon serve`: one process, or several that share the port. */
export function addServe(program: Command): void {
  const serve = program
    .command('serve')
    .description('Serve the press')
    .option('--examples', 'publish the bundled example topics on an empty store')
  addSettingOptions(serve).action(async (options: Record<string, unknown>) => {
    const settings = settingsOf(options)
    if (settings.workers > 1 && cluster.isPrimary) await startWorkers(settings)
    else await startPress(settings, { examples: options.examples === true && cluster.isPrimary })
  })
}
