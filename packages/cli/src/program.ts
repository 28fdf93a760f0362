import { ColophonProblem } from '@colophon/client'
import { Command, CommanderError } from 'commander'
import { CommandRefused } from './commands/command.ts'
import { addCompletion } from './commands/completion.ts'
import { addLockCommands } from './commands/lock/lock-commands.ts'
import { addMcpCommand, type OpenMirrorTools } from './commands/mcp.ts'
import { addMirror } from './commands/mirror.ts'
import { addClientCommands } from './commands/run-client-command.ts'
import { addSkillCommands } from './commands/skill/skill-commands.ts'
import { addTry } from './commands/try.ts'
import { addVerify } from './commands/verify.ts'
import { addWitness } from './commands/witness.ts'
import { EXIT_CODES, EXIT_HELP, exitCodeOf, failureLine } from './exit-codes.ts'

/** A command line that has no commands yet. */
export function createProgram(name: string, version: string): Command {
  return new Command(name)
    .description('A knowledge press for software agents.')
    .version(version)
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError(`(${name} --help lists the commands)`)
    .exitOverride()
}

/** The commands that need nothing but the address of a server, or a folder. */
export function addHttpCommands(program: Command, openMirror: OpenMirrorTools | null = null): void {
  const others = program.commands.length
  addMirror(program)
  addVerify(program)
  addWitness(program)
  addMcpCommand(program, openMirror)
  addLockCommands(program)
  addTry(program)
  addSkillCommands(program)
  addClientCommands(program)
  addCompletion(program)
  for (const command of program.commands.slice(others)) command.hook('preAction', watchOutput)
}

/** Whoever reads the output may have had enough of it; where it cannot be written, one line says why. */
function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT_CODES.done)
    process.stderr.write(`colophon: the output cannot be written: ${error.message}\n`)
    process.exit(EXIT_CODES.finding)
  })
}

/** Whether an error says in one line what was typed wrong, so that its stack helps nobody. */
type IsRefusal = (error: unknown) => boolean

/** Runs a command line. However it fails, that is one line, and an exit code by its kind. */
export async function runProgram(
  program: Command,
  argv: readonly string[],
  isRefusal: IsRefusal = (error) => error instanceof CommandRefused,
): Promise<void> {
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    process.exitCode = failWith(error, isRefusal, argv.includes('--json'))
  }
}

function failWith(error: unknown, isRefusal: IsRefusal, isJson: boolean): number {
  // Commander has written its own line.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage
  const isDocument = isJson && error instanceof ColophonProblem
  process.stderr.write(
    isDocument ? `${JSON.stringify(error.document)}\n` : `colophon: ${failureLine(error)}\n`,
  )
  if (!isRefusal(error) && process.env.COLOPHON_LOG_LEVEL === 'debug')
    process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`)
  return exitCodeOf(error)
}
