import { PAGE_LIMITS } from '@colophon/contract'
import type { App } from '../../../app.ts'
import { bodyOfRevision } from '../../../core/front-matter.ts'
import { escapeHtml } from '../markdown/escape.ts'
import type { SetText } from '../markdown/render-markdown.ts'
import { showUnseen } from '../markdown/visible.ts'
import type { Drawing, Layout } from './graph-layout.ts'
import { createRenderer } from './renderer.ts'
import type { Failure } from './work.ts'

/** A revision whose text is to be shown. Its hash stands for all of it. */
export interface Revision {
  readonly sha256: string
  readonly title: string
  readonly path: string
  /** Asked only for what was not set before. */
  readonly read: () => Promise<Uint8Array>
}

export interface ShownText extends SetText {
  /** Why it was not set but is shown as it stands; null for what was set. */
  readonly failure: Failure | null
}

/** Sets the texts of revisions once, and keeps them by their hashes. */
interface Typesetter {
  revision(revision: Revision): Promise<ShownText>
  /** Of a draft: nothing is kept. */
  draft(text: { body: string; title: string; path: string }): Promise<ShownText>
  /** Null for what cannot be drawn in time. */
  layout(drawing: Drawing): Promise<Layout | null>
  close(): void
}

const typesetters = new WeakMap<App, Typesetter>()

/** The one typesetter of a press: the reading room and the console share its process. */
export function typesetterOf(app: App): Typesetter {
  const typesetter = typesetters.get(app) ?? createTypesetter(app)
  typesetters.set(app, typesetter)
  return typesetter
}

function createTypesetter(app: App): Typesetter {
  const renderer = createRenderer()
  const running = new Map<string, Promise<ShownText>>()
  /** Revisions that could not be set, and until when it is not tried again. */
  const failed = new Map<string, number>()
  const showsImages = app.settings.remoteImages

  async function set({ sha256, title, path, read }: Revision): Promise<ShownText> {
    const body = bodyOfRevision(await read())
    if ((failed.get(sha256) ?? 0) > performance.now()) return asWritten(body, 'too-much')
    const text = await renderer.text({ body, title, path, showsImages })
    // What was not tried may be set at the next look at it.
    if (text === 'not-tried') return asWritten(body, text)
    if (text === 'too-much' || text.html.length > PAGE_LIMITS.renderedCharacters) {
      rememberFailure(sha256)
      return asWritten(body, 'too-much')
    }
    app.bytes.set(sha256, Buffer.from(JSON.stringify(text)), 'html')
    return { ...text, failure: null }
  }

  function rememberFailure(sha256: string): void {
    if (failed.size >= PAGE_LIMITS.renderFailures) failed.clear()
    failed.set(sha256, performance.now() + PAGE_LIMITS.renderRetryMilliseconds)
  }

  return {
    async revision(revision) {
      const { sha256 } = revision
      const kept = app.bytes.get(sha256, 'html')
      if (kept !== null) return { ...readKept(kept), failure: null }
      const setting = running.get(sha256) ?? set(revision).finally(() => running.delete(sha256))
      running.set(sha256, setting)
      return setting
    },
    async draft(draft) {
      const text = await renderer.text({ ...draft, showsImages })
      return typeof text === 'string' ? asWritten(draft.body, text) : { ...text, failure: null }
    },
    async layout(drawing) {
      const layout = await renderer.layout(drawing)
      return typeof layout === 'string' ? null : layout
    },
    close: () => renderer.close(),
  }
}

function asWritten(body: string, failure: Failure): ShownText {
  const html = `<pre class="plain" tabindex="0">${escapeHtml(showUnseen(body))}</pre>`
  return { html, headings: [], failure }
}

/** What this process wrote. */
function readKept(bytes: Uint8Array): SetText {
  return JSON.parse(Buffer.from(bytes).toString())
}
