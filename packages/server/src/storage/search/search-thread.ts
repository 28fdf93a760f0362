import { platform, setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { newScratch } from '../../core/search/match.ts'
import { rank } from '../../core/search/rank.ts'
import { suggestQueries } from '../../core/search/suggest.ts'
import { findPage } from './find-page.ts'
import { createFollower } from './follower.ts'
import type { Answers, Asked, FromThread, Packing, ThreadData, ToThread } from './messages.ts'
import { openRows } from './open-rows.ts'
import { isDue, packTopic } from './pack.ts'
import { createExcerpts } from './plain-texts.ts'
import { createReadBytes } from './read-bytes.ts'
import type { TopicIndex } from './topic-index.ts'
import { writePage } from './write-page.ts'

/** How often the thread follows what nobody has asked for yet. */
const FOLLOW_MILLISECONDS = 500

/** A third of what others have where they want the same core: more of it starves searches on a busy machine. */
const NICE = 5

/** The search thread: answers one question after another, and packs in between. */
async function main(port: MessagePort, data: ThreadData): Promise<void> {
  stepBack()
  const rows = await openRows(data.databaseUrl)
  const readBytes = await createReadBytes(rows, data.blobs)
  // Nothing is transferred: once V8 has seen a detached buffer, reading typed arrays is slower in the whole thread.
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

  async function answer(asked: Asked): Promise<Answers[Asked['kind']]> {
    if (asked.kind === 'rank') return rankFor(asked)
    if (asked.kind === 'follow') return followAll()
    return writePage(data.cursorKey, asked, await findPage({ rows, excerptsOf, rank: rankFor }, asked))
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

/**
 * Where cores are few, reads of objects go before searches. Linux gives each thread a priority of its own; elsewhere
 * this would be that of the whole press.
 */
function stepBack(): void {
  if (platform() === 'linux') setPriority(NICE)
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

if (parentPort !== null) await main(parentPort, workerData as ThreadData)
