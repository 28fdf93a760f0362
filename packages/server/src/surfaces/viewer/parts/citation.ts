import type { Reference } from '@colophon/contract'
import { html, type Markup } from '../html.ts'

/** What to write down to cite exactly these bytes, and how an agent gets them and checks them. */
export function citation(
  sha256: string,
  { reference, baseUrl }: { reference: Reference; baseUrl: string },
): Markup {
  const digest = Buffer.from(sha256, 'hex').toString('base64')
  return html`<section class="citation" aria-labelledby="cite">
    <h2 id="cite">Cite this exact revision</h2>
    <p>A link to <a href=${`/revisions/${sha256}`}>this revision</a> stays on it, whatever is published later.</p>
    <pre tabindex="0"><code>[${reference.title ?? ''}](/objects/${sha256})</code></pre>
    <details>
      <summary>The whole reference, for a submission</summary>
      <pre tabindex="0"><code>${JSON.stringify(reference, null, 2)}</code></pre>
    </details>
    <h3>As an agent reads it</h3>
    <pre tabindex="0"><code>curl -s ${baseUrl}/objects/${sha256} | sha256sum
# ${sha256}
# Repr-Digest: sha-256=:${digest}:</code></pre>
  </section>`
}
