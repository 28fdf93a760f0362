import type { AnswerOf, Operations } from '@colophon/contract'
import { BOX, type Layout, type Point } from '../../render/graph-layout.ts'
import { html, type Markup } from '../html.ts'
import { dayText } from './mode-mark.ts'

export type LineageAnswer = AnswerOf<Operations['getLineage']>
type Node = LineageAnswer['nodes'][number]

const TITLE_CHARACTERS = 28

/** Boxes and arrows; each box is a link, so that a keyboard reaches it. The table beside it says the same. */
export function lineagePicture(
  { nodes, edges, root }: LineageAnswer,
  { width, height, boxes, arrows }: Layout,
): Markup {
  return html`<figure class="lineage">
    <div class="picture" role="group" aria-label="Lineage, drawn" tabindex="0">
      <svg viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height}>
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0.5L8 4L0 7.5z" />
          </marker>
        </defs>
        ${arrows.map(
          (points, place) =>
            html`<path class=${`arrow ${edges[place]?.type ?? ''}`} d=${pathOf(points)} marker-end="url(#tip)" />`,
        )}
        ${nodes.map((node, place) => box(node, boxes[place] ?? { x: 0, y: 0 }, node.hash === root))}
      </svg>
    </div>
    <figcaption class="facts">
      ${LEGEND.filter(({ types }) => edges.some(({ type }) => types.includes(type))).map(
        ({
          types,
          words,
        }) => html`<span class="key"><svg width="36" height="8" aria-hidden="true" focusable="false">
            <path class=${`arrow ${types[0]}`} d="M0 4L36 4" />
          </svg> ${words}</span> `,
      )}
    </figcaption>
  </figure>`
}

type EdgeType = LineageAnswer['edges'][number]['type']

/** What each kind of line says, of a child and its parent. */
const LEGEND: readonly { types: readonly EdgeType[]; words: string }[] = [
  { types: ['revision_parent'], words: 'revised by' },
  { types: ['proposal_origin'], words: 'accepted as' },
  { types: ['policy_parent'], words: 'in force for' },
  { types: ['definition_parent', 'resolution_parent'], words: 'followed by' },
]

/** Bends are rounded: each point but the ends pulls the line, and is not touched by it. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points
  const last = rest.at(-1)
  if (first === undefined || last === undefined) return ''
  const bends = rest.slice(0, -1).map(({ x, y }, place) => {
    const next = rest[place + 1] ?? last
    const isLast = place === rest.length - 2
    const end = isLast ? last : { x: (x + next.x) / 2, y: (y + next.y) / 2 }
    return `Q${x} ${y} ${end.x} ${end.y}`
  })
  return `M${first.x} ${first.y}${bends.length === 0 ? `L${last.x} ${last.y}` : bends.join('')}`
}

function box(node: Node, { x, y }: Point, isRoot: boolean): Markup {
  const left = x - BOX.width / 2
  const top = y - BOX.height / 2
  return html`<a href=${`/revisions/${node.hash}`} class=${isRoot ? 'box root' : 'box'}>
    <rect x=${left} y=${top} width=${BOX.width} height=${BOX.height} rx="2" />
    <text x=${x} y=${y - 13} class="kind">${node.kind}, ${dayText(node.created_at)}</text>
    <text x=${x} y=${y + 5}>${clipped(nameOf(node))}</text>
    <text x=${x} y=${y + 21} class="short">${node.hash.slice(0, 12)}</text>
  </a>`
}

/** What has no title is named by its kind; its hash stands beside it. */
export function nameOf({ title, kind }: Node): string {
  return title ?? `a ${kind}`
}

function clipped(text: string): string {
  const characters = [...text]
  return characters.length <= TITLE_CHARACTERS
    ? text
    : `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`
}
