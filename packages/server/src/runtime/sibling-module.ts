import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { extname } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

// In the single executable these three are other ones (scripts/binary/sibling-module.ts): there is no file to start.

/** A module beside another, for a thread or a process: TypeScript in the repository, JavaScript in the packed package. */
export function siblingModule(ownUrl: string, name: string): URL {
  return new URL(`./${name}${extname(ownUrl)}`, ownUrl)
}

export function startThread(program: URL, options: WorkerOptions): Worker {
  return new Worker(program, options)
}

export function startProcess(program: URL, options: ForkOptions): ChildProcess {
  return fork(program, options)
}
