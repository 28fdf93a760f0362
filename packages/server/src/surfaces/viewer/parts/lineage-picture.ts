import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import { BOX, type Layout, type Point } from '../setting/graph-layout.ts'

export type Lineage = AnswerOf<Operations['getLineage']>
type Node = Lineage['nodes'][number]

const TITLE_CHARACTERS = 22

/** Boxes and arrows; each box is a link, so that a keyboard reaches it. The table beside it says the same. */
export function lineagePicture(
  { nodes, edges, root }: Lineage,
  { width, height, boxes, arrows }: Layout,
): Markup {
  return html`<div class="picture" role="group" aria-label="Lineage, drawn" tabindex="0">
    <svg viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height}>
      ${arrows.map((points, place) => html`<path class=${`arrow ${edges[place]?.type ?? ''}`} d=${pathOf(points)} />`)}
      ${nodes.map((node, place) => box(node, boxes[place] ?? { x: 0, y: 0 }, node.hash === root))}
    </svg>
  </div>`
}

function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')
}

function box(node: Node, { x, y }: Point, isRoot: boolean): Markup {
  const left = x - BOX.width / 2
  const top = y - BOX.height / 2
  return html`<a href=${`/revisions/${node.hash}`} class=${isRoot ? 'box root' : 'box'}>
    <rect x=${left} y=${top} width=${BOX.width} height=${BOX.height} rx="2" />
    <text x=${x} y=${y - 5} class="kind">${node.kind}</text>
    <text x=${x} y=${y + 13}>${clipped(nameOf(node))}</text>
  </a>`
}

export function nameOf({ title, hash }: Node): string {
  return title ?? hash.slice(0, 12)
}

function clipped(text: string): string {
  const characters = [...text]
  return characters.length <= TITLE_CHARACTERS
    ? text
    : `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`
}
