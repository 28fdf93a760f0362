import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { newScratch } from '../../core/search/match.ts'
import { rank } from '../../core/search/rank.ts'
import { suggestQueries } from '../../core/search/suggest.ts'
import { readBlob } from './follow-store.ts'
import { createFollower } from './follower.ts'
import type { Answers, Asked, FromThread, Packing, ThreadData, ToThread } from './messages.ts'
import { isDue, packTopic } from './pack.ts'
import { createExcerpts } from './plain-texts.ts'
import { openRows, type Rows } from './rows.ts'
import type { TopicIndex } from './topic-index.ts'

/** How often the thread follows what nobody has asked for yet. */
const FOLLOW_MILLISECONDS = 500

/** The search thread: answers one question after another, and packs in between. */
async function main(port: MessagePort, data: ThreadData): Promise<void> {
  const rows = await openRows(data.databaseUrl)
  const readBytes = await bytesReader(rows, data.blobs)
  const say = (message: FromThread) => port.postMessage(message)
  const excerptsOf = createExcerpts(readBytes)
  const scratch = newScratch()
  const { write, settle } = createWriter(say)
  const follower = createFollower({
    rows,
    readBytes,
    warn: (message) => say({ kind: 'warning', message }),
    remake: (topicId, epoch) => write({ step: 'remake', topicId, epoch }),
  })
  let packing: Promise<void> | null = null
  let turn: Promise<unknown> = Promise.resolve()

  async function rankFor(asked: Asked & { kind: 'rank' }): Promise<Answers['rank']> {
    const segments = await follower.segmentsOf(asked.topics)
    const ranking = rank(segments, asked, scratch)
    const findsSomething = (query: string) =>
      rank(segments, { ...asked, query, limit: 1, exact: null, after: null, statistics: null }, scratch).hits
        .length > 0
    const isEmpty = asked.suggest && ranking.hits.length === 0
    return { ...ranking, suggestions: isEmpty ? suggestQueries(segments, asked.query, findsSomething) : [] }
  }

  async function followAll(): Promise<null> {
    packDue(await follower.followAll())
    return null
  }

  function packDue(topics: ReadonlyMap<string, TopicIndex>): void {
    if (packing !== null) return
    const due = [...topics].find(([, index]) => isDue(index))
    if (due === undefined) return
    packing = packTopic(due[0], due[1], write)
      .catch((error: unknown) => say({ kind: 'warning', message: `packing failed: ${String(error)}` }))
      .finally(() => {
        packing = null
      })
  }

  function answer(asked: Asked): Promise<Answers[Asked['kind']]> {
    if (asked.kind === 'rank') return rankFor(asked)
    if (asked.kind === 'excerpts') return excerptsOf(asked.query, asked.hashes)
    return followAll()
  }

  async function serve({ id, asked }: { id: number; asked: Asked }): Promise<void> {
    try {
      say({ kind: 'answer', id, answer: await answer(asked) })
    } catch (error) {
      say({
        kind: 'failure',
        id,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    }
  }

  port.on('message', (message: ToThread) => {
    if ('written' in message) settle(message.id, message.written)
    else turn = turn.then(() => serve(message))
  })
  setInterval(() => {
    turn = turn.then(followAll).catch((error: unknown) => say({ kind: 'warning', message: String(error) }))
  }, FOLLOW_MILLISECONDS)
}

/** The thread does not write: it asks the main thread to. */
function createWriter(say: (message: FromThread) => void) {
  const waiting = new Map<number, (written: boolean) => void>()
  let ids = 0
  return {
    write(packing: Packing): Promise<boolean> {
      ids += 1
      const id = ids
      say({ kind: 'write', id, packing })
      return new Promise((resolve) => {
        waiting.set(id, resolve)
      })
    },
    settle(id: number, written: boolean): void {
      waiting.get(id)?.(written)
      waiting.delete(id)
    },
  }
}

async function bytesReader(rows: Rows, blobs: string) {
  if (blobs === 'database') return (sha256: string) => readBlob(rows, sha256)
  const { s3Blobs } = await import('../blobs-s3.ts')
  return s3Blobs(blobs, process.env).get
}

if (parentPort !== null) await main(parentPort, workerData as ThreadData)
