import type { Reference } from '@colophon/contract'
import { html, type Markup } from '../pages/html.ts'
import type { Visit } from '../pages/page.ts'
import { articleText } from '../pages/parts/article-text.ts'
import { referenceList } from '../pages/parts/references.ts'
import { freshness, type RevisionFields } from '../pages/parts/revision-facts.ts'
import type { RenderResult } from '../render/text-renderer.ts'

/** A text that is not published. */
interface ArticleDraft {
  readonly body: string
  readonly title: string
  readonly path: string
  readonly references: readonly Reference[]
  /** Of an observation. */
  readonly observation?: Observation
}

type Observation = Pick<RevisionFields, 'observed_at' | 'refresh_after' | 'applicability'>

/** As readers would see it, by the process that sets what they read. What is still changed is kept nowhere. */
export async function articleView(visit: Visit, wanted: ArticleDraft): Promise<Markup> {
  return viewOf(visit, wanted, await visit.app.textRenderer.draft(wanted))
}

/** The same of a candidate, whose bytes are what its readers would have: it is set once. */
export async function candidateView(
  visit: Visit,
  sha256: string,
  { bytes, ...wanted }: Omit<ArticleDraft, 'body'> & { bytes: Uint8Array },
): Promise<Markup> {
  const revision = { ...wanted, sha256, read: async () => bytes }
  return viewOf(visit, wanted, await visit.app.textRenderer.revision(revision))
}

function viewOf(
  { app }: Visit,
  { references, observation }: Omit<ArticleDraft, 'body'>,
  text: RenderResult,
): Markup {
  return html`<article class="article-view" aria-label="The text">
    ${observation === undefined ? null : freshness(observation, app.ambient.now())}
    <div class="body">${articleText(text)}</div>
    <div class="after">${referenceList(references)}</div>
  </article>`
}
