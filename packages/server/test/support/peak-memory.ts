import { existsSync, readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'

/** The most memory that a process ever held, in MB; the test is skipped where the system does not say. */
export function peakMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024)
}

export function isMemoryKnown(t: TestContext): boolean {
  if (existsSync('/proc/self/status')) return true
  t.skip('this system has no /proc to read the memory of a process from')
  return false
}
