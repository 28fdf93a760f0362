// Plain JavaScript that the oldest Node with modules can read: it runs before anything else is known to run.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node'
/** Where npm puts the Node of a package, below a folder of packages. */
const PLACES = [`node-${process.platform}-${process.arch}/bin`, '.bin']

/** Whether the Node that runs this is at least that version, as `major.minor`. */
export function isNodeAtLeast(wanted) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}

/** The Node that npm brought beside a file, or beside the link through which it was started; null where there is none. */
export function findBroughtNode(file) {
  for (const start of [file, process.argv[1] || file])
    for (let folder = dirname(start); ; folder = dirname(folder)) {
      for (const place of PLACES) {
        const found = join(folder, 'node_modules', place, PROGRAM)
        if (existsSync(found) && realpathSync(found) !== realpathSync(process.execPath)) return found
      }
      if (folder === dirname(folder)) break
    }
  return null
}

/** Goes on as another program: in this process where Node can, else in a child whose end is this one's. */
export function becomeProgram(program, args) {
  if (process.execve !== undefined && process.platform !== 'win32')
    process.execve(program, [program, ...args], process.env)
  const child = spawn(program, args, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'])
    process.on(signal, () => {
      // A terminal sends its interrupts to both.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  child.once('error', (error) => {
    process.stderr.write(`colophon: ${program} cannot be started: ${error.message}\n`)
    process.exitCode = 1
  })
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** The one line for a machine without a Node that would do. */
export function complainOfNode(name, wanted) {
  process.stderr.write(
    `${name} needs Node ${wanted} or newer, and ${process.execPath} is ${process.version}: install a newer Node from https://nodejs.org\n`,
  )
  process.exitCode = 1
}
