import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Microseconds of processor time that a process has used (Linux): what a busy machine does not distort. */
export function processorTime(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
  const fields = afterName.split(' ')
  // proc(5): utime and stime are the 14th and 15th field; the state, after the name, is the third.
  const ticks = Number(fields[11]) + Number(fields[12])
  return (ticks / TICKS_PER_SECOND) * 1_000_000
}
