import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { siblingModule, startProcess } from '../runtime/sibling-module.ts'
import type { AuthoredTexts } from '../text/checks/checks-of.ts'
import type { Division } from '../text/compare-bodies.ts'
import type { Version } from '../text/unified.ts'
import type { Drawing } from './graph-layout.ts'
import type { RenderRequest } from './render-markdown.ts'
import type { RevisionPair } from './write-difference.ts'

/** What the render worker is sent. */
export type RenderWork =
  | { readonly kind: 'text'; readonly request: RenderRequest }
  | { readonly kind: 'drawing'; readonly drawing: Drawing }
  | { readonly kind: 'comparison'; readonly from: Version; readonly to: Version; readonly division: Division }
  | { readonly kind: 'difference'; readonly pair: RevisionPair; readonly division: Division }
  | { readonly kind: 'checks'; readonly texts: AuthoredTexts; readonly baseUrl: string }
  | { readonly kind: 'quote'; readonly body: string; readonly quote: string }

/** The first message of the render worker. */
export const READY = 'ready'

/** `too-much` to be done in time or in memory; `not-tried` because of what was before it, or for want of a process. */
export type RenderFailure = 'too-much' | 'not-tried'

const PROGRAM = siblingModule(import.meta.url, 'render-process')

/** Limits of a worker: time to start, processor time for one piece of work and the longest wait for it, and heap. */
export interface RenderWorkerLimits {
  readonly renderStartMilliseconds: number
  readonly renderMilliseconds: number
  readonly renderPatienceMilliseconds: number
  readonly renderMemoryMib: number
}

/** A child process that does one piece of work at a time. */
export interface RenderWorker {
  /** After any answer but a result the worker must be ended. */
  do(work: RenderWork): Promise<{ readonly result: unknown } | RenderFailure>
  end(): void
}

/**
 * Starts one. How long that takes depends on what else the machine does, and no text is to blame for it: the time
 * of a text begins when the process has said that it is ready, and is that which the processor spent on it.
 */
export function startRenderWorker(limits: RenderWorkerLimits): RenderWorker {
  const child = forkProcess(limits.renderMemoryMib)
  const ready = nextMessage(child, limits.renderStartMilliseconds)
  return {
    async do(work) {
      const first = await ready
      if (typeof first === 'string' || first.result !== READY) return 'not-tried'
      const spent = processorWatch(child.pid)
      child.send(work)
      const answer = await answerWithin(child, spent, limits)
      if (answer === 'ended') return 'too-much'
      return typeof answer === 'string' || answer.result !== null ? answer : 'too-much'
    },
    end: () => void child.kill('SIGKILL'),
  }
}

/** The least that is waited at a time. */
const WAIT_MILLISECONDS = 50

async function answerWithin(
  child: ChildProcess,
  spent: (waited: number) => number,
  { renderMilliseconds, renderPatienceMilliseconds }: RenderWorkerLimits,
): Promise<{ result: unknown } | RenderFailure | 'ended'> {
  let waited = 0
  for (
    let left = renderMilliseconds;
    ;
    left = Math.max(WAIT_MILLISECONDS, renderMilliseconds - spent(waited))
  ) {
    const answer = await nextMessage(child, left)
    if (answer !== 'silent') return answer
    waited += left
    if (spent(waited) >= renderMilliseconds) return 'too-much'
    if (waited >= renderPatienceMilliseconds) return 'not-tried'
  }
}

/** Milliseconds of processor time since now; where the system does not tell, those that were waited. */
function processorWatch(pid: number | undefined): (waited: number) => number {
  const begun = processorMilliseconds(pid)
  return (waited) => {
    const now = processorMilliseconds(pid)
    return begun === null || now === null ? waited : now - begun
  }
}

/** Linux counts it in hundredths of a second, on every machine. */
const TICK_MILLISECONDS = 10

function processorMilliseconds(pid: number | undefined): number | null {
  try {
    // proc(5): utime and stime are the 14th and 15th field; the state, after the name, is the third.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS
  } catch {
    return null
  }
}

/** It is given no environment: what it reads is hostile, and secrets live there. It writes and starts nothing. */
function forkProcess(memoryMib: number): ChildProcess {
  const execArgv = [`--max-old-space-size=${memoryMib}`, '--permission', '--allow-fs-read=*']
  const child = startProcess(PROGRAM, {
    execArgv,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Texts and bytes are copied as they are: to write or read 4 MB of JSON would hold the main thread for 10 ms and more.
    serialization: 'advanced',
  })
  child.unref()
  child.channel?.unref()
  // A failure to start or to send is an exit or a silence, and those are waited for.
  child.on('error', () => {})
  return child
}

/** What it says next: `silent` when it says nothing in time, `ended` when it never will. */
function nextMessage(
  child: ChildProcess,
  milliseconds: number,
): Promise<{ result: unknown } | 'silent' | 'ended'> {
  return new Promise((resolve) => {
    const finish = (answer: { result: unknown } | 'silent' | 'ended') => {
      clearTimeout(late)
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(answer)
    }
    const onMessage = (result: unknown) => finish({ result })
    const onExit = () => finish('ended')
    // A server that was held up itself first reads what has arrived meanwhile.
    const late = setTimeout(() => setImmediate(() => finish('silent')), milliseconds)
    child.on('message', onMessage)
    child.on('exit', onExit)
  })
}
