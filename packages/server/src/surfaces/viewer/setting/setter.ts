import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { type Failure, READY, type Work } from './work.ts'

const PROGRAM = join(import.meta.dirname, 'render-process.ts')

/** How long the process may take to start, how long over one piece of work, and its heap. */
export interface SetterLimits {
  readonly renderStartMilliseconds: number
  readonly renderMilliseconds: number
  readonly renderMemoryMib: number
}

/** A process that does one piece of work at a time. */
export interface Setter {
  /** Whatever is answered but a result leaves a process that must be ended. */
  do(work: Work): Promise<{ readonly result: unknown } | Failure>
  end(): void
}

/**
 * Starts one. How long that takes depends on what else the machine does, and no text is to blame for it: the time
 * of a text begins when the process has said that it is ready.
 */
export function startSetter(limits: SetterLimits): Setter {
  const child = forkProcess(limits.renderMemoryMib)
  const ready = nextMessage(child, limits.renderStartMilliseconds)
  return {
    async do(work) {
      if ((await ready)?.result !== READY) return 'not-tried'
      const done = nextMessage(child, limits.renderMilliseconds)
      child.send(work)
      const answer = await done
      return answer === null || answer.result === null ? 'too-much' : answer
    },
    end: () => void child.kill('SIGKILL'),
  }
}

/** It is given no environment: what it reads is hostile, and secrets live there. It writes and starts nothing. */
function forkProcess(memoryMib: number): ChildProcess {
  const execArgv = [`--max-old-space-size=${memoryMib}`, '--permission', '--allow-fs-read=*']
  const child = fork(PROGRAM, { execArgv, env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  child.unref()
  child.channel?.unref()
  // A failure to start or to send is an exit or a silence, and those are waited for.
  child.on('error', () => {})
  return child
}

/** What it says next; null when it says nothing in time, or never will. */
function nextMessage(child: ChildProcess, milliseconds: number): Promise<{ result: unknown } | null> {
  return new Promise((resolve) => {
    const finish = (answer: { result: unknown } | null) => {
      clearTimeout(late)
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(answer)
    }
    const onMessage = (result: unknown) => finish({ result })
    const onExit = () => finish(null)
    // A press that was held up itself first reads what has arrived meanwhile.
    const late = setTimeout(() => setImmediate(onExit), milliseconds)
    child.on('message', onMessage)
    child.on('exit', onExit)
  })
}
