import {
  type Checkpoint,
  consistencyProof,
  headOf,
  isSame,
  LogInconsistent,
  LogRefused,
  type NoteKey,
  openCheckpoint,
  parseKeys,
  provesConsistency,
} from '@colophon/log'
import type { Progress } from '../in-flight.ts'
import { type Completeness, proveComplete } from './prove-complete.ts'
import { type OpenLog, type ProvenObject, proveObject } from './prove-object.ts'
import { type FolderChecked, type FolderSource, type LogSource, treeOf } from './source.ts'

/** What was seen of a log before: the key that it is known by, and its last checkpoint that was proven. */
export interface KnownLog {
  readonly key: NoteKey
  readonly checkpoint: Checkpoint
}

/** What is to be verified, and what is known before. */
export interface VerifyJob {
  /** A server; null where a folder is looked at without asking one. */
  readonly press: LogSource | null
  /** A mirror or a backup; null where a server is asked alone. */
  readonly folder: FolderSource | null
  /** The key that the log is known by; null for that of `seen` or, where there is none, for the newest that is offered. */
  readonly key: NoteKey | null
  readonly seen: KnownLog | null
  /** Revisions, or records of publications and retirements. */
  readonly hashes: readonly string[]
  /** Reads the records of the whole log, to prove that nothing else was done about the objects. */
  readonly isWhole?: boolean
  readonly progress: Progress
}

/** What was proven. */
export interface VerifiedLog {
  readonly checkpoint: Checkpoint
  readonly key: NoteKey
  /** Nobody said which key it is: it was taken as the log offers it. */
  readonly isFirstUse: boolean
  /** The newest checkpoint, to be seen next time as the last; null where the one that was seen before is newer. */
  readonly latest: Checkpoint | null
  /** How the checkpoint stands to the one that was seen before. An older one can be held against a server alone. */
  readonly compared: 'first' | 'same' | 'newer' | 'older'
  readonly objects: readonly ProvenObject[]
  /** Whether nothing else was done about them; null where nobody looked. */
  readonly completeness: Completeness | null
  /** Of a folder of which everything was looked at. */
  readonly folder: FolderChecked | null
}

/** A log with its checkpoint. */
interface Opened extends OpenLog {
  readonly head: Checkpoint
}

interface Trust {
  readonly key: NoteKey
  readonly isFirstUse: boolean
}

/**
 * Proves that a log is the one that was seen before, or a longer one, and which objects are in it; throws LogRefused
 * where the log itself is not proven. What is wrong with an object, or in a folder, is in the answer.
 */
export async function verifyLog(job: VerifyJob): Promise<VerifiedLog> {
  const { press, folder, seen } = job
  const source = folder ?? press
  if (source === null) throw new TypeError('neither a press nor a folder')
  const trust = await trustOf(job, press ?? source)
  const ofPress = press === null ? null : await openSiteLog(press, trust, seen)
  const log = folder === null && ofPress !== null ? ofPress : await open(source, trust)
  const compared = await compare(log, seen?.checkpoint ?? null)
  if (ofPress !== null && folder !== null) await holdAgainst(ofPress, log)
  const objects: ProvenObject[] = []
  for (const sha256 of new Set(job.hashes)) objects.push(await proveObject(log, sha256))
  const isAsked = job.isWhole === true && objects.length > 0
  return {
    completeness: isAsked ? await proveComplete(log, objects, job.progress) : null,
    checkpoint: log.head,
    ...trust,
    latest: ofPress?.head ?? (compared === 'older' ? null : log.head),
    compared,
    objects,
    folder: objects.length > 0 || folder === null ? null : await folder.checkAll(log.head.size, job.progress),
  }
}

/** A server has at least what was seen before. */
async function openSiteLog(press: LogSource, trust: Trust, seen: KnownLog | null): Promise<Opened> {
  const opened = await open(press, trust)
  const before = seen?.checkpoint ?? null
  if ((await compare(opened, before)) === 'older' && before !== null) throw rolledBack(opened, before)
  return opened
}

/** The key comes from whoever asks, from what was seen before, or from the log itself. */
async function trustOf({ key, seen }: VerifyJob, source: LogSource): Promise<Trust> {
  const known = key ?? seen?.key ?? null
  if (known !== null) return { key: known, isFirstUse: false }
  await readCheckpoint(source)
  const [newest] = parseKeys((await source.keys()) ?? '')
  if (newest === undefined) throw new LogRefused(`${source.name} offers no key`)
  return { key: newest, isFirstUse: true }
}

/** A checkpoint is worth something when it is signed, and there is a tree that has its root. */
async function open(source: LogSource, { key }: Trust): Promise<Opened> {
  const head = await openCheckpoint(await readCheckpoint(source), [key])
  const tree = treeOf(source, head.size)
  const { root } = await headOf(tree)
  if (!isSame(root, head.root)) throw spoiledTiles(source)
  return { source, tree, head }
}

function spoiledTiles({ name }: LogSource): LogRefused {
  return new LogRefused(`the tiles of ${name} do not make the root of its checkpoint`)
}

async function readCheckpoint(source: LogSource): Promise<string> {
  const signed = await source.checkpoint()
  if (signed === null) throw new LogRefused(`${source.name} has no transparency log`)
  return signed
}

async function compare(log: Opened, seen: Checkpoint | null): Promise<VerifiedLog['compared']> {
  if (seen === null) return 'first'
  const { source, tree, head } = log
  if (seen.origin !== head.origin)
    throw new LogRefused(`the log of ${source.name} is ${head.origin}, and ${seen.origin} was seen before`)
  if (head.size < seen.size) return 'older'
  // First that the tiles are those of the tree: else it would be accused of what a tile says that somebody altered.
  const before = await headOf(tree, seen.size)
  if (!provesConsistency(await consistencyProof(tree, seen.size), before, head)) throw spoiledTiles(source)
  if (isSame(before.root, seen.root)) return head.size === seen.size ? 'same' : 'newer'
  const what =
    head.size === seen.size
      ? `has another root at its ${head.size} leaves than was seen before`
      : `with ${head.size} leaves does not begin with the ${seen.size} that were seen before`
  throw new LogInconsistent(`the log of ${source.name} ${what}`, [seen.signed, head.signed])
}

/** A server must have all that a copy of it has. */
async function holdAgainst(press: Opened, copy: Opened): Promise<void> {
  if ((await compare(press, copy.head)) === 'older') throw rolledBack(press, copy.head)
}

/** An earlier checkpoint is no proof of two histories, for it may be an old one that is told again. */
function rolledBack({ source, head }: Opened, seen: Checkpoint): LogRefused {
  return new LogRefused(
    `the log of ${source.name} has ${head.size} leaves, and ${seen.size} were seen before: it was rolled back`,
  )
}
