import type { Reference } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import type { Visit } from '../page.ts'
import { articleText } from '../parts/article-text.ts'
import { referenceList } from '../parts/references.ts'
import { freshness, type RevisionFields } from '../parts/revision-facts.ts'
import { type ShownText, typesetterOf } from '../setting/typesetter.ts'

/** A text that is not published. */
export interface Manuscript {
  readonly body: string
  readonly title: string
  readonly path: string
  readonly references: readonly Reference[]
  /** Of an observation. */
  readonly observation?: Observation
}

type Observation = Pick<RevisionFields, 'observed_at' | 'refresh_after' | 'applicability'>

/** As readers would see it, by the process that sets what they read. What is still changed is kept nowhere. */
export async function manuscript(visit: Visit, wanted: Manuscript): Promise<Markup> {
  return manuscriptView(visit, wanted, await typesetterOf(visit.app).draft(wanted))
}

/** The same of a candidate, whose bytes are what its readers would have: it is set once. */
export async function candidateManuscript(
  visit: Visit,
  sha256: string,
  { bytes, ...wanted }: Omit<Manuscript, 'body'> & { bytes: Uint8Array },
): Promise<Markup> {
  const revision = { ...wanted, sha256, read: async () => bytes }
  return manuscriptView(visit, wanted, await typesetterOf(visit.app).revision(revision))
}

function manuscriptView(
  { app }: Visit,
  { references, observation }: Omit<Manuscript, 'body'>,
  text: ShownText,
): Markup {
  return html`<article class="manuscript" aria-label="The text">
    ${observation === undefined ? null : freshness(observation, app.now())}
    <div class="body">${articleText(text)}</div>
    <div class="after">${referenceList(references)}</div>
  </article>`
}
