import { Command, CommanderError } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addBackup } from './commands/backup.ts'
import { addClientCommands } from './commands/client.ts'
import { addImport } from './commands/import.ts'
import { addMirror } from './commands/mirror.ts'
import { addServe } from './commands/serve.ts'
import { addToken } from './commands/token.ts'
import { addVerify } from './commands/verify.ts'
import { SettingRefused } from './config.ts'

/** The `colophon` command: a wrong setting or argument is one clear line and exit code 1. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('colophon')
    .description('A knowledge press for software agents.')
    .version(manifest.version)
    .showHelpAfterError('(colophon --help lists the commands)')
    .exitOverride()
  addServe(program)
  addToken(program)
  addImport(program)
  addBackup(program)
  addMirror(program)
  addVerify(program)
  addClientCommands(program)
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    process.exitCode = failWith(error)
  }
}

function failWith(error: unknown): number {
  // Commander has written its own line.
  if (error instanceof CommanderError) return error.exitCode
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`colophon: ${message}\n`)
  if (!(error instanceof SettingRefused) && process.env.COLOPHON_LOG_LEVEL === 'debug')
    process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`)
  return 1
}
