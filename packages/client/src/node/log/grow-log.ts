import {
  type Checkpoint,
  edgeTile,
  type FilledTile,
  type Growing,
  growTree,
  isSame,
  LogRefused,
  nodesAt,
  parseBundle,
  parseTile,
  TILE_WIDTH,
  type Tile,
  type TreeHead,
  tilesOf,
} from '@colophon/log'
import { inOrder, type Progress } from '../../in-flight.ts'
import { type LogSource, readTile } from '../../log/source.ts'

const BUNDLES_AHEAD = 8

/** A log of which a copy is kept. */
interface Copying {
  /** Where the log goes on. */
  readonly source: LogSource
  readonly head: Checkpoint
  /** What is kept; null for nothing. */
  readonly kept: TreeHead | null
  /** A tile that is kept; null where it is not there. */
  readTile(tile: Tile): Promise<Uint8Array | null>
  readonly progress: Progress
}

/**
 * The tiles and bundles by which a copy comes up to a checkpoint. They are made of the entries, which have to make the
 * root that was kept, and that of the checkpoint: throws LogRefused where they do not.
 */
export async function growCopy(copying: Copying, isAnew: boolean): Promise<FilledTile[]> {
  const start = isAnew ? null : await startOf(copying)
  if (start === null) return await grow(copying, { size: 0, above: [] })
  try {
    return await grow(copying, start)
  } catch (error) {
    if (!(error instanceof LogRefused)) throw error
    // What is kept may have been altered: from the beginning it can be told from another log.
    return await grow(copying, { size: 0, above: [] })
  }
}

type Start = NonNullable<Growing['from']>

/** Where the last whole tile of leaves ends; null where the kept tiles do not say. */
async function startOf({ kept, readTile: readKept }: Copying): Promise<Start | null> {
  if (kept === null) return null
  const above: Uint8Array[][] = []
  for (let level = 1; nodesAt(level, kept.size) > 0; level += 1) {
    const tile = edgeTile(level, kept.size)
    const bytes = tile === null ? null : await readKept(tile)
    if (tile !== null && bytes?.length !== tile.width * kept.root.length) return null
    above.push(tile === null || bytes === null ? [] : parseTile(bytes, tile))
  }
  return { size: nodesAt(1, kept.size) * TILE_WIDTH, above }
}

async function grow({ source, head, kept, progress }: Copying, from: Start): Promise<FilledTile[]> {
  const filled: FilledTile[] = []
  const tree = growTree({ onWhole: (tile) => void filled.push(tile), from })
  const requireKept = () => {
    if (tree.size === kept?.size && !isSame(tree.head().root, kept.root))
      throw new LogRefused(`the log does not begin with the ${kept.size} leaves that were kept`)
  }
  progress.begin('leaves of the log', head.size - from.size)
  const bundles = tilesOf('entries', head.size, from.size / TILE_WIDTH)
  const read = async (tile: Tile) => parseBundle(await readTile(source, tile), tile)
  for await (const entries of inOrder(bundles, BUNDLES_AHEAD, read))
    for (const entry of entries) {
      requireKept()
      tree.append(entry)
      progress.advance(1)
    }
  requireKept()
  if (!isSame(tree.head().root, head.root))
    throw new LogRefused('the entries of the log do not make the root of its checkpoint')
  return [...filled, ...tree.edge()]
}
