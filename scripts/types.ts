import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Checks the types, and what they cost. Inferred types grow without anyone noticing: one library's had become three quarters
 * of the compiler's work (docs/decisions/0042).
 */
const MOST_INSTANTIATIONS = 2_000_000

const tsc = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')
const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', '.', '--extendedDiagnostics'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  maxBuffer: Infinity,
})
const instantiations = Number(/^Instantiations:\s+(\d+)$/m.exec(stdout)?.[1])
const [errors = ''] = stdout.split(/^Files:/m)
process.stderr.write(errors + stderr)
if (status !== 0) process.exit(1)
if (instantiations <= MOST_INSTANTIATIONS) process.exit(0)
process.stderr.write(
  `The types cost ${instantiations} instantiations. The limit is ${MOST_INSTANTIATIONS}: give the newest inferred type a name, or compute it once.\n`,
)
process.exit(1)
