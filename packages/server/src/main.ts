import { addHttpCommands, addImport, CommandRefused, createProgram, runProgram } from '@colophon/cli'
import manifest from '../package.json' with { type: 'json' }
import { addBackup } from './commands/backup.ts'
import { LOCAL_IMPORT } from './commands/local-import.ts'
import { addServe } from './commands/serve.ts'
import { addToken } from './commands/token.ts'
import { SettingRefused } from './runtime/settings.ts'

/** The `colophon` command of a server: what the command of those who do not host does, and what a host needs. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = createProgram('colophon', manifest.version)
  addServe(program)
  addToken(program)
  addImport(program, LOCAL_IMPORT)
  addBackup(program)
  addHttpCommands(program, async (folder) => {
    const { openMirrorTools } = await import('./commands/mirror/answer-mcp.ts')
    return await openMirrorTools(folder)
  })
  await runProgram(program, argv, isRefusal)
}

function isRefusal(error: unknown): boolean {
  return error instanceof SettingRefused || error instanceof CommandRefused
}
