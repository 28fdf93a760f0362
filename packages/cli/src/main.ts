import manifest from '../package.json' with { type: 'json' }
import { addImport } from './commands/import.ts'
import { addHttpCommands, createProgram, runProgram } from './program.ts'

/** The `colophon` command of those who do not host. */
export async function main(argv: readonly string[]): Promise<void> {
  const program = createProgram('colophon', manifest.version)
  addImport(program, null)
  addHttpCommands(program)
  await runProgram(program, argv)
}
