import {
  hexToBytes,
  inclusionProof,
  LogRefused,
  leafHash,
  provesInclusion,
  type TileTree,
  type TreeHead,
} from '@colophon/log'
import { sha256Of } from '../sha256.ts'
import { type ActRecord, parseRecord } from './records.ts'
import type { LogSource, ObjectLeaf } from './source.ts'

/** A log whose checkpoint was verified. */
export interface OpenLog {
  readonly source: LogSource
  readonly tree: TileTree
  readonly head: TreeHead
}

/** A leaf that was proven to be in the tree, and what its record says. */
export type ProvenLeaf = ObjectLeaf & ActRecord

/** A revision, or the record of an act, and its leaves. */
export interface ProvenObject {
  readonly sha256: string
  readonly leaves: readonly ProvenLeaf[]
  /** Why it is not proven, in words that follow the hash; null where it is. */
  readonly fault: string | null
}

/** Proves every leaf that the source tells of. */
export async function proveObject(log: OpenLog, sha256: string): Promise<ProvenObject> {
  try {
    return { sha256, leaves: await proveLeaves(log, sha256), fault: null }
  } catch (error) {
    if (!(error instanceof LogRefused)) throw error
    return { sha256, leaves: [], fault: error.message }
  }
}

async function proveLeaves(log: OpenLog, sha256: string): Promise<ProvenLeaf[]> {
  const told = await log.source.leavesOf(sha256, log.head.size)
  if (told === null) throw new LogRefused('does not exist, or is not public')
  if (told.length === 0) throw new LogRefused('is not in the log')
  // What was done after the checkpoint is not in its tree.
  const leaves = told.filter(({ index }) => index < log.head.size)
  if (leaves.length === 0) throw new LogRefused('came into the log after this checkpoint')
  const proven: ProvenLeaf[] = []
  for (const leaf of leaves) proven.push(await proveLeaf(log, sha256, leaf))
  return proven.sort((one, other) => one.index - other.index)
}

async function proveLeaf(log: OpenLog, sha256: string, leaf: ObjectLeaf): Promise<ProvenLeaf> {
  const { index, record_hash } = leaf
  const record = await readRecord(log.source, record_hash)
  if (sha256 !== record_hash && sha256 !== record.content_hash)
    throw new LogRefused(`is not what the record ${record_hash} is about`)
  const claim = { leaf: leafHash(hexToBytes(record_hash)), index, tree: log.head }
  if (!provesInclusion(await inclusionProof(log.tree, index), claim))
    throw new LogRefused(`is not proven: the tiles do not lead from leaf ${index} to the root`)
  return { index, record_hash, ...record }
}

/** The record of a leaf, held to its hash. */
async function readRecord(source: LogSource, sha256: string): Promise<ActRecord> {
  const bytes = await source.record(sha256)
  if (bytes === null) throw new LogRefused(`is not proven: its record ${sha256} is not there`)
  const found = await sha256Of(bytes)
  if (found !== sha256)
    throw new LogRefused(`is not proven: the bytes of its record ${sha256} have the hash ${found}`)
  const record = parseRecord(bytes)
  if (record === null)
    throw new LogRefused(`is not proven: ${sha256} is no record of a publication or a retirement`)
  return record
}
