import { PAGE_LIMITS } from '@colophon/contract'
import type { Manuscript, SetText } from '../markdown/render-markdown.ts'
import type { Drawing, Layout } from './graph-layout.ts'
import { type Setter, type SetterLimits, startSetter } from './setter.ts'
import type { Failure, Work } from './work.ts'

/** Sets texts and lays out drawings beside the main thread, in bounded time and memory. */
export interface Renderer {
  text(manuscript: Manuscript): Promise<SetText | Failure>
  layout(drawing: Drawing): Promise<Layout | Failure>
  close(): void
}

interface Job {
  readonly work: Work
  readonly done: (result: unknown) => void
}

/** One process, started when it is needed and ended when it is idle or stuck; one piece of work at a time. */
export function createRenderer(limits: SetterLimits = PAGE_LIMITS): Renderer {
  const waiting: Job[] = []
  let setter: Setter | null = null
  let idle: NodeJS.Timeout | undefined
  let isBusy = false

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    clearTimeout(idle)
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      setter ??= startSetter(limits)
      const outcome = await setter.do(job.work)
      if (typeof outcome === 'string') drop()
      job.done(typeof outcome === 'string' ? outcome : outcome.result)
      // Where no process starts, the next would not either before everybody has waited for it.
      if (outcome === 'not-tried') giveUpWaiting()
    }
    isBusy = false
    idle = setTimeout(drop, PAGE_LIMITS.renderIdleMilliseconds).unref()
  }

  function drop(): void {
    setter?.end()
    setter = null
  }

  function giveUpWaiting(): void {
    for (const { done } of waiting.splice(0)) done('not-tried')
  }

  function ask(wanted: Work): Promise<unknown> {
    if (waiting.length >= PAGE_LIMITS.renderWaiting) return Promise.resolve('not-tried')
    return new Promise((done) => {
      waiting.push({ work: wanted, done })
      void work()
    })
  }

  return {
    // Our own process, held to these types by the compiler at the other end.
    text: async (manuscript) => (await ask({ kind: 'text', manuscript })) as SetText | Failure,
    layout: async (drawing) => (await ask({ kind: 'drawing', drawing })) as Layout | Failure,
    close() {
      clearTimeout(idle)
      giveUpWaiting()
      drop()
    },
  }
}
