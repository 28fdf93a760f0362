import { setImmediate as nextTurn } from 'node:timers/promises'
import { PAGE_LIMITS } from '@colophon/contract'
import type { Settings } from '../runtime/settings.ts'
import type { BytesCache } from '../storage/blobs/bytes-cache.ts'
import { bodyOfRevision } from '../text/front-matter.ts'
import type { Drawing, Layout } from './graph-layout.ts'
import type { RenderFailure } from './render-worker.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { type SetText, unpackText } from './set-text.ts'
import { createTextAnalysis, type TextAnalysis } from './text-analysis.ts'
import { escapeHtml, showUnseen } from './visible.ts'

/** A revision to render, keyed by its hash. */
interface RevisionSource {
  readonly sha256: string
  readonly title: string
  readonly path: string
  /** Called only for a text that is not cached. */
  readonly read: () => Promise<Uint8Array>
}

export interface RenderResult extends SetText {
  /** Why the text is shown as written; null for a rendered text. */
  readonly failure: RenderFailure | null
}

/** Renders the text of each revision once, and keeps it by its hash. */
export interface TextRenderer {
  revision(revision: RevisionSource): Promise<RenderResult>
  /** Of a draft: nothing is kept. */
  draft(text: { body: string; title: string; path: string }): Promise<RenderResult>
  /** Null for what cannot be drawn in time. */
  layout(drawing: Drawing): Promise<Layout | null>
  readonly analysis: TextAnalysis
  close(): void
}

interface RendererOptions {
  readonly settings: Pick<Settings, 'remoteImages'>
  readonly bytes: BytesCache
  readonly renderer?: Pick<Renderer, 'text' | 'layout' | 'close'>
  /** Milliseconds, by a clock that nobody sets. */
  readonly now?: () => number
}

/** Its worker is started by the first text. */
export function createTextRenderer({
  settings,
  bytes,
  renderer = createRenderer(),
  now = () => performance.now(),
}: RendererOptions): TextRenderer {
  const analysis = createTextAnalysis()
  const running = new Map<string, Promise<RenderResult>>()
  /** Revisions that failed to render: until when they are not tried again, and how long that is. */
  const failed = new Map<string, { until: number; wait: number }>()
  const showsImages = settings.remoteImages

  async function render({ sha256, title, path, read }: RevisionSource): Promise<RenderResult> {
    const body = bodyOfRevision(await read())
    if ((failed.get(sha256)?.until ?? 0) > now()) return asWritten(body, 'too-much')
    const text = await renderer.text({ body, title, path, showsImages })
    // A text that was not tried may be rendered at the next request.
    if (text === 'not-tried') return asWritten(body, text)
    if (text === 'too-much') {
      rememberFailure(sha256)
      return asWritten(body, 'too-much')
    }
    failed.delete(sha256)
    bytes.set(sha256, text, 'html')
    return { ...unpackText(text), failure: null }
  }

  function rememberFailure(sha256: string): void {
    const before = failed.get(sha256)?.wait ?? PAGE_LIMITS.renderRetryMilliseconds / 2
    const wait = Math.min(before * 2, PAGE_LIMITS.longestRetryMilliseconds)
    if (failed.size >= PAGE_LIMITS.renderFailures) failed.clear()
    failed.set(sha256, { until: now() + wait, wait })
  }

  return {
    async revision(revision) {
      const { sha256 } = revision
      const kept = bytes.get(sha256, 'html')
      if (kept !== null) return { ...unpackText(kept), failure: null }
      const rendering = running.get(sha256) ?? render(revision).finally(() => running.delete(sha256))
      running.set(sha256, rendering)
      return rendering
    },
    async draft(draft) {
      const text = await renderer.text({ ...draft, showsImages })
      return typeof text === 'string' ? asWritten(draft.body, text) : { ...unpackText(text), failure: null }
    },
    async layout(drawing) {
      const layout = await renderer.layout(drawing)
      return typeof layout === 'string' ? null : layout
    },
    analysis,
    close() {
      renderer.close()
      analysis.close()
    },
  }
}

/** Characters that are escaped in one turn: the largest text is all of such that become five. */
const PIECE = 64 * 1024

async function asWritten(body: string, failure: RenderFailure): Promise<RenderResult> {
  const pieces = [Buffer.from('<pre class="plain" tabindex="0">')]
  for (let from = 0; from < body.length; ) {
    if (from > 0) await nextTurn()
    const end = from + PIECE
    // A character of two halves stays whole.
    const to = isHighSurrogate(body.charCodeAt(end - 1)) ? end + 1 : end
    pieces.push(Buffer.from(escapeHtml(showUnseen(body.slice(from, to)))))
    from = to
  }
  const html = Buffer.concat([...pieces, Buffer.from('</pre>')])
  return { html, headings: [], unlisted: 0, opening: null, failure }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
