import { PAGE_LIMITS } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { type LineageAnswer, lineagePicture, nameOf } from '../parts/lineage-picture.ts'
import { day } from '../parts/mode-mark.ts'

/** What an object came from and what came of it: a picture, and the same as a table. */
export async function showLineage({ app, api, params, query }: Visit): Promise<Page> {
  const { sha256 = '' } = params
  const lineage = await api.call('getLineage', {
    params: { sha256 },
    query: { depth: query.depth, direction: query.direction, limit: PAGE_LIMITS.lineageNodes },
  })
  const places = new Map(lineage.nodes.map(({ hash }, place) => [hash, place]))
  const layout = await app.textRenderer.layout({
    boxes: lineage.nodes.length,
    // Parents stand above their children.
    arrows: lineage.edges.map(({ from, to }) => [places.get(to) ?? 0, places.get(from) ?? 0]),
  })
  const root = lineage.nodes[places.get(sha256) ?? 0]
  return {
    title: `Lineage of ${root === undefined ? sha256 : nameOf(root)}`,
    description: null,
    canonical: null,
    main: html`
      <div class="title">
        <p class="eyebrow">Lineage</p>
        <h1 dir="auto"><a href=${`/revisions/${sha256}`}>${root === undefined ? sha256 : nameOf(root)}</a></h1>
        <p class="facts">
          What it came from is above it, what came of it below.
          ${lineage.truncated ? ' Something was left out: there is more than can be drawn.' : null}
        </p>
      </div>
      ${layout === null ? html`<p class="notice">This graph is too large to draw.</p>` : lineagePicture(lineage, layout)}
      ${table(lineage)}
    `,
  }
}

function table({ nodes, edges }: LineageAnswer): Markup {
  const names = new Map(nodes.map((node) => [node.hash, nameOf(node)]))
  const link = (hash: string) => html`<a href=${`/revisions/${hash}`}>${names.get(hash) ?? 'an object'}</a>
    ${' '}<code>${hash.slice(0, 12)}</code>`
  const parentsOf = (hash: string) => edges.filter(({ from }) => from === hash)
  return html`<div class="table" role="group" aria-label="Lineage, as a table" tabindex="0">
    <table>
      <thead>
        <tr><th scope="col">Object</th><th scope="col">Kind</th><th scope="col">Made</th><th scope="col">Came from</th></tr>
      </thead>
      <tbody>
        ${nodes.map(
          (node) => html`<tr>
            <th scope="row">${link(node.hash)}</th>
            <td>${node.kind}</td>
            <td>${day(node.created_at)}</td>
            <td>
              ${parentsOf(node.hash).map(
                ({ type, to }) =>
                  html`<p><span class="quiet">${type.replaceAll('_', ' ')}</span> ${link(to)}</p>`,
              )}
            </td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
