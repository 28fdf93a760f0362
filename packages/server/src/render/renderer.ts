import { type Check, PAGE_LIMITS } from '@colophon/contract'
import type { AuthoredTexts } from '../text/checks/checks-of.ts'
import type { Comparison, Division } from '../text/compare-bodies.ts'
import type { QuotePlace } from '../text/quote.ts'
import type { Version } from '../text/unified.ts'
import type { Drawing, Layout } from './graph-layout.ts'
import type { RenderRequest } from './render-markdown.ts'
import {
  type RenderFailure,
  type RenderWork,
  type RenderWorker,
  type RenderWorkerLimits,
  startRenderWorker,
} from './render-worker.ts'
import type { RevisionPair } from './write-difference.ts'

/** Renders texts and lays out drawings outside the main thread, in bounded time and memory. */
export interface Renderer {
  /** As `packText` has it. */
  text(request: RenderRequest): Promise<Uint8Array | RenderFailure>
  layout(drawing: Drawing): Promise<Layout | RenderFailure>
  comparison(from: Version, to: Version, division: Division): Promise<Comparison | RenderFailure>
  /** As `packDifference` has it. */
  difference(pair: RevisionPair, division: Division): Promise<Uint8Array | RenderFailure>
  checks(texts: AuthoredTexts, baseUrl: string): Promise<Check[] | RenderFailure>
  quote(body: string, quote: string): Promise<{ place: QuotePlace | null } | RenderFailure>
  close(): void
}

interface Job {
  readonly work: RenderWork
  readonly done: (result: unknown) => void
}

/** One process, started when it is needed and ended when it is idle or stuck; one piece of work at a time. */
export function createRenderer(limits: RenderWorkerLimits = PAGE_LIMITS): Renderer {
  const waiting: Job[] = []
  let worker: RenderWorker | null = null
  let idle: NodeJS.Timeout | undefined
  let isBusy = false

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    clearTimeout(idle)
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      worker ??= startRenderWorker(limits)
      const outcome = await worker.do(job.work)
      if (typeof outcome === 'string') drop()
      job.done(typeof outcome === 'string' ? outcome : outcome.result)
      // Where no process starts, the next would not either before everybody has waited for it.
      if (outcome === 'not-tried') giveUpWaiting()
    }
    isBusy = false
    idle = setTimeout(drop, PAGE_LIMITS.renderIdleMilliseconds).unref()
  }

  function drop(): void {
    worker?.end()
    worker = null
  }

  function giveUpWaiting(): void {
    for (const { done } of waiting.splice(0)) done('not-tried')
  }

  function ask(wanted: RenderWork): Promise<unknown> {
    if (waiting.length >= PAGE_LIMITS.renderWaiting) return Promise.resolve('not-tried')
    return new Promise((done) => {
      waiting.push({ work: wanted, done })
      void work()
    })
  }

  async function askForBytes(wanted: RenderWork): Promise<Uint8Array | RenderFailure> {
    const packed = (await ask(wanted)) as Uint8Array | RenderFailure
    // What arrives may be a part of a longer piece, which would be kept with it.
    return typeof packed === 'string' ? packed : new Uint8Array(packed)
  }

  return {
    // Our own process, held to these types by the compiler at the other end.
    text: (request) => askForBytes({ kind: 'text', request }),
    layout: async (drawing) => (await ask({ kind: 'drawing', drawing })) as Layout | RenderFailure,
    comparison: async (from, to, division) =>
      (await ask({ kind: 'comparison', from, to, division })) as Comparison | RenderFailure,
    difference: (pair, division) => askForBytes({ kind: 'difference', pair, division }),
    checks: async (texts, baseUrl) =>
      (await ask({ kind: 'checks', texts, baseUrl })) as Check[] | RenderFailure,
    quote: async (body, quote) =>
      (await ask({ kind: 'quote', body, quote })) as { place: QuotePlace | null } | RenderFailure,
    close() {
      clearTimeout(idle)
      giveUpWaiting()
      drop()
    },
  }
}
