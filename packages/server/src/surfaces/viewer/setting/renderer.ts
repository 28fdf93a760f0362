import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { PAGE_LIMITS } from '@colophon/contract'
import type { Manuscript, SetText } from '../markdown/render-markdown.ts'
import type { Drawing, Layout } from './graph-layout.ts'

export type Work =
  | { readonly kind: 'text'; readonly manuscript: Manuscript }
  | { readonly kind: 'drawing'; readonly drawing: Drawing }

/** Sets texts and lays out drawings beside the main thread, in bounded time and memory. */
export interface Renderer {
  /** Null for what took too long or too much, or had too many others before it. */
  text(manuscript: Manuscript): Promise<SetText | null>
  layout(drawing: Drawing): Promise<Layout | null>
  close(): void
}

interface Job {
  readonly work: Work
  readonly done: (result: unknown) => void
}

const PROGRAM = join(import.meta.dirname, 'render-process.ts')
/** It reads its own program and nothing else: no files are written, nothing is started. */
const FLAGS = [`--max-old-space-size=${PAGE_LIMITS.renderMemoryMib}`, '--permission', '--allow-fs-read=*']

/** One process, started when it is needed and ended when it is idle or stuck; one piece of work at a time. */
export function createRenderer(): Renderer {
  const waiting: Job[] = []
  let setter: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let isBusy = false

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    clearTimeout(idle)
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      setter ??= startSetter()
      const result = await doneBy(setter, job.work)
      if (result === null) drop()
      job.done(result)
    }
    isBusy = false
    idle = setTimeout(drop, PAGE_LIMITS.renderIdleMilliseconds).unref()
  }

  function drop(): void {
    setter?.kill('SIGKILL')
    setter = null
  }

  function ask(wanted: Work): Promise<unknown> {
    if (waiting.length >= PAGE_LIMITS.renderWaiting) return Promise.resolve(null)
    return new Promise((done) => {
      waiting.push({ work: wanted, done })
      void work()
    })
  }

  return {
    // Our own process, held to these types by the compiler at the other end.
    text: async (manuscript) => (await ask({ kind: 'text', manuscript })) as SetText | null,
    layout: async (drawing) => (await ask({ kind: 'drawing', drawing })) as Layout | null,
    close() {
      clearTimeout(idle)
      for (const { done } of waiting.splice(0)) done(null)
      drop()
    },
  }
}

/** It is given no environment: what it reads is hostile, and secrets live there. */
function startSetter(): ChildProcess {
  const setter = fork(PROGRAM, { execArgv: FLAGS, env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  setter.unref()
  setter.channel?.unref()
  // A failure to start or to send is an exit or a silence, and those are waited for.
  setter.on('error', () => {})
  return setter
}

function doneBy(setter: ChildProcess, work: Work): Promise<unknown> {
  return new Promise((resolve) => {
    const finish = (result: unknown) => {
      clearTimeout(late)
      setter.off('message', finish)
      setter.off('exit', onExit)
      resolve(result)
    }
    const onExit = () => finish(null)
    const late = setTimeout(() => finish(null), PAGE_LIMITS.renderMilliseconds)
    setter.on('message', finish)
    setter.on('exit', onExit)
    setter.send(work)
  })
}
