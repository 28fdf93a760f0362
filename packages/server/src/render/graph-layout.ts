import { Graph, layout } from '@dagrejs/dagre'

/** Boxes, and what leads from one to another, by the places of the boxes in their list. */
export interface Drawing {
  readonly boxes: number
  readonly arrows: readonly (readonly [from: number, to: number])[]
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Where everything goes: the middle of each box, and the bends of each arrow. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly boxes: readonly Point[]
  readonly arrows: readonly (readonly Point[])[]
}

export const BOX = { width: 216, height: 64 } as const

/** Parents above, children below. */
export function layOut({ boxes, arrows }: Drawing): Layout {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'TB', nodesep: 24, ranksep: 44, marginx: 8, marginy: 8 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (let place = 0; place < boxes; place += 1) graph.setNode(String(place), { ...BOX })
  for (const [from, to] of arrows) graph.setEdge(String(from), String(to))
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  const point = ({ x = 0, y = 0 }: { x?: number; y?: number }): Point => ({
    x: Math.round(x),
    y: Math.round(y),
  })
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: Array.from({ length: boxes }, (_, place) => point(graph.node(String(place)))),
    arrows: arrows.map(([from, to]) => (graph.edge(String(from), String(to)).points ?? []).map(point)),
  }
}
