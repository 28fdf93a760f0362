import { readFileSync } from 'node:fs'

/** Megabytes, as the kernel counts them (Linux). */
export function memoryOf(pid: number): { resident: number; own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024)
  return { resident: megabytes('VmRSS'), own: megabytes('RssAnon') }
}

/** The most that a process had at a time, in megabytes; 0 when it is gone. */
export function peakOf(pid: number): number {
  try {
    return Math.round(
      Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    )
  } catch {
    return 0
  }
}

/** The processes that a process has started and that still run. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}
