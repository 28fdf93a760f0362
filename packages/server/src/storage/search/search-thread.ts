import { platform, setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { newScratch } from '../../core/search/match.ts'
import { rank } from '../../core/search/rank.ts'
import { suggestQueries } from '../../core/search/suggest.ts'
import { askToWrite } from './ask-to-write.ts'
import { findPage } from './find-page.ts'
import { createFollower } from './follower.ts'
import type { Answers, Asked, FromThread, ThreadData, ToThread } from './messages.ts'
import { openRows } from './open-rows.ts'
import { createExcerpts } from './plain-texts.ts'
import { createReadBytes } from './read-bytes.ts'
import { writePage } from './write-page.ts'

/** How often the thread follows what nobody has asked for yet. */
const FOLLOW_MILLISECONDS = 500

/** A third of what others have where they want the same core: more of it starves searches on a busy machine. */
const NICE = 5

/** The search thread: answers one question after another, and follows in between. */
async function main(port: MessagePort, data: ThreadData): Promise<void> {
  stepBack()
  const rows = await openRows(data.databaseUrl)
  const readBytes = await createReadBytes(rows, data.blobs)
  // Nothing is transferred: once V8 has seen a detached buffer, reading typed arrays is slower in the whole thread.
  const say = (message: FromThread) => port.postMessage(message)
  const excerptsOf = createExcerpts(readBytes)
  const scratch = newScratch()
  const { write, settle } = askToWrite(say)
  const follower = createFollower({
    rows,
    readBytes,
    warn: (message) => say({ kind: 'warning', message }),
    remake: (topicId, epoch) => write({ step: 'remake', topicId, epoch }),
  })
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

  async function answer(asked: Asked): Promise<Answers[Asked['kind']]> {
    if (asked.kind === 'rank') return rankFor(asked)
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
    if ('written' in message) settle(message)
    else turn = turn.then(() => serve(message))
  })
  setInterval(() => {
    turn = turn
      .then(follower.followAll)
      .catch((error: unknown) => say({ kind: 'warning', message: String(error) }))
  }, FOLLOW_MILLISECONDS)
}

/**
 * Where cores are few, reads of objects go before searches. Linux gives each thread a priority of its own; elsewhere
 * this would be that of the whole press.
 */
function stepBack(): void {
  if (platform() === 'linux') setPriority(NICE)
}

if (parentPort !== null) await main(parentPort, workerData as ThreadData)
