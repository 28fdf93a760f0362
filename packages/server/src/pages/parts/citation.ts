import type { Reference } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import { bibTexOf, type CitedRevision, cslOf } from './citation-data.ts'

/** The bytes that are hashed, for whatever reads Markdown. */
export function sourceOf(sha256: string) {
  return { type: 'text/markdown', href: `/objects/${sha256}`, title: 'The bytes of this revision' } as const
}

/** What to write down to cite exactly these bytes, and how an agent gets them and checks them. */
export function citation(cited: CitedRevision, reference: Reference): Markup {
  const { sha256, baseUrl, license } = cited
  const digest = Buffer.from(sha256, 'hex').toString('base64')
  const commands = [
    `curl -s ${baseUrl}/objects/${sha256} | sha256sum`,
    `# ${sha256}`,
    `# Repr-Digest: sha-256=:${digest}:`,
  ]
  return html`<section class="citation" aria-labelledby="cite">
    <h2 id="cite">Cite this exact revision</h2>
    <p>A link to <a href=${`/revisions/${sha256}`}>this revision</a> stays on it, whatever is published later.</p>
    <pre tabindex="0"><code>[${reference.title ?? ''}](/objects/${sha256})</code></pre>
    <h3>As a reference of a submission</h3>
    <pre tabindex="0"><code>${JSON.stringify(reference, null, 2)}</code></pre>
    <h3>BibTeX</h3>
    <pre tabindex="0"><code>${bibTexOf(cited)}</code></pre>
    <h3>CSL-JSON</h3>
    <pre tabindex="0"><code>${JSON.stringify([cslOf(cited)], null, 2)}</code></pre>
    <h3>As an agent reads it</h3>
    <p>The same bytes, front matter and all, and the hash that they have:</p>
    <pre tabindex="0"><code>${commands.join('\n')}</code></pre>
    ${license === null ? null : html`<p>Licence: <a rel="license" href=${license.url}>${license.name}</a></p>`}
  </section>`
}
