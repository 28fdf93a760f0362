import { once } from 'node:events'
import { actOf, type ChangeItem, type MirroredSite, readMirror } from '@colophon/client/node/mirror'
import { nodesAt } from '@colophon/log'
import { readMirroredNote } from '../../runtime/mirrored-note.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { fillTables, type TableRows } from '../../storage/sqlite/fill-tables.ts'
import { isServed, rowsOfTopic } from './mirror-rows.ts'
import { type FolderReader, readFolder } from './read-folder.ts'

/** What the process is told: a mirror, and the file of a database that is made of it. */
export interface FillingData {
  readonly file: string
  readonly folder: string
}

/** The slug of what is hidden: no topic has it. */
const HIDDEN = '-'

async function main({ file, folder }: FillingData): Promise<void> {
  const site = await readMirror(folder).readSite()
  if (site === null) throw new Error(`${folder} is no mirror`)
  await (await openStorage(`sqlite:${file}`)).close()
  fillTables(file, rowsOf(readFolder(folder, site), site, await readLogSize(folder)))
}

async function readLogSize(path: string): Promise<number> {
  const note = await readMirroredNote(path)
  return note === null ? 0 : Number(note.text.split('\n')[1])
}

function* rowsOf(folder: FolderReader, site: MirroredSite, logSize: number): Iterable<TableRows> {
  const acts = folder.publicActs()
  const topics = site.topics.filter(isServed)
  const isShown = new Set(topics.map(({ id }) => id))
  const seqs = new Map(acts.map(({ topic, act }, place) => [`${topic} ${act}`, place + 1]))
  const publicSeqOf = (act: ChangeItem) => seqs.get(`${act.topic_id} ${actOf(act)}`) ?? null
  for (const topic of topics)
    yield rowsOfTopic({
      topic,
      acts: folder.acts(topic.id),
      publicSeqOf,
      read: folder.object,
      standingOf: (sha256) => site.standings[sha256] ?? null,
    })
  const hidden = acts.flatMap(({ topic }, place) => (topic !== null && isShown.has(topic) ? [] : [place + 1]))
  if (hidden.length > 0) yield hiddenRows(hidden)
  yield logRows(folder, acts.length, logSize)
}

/** Of what is hidden the stream tells that it was done, and nothing else. */
function hiddenRows(seqs: readonly number[]): TableRows {
  const nothing = { title: '', summary: '', profile: null, policy_hash: '', created_at: '' }
  return {
    topics: [{ id: HIDDEN, visibility: 'invited', ...nothing }],
    changes: seqs.map((public_seq, place) => ({
      topic_id: HIDDEN,
      seq: place + 1,
      public_seq,
      kind: 'visibility',
      record: `${HIDDEN} ${public_seq}`,
      at: '',
    })),
  }
}

/** The log as it was mirrored, to which no act that is known here is still to be added. */
function logRows(folder: FolderReader, publicEnd: number, size: number): TableRows {
  const tiles: NonNullable<TableRows['log_tiles']>[number][] = []
  for (let level = 1; nodesAt(level, size) > 0; level += 1)
    tiles.push(...folder.logHashes(level, size).map((hash, position) => ({ level, position, hash })))
  const records = folder.logRecords(size)
  const after = { public_seq: publicEnd, seq: Number.MAX_SAFE_INTEGER }
  return {
    log_entries: records.map((record, position) => ({ position, record, ...after })),
    log_tiles: tiles,
  }
}

// Whoever asked for it may end before it does.
process.once('disconnect', () => process.exit(1))
void once(process, 'message').then(async ([data]) => {
  await main(data as FillingData)
  process.exit()
})
