import { platform, setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { limitTokens } from '@colophon/cli/markdown'
import { MARKDOWN_LIMITS } from '@colophon/contract'
import { newScratch } from '../index/match.ts'
import { findPage } from '../pages/find-page.ts'
import { createOutlines } from '../pages/outlines.ts'
import { createExcerpts, createPlainTexts } from '../pages/plain-texts.ts'
import { rankedFor } from '../pages/ranked.ts'
import { readStandings } from '../pages/standings.ts'
import { writeResultPage } from '../pages/write-page.ts'
import { writeSectionPage } from '../pages/write-sections.ts'
import { selectPassages } from '../passages/select-passages.ts'
import { writePassagePage } from '../passages/write-passages.ts'
import type { DatabaseIndex, DatabaseIndexSources } from '../postgres/database-index.ts'
import { createGarbage } from './garbage.ts'
import { createIndexer, type IndexerSources } from './indexer.ts'
import { requestWrites } from './message-handler.ts'
import {
  type Answers,
  type FromThread,
  SearchRefused,
  type ThreadData,
  type ThreadRequest,
  type ToThread,
} from './messages.ts'
import { openIndexedRows } from './open-rows.ts'
import { createReadBytes, lostMessage } from './read-bytes.ts'

/** How often the thread follows what nobody has asked for yet. */
const INDEX_MILLISECONDS = 500

/** A third of what others have where they want the same core: more of it starves searches on a busy machine. */
const NICE = 5

type RequestOf<K extends ThreadRequest['kind']> = Extract<ThreadRequest, { kind: K }>

/** The search thread: answers one question after another, and follows in between. */
async function main(port: MessagePort, data: ThreadData): Promise<void> {
  stepBack()
  limitTokens(MARKDOWN_LIMITS.searchedTokens)
  const opened = await openIndexedRows(data)
  const { rows } = opened
  // Nothing is transferred: once V8 has seen a detached buffer, reading typed arrays is slower in the whole thread.
  const say = (message: FromThread) => port.postMessage(message)
  const readBytes = await createReadBytes(rows, data.blobs, (lost) => say(lostMessage(lost)))
  const garbage = createGarbage()
  const plainTexts = createPlainTexts(readBytes, garbage)
  const excerptsOf = createExcerpts(plainTexts)
  const outlines = createOutlines(readBytes, garbage)
  const scratch = newScratch()
  const { write, settle } = requestWrites(say)
  const warn = (message: string) => say({ kind: 'warning', message })
  let turn: Promise<unknown> = Promise.resolve()

  const sources = { readBytes, garbage, warn, plainTexts, scratch }
  const remake = (topicId: string, epoch: string) => write({ step: 'remake', topicId, epoch })
  const index = opened.database?.(sources) ?? indexInMemory({ ...sources, rows, remake })
  const rankFor = index.rank

  const { cursorKey } = data
  const answers: { [K in ThreadRequest['kind']]: (asked: RequestOf<K>) => Promise<Answers[K]> } = {
    rank: rankFor,
    async search(asked) {
      const found = await findPage({ rows, excerptsOf, rank: rankFor }, asked)
      return writeResultPage(cursorKey, asked, found, await readStandings(rows, found.items))
    },
    async passages(asked) {
      const found = await selectPassages({ rows, outlines, rank: rankFor }, asked)
      return writePassagePage(cursorKey, asked, found, await readStandings(rows, found.passages))
    },
    async sections(asked) {
      const outline = (await outlines([asked.sha256])).get(asked.sha256)
      if (outline === undefined) throw new Error(`the bytes of object ${asked.sha256} are missing`)
      return writeSectionPage(cursorKey, asked, outline)
    },
  }

  /** The table has the answer of each kind of request. */
  function answer<K extends ThreadRequest['kind']>(asked: RequestOf<K>): Promise<Answers[K]> {
    const { kind } = asked as { kind: K }
    return answers[kind](asked)
  }

  async function serve({ id, asked }: { id: number; asked: ThreadRequest }): Promise<void> {
    try {
      say({ kind: 'answer', id, answer: await answer(asked) })
    } catch (error) {
      say({
        kind: 'failure',
        id,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        detail: error instanceof SearchRefused ? error.message : null,
      })
    }
  }

  port.on('message', (message: ToThread) => {
    if ('written' in message) settle(message)
    else turn = turn.then(() => serve(message))
  })
  setInterval(() => {
    turn = turn
      .then(index.followAll)
      .catch((error: unknown) => say({ kind: 'warning', message: String(error) }))
  }, INDEX_MILLISECONDS)
}

function indexInMemory(
  sources: IndexerSources & Pick<DatabaseIndexSources, 'plainTexts' | 'scratch'>,
): DatabaseIndex {
  const { segmentsOf, indexAll } = createIndexer(sources)
  return { rank: (asked) => rankedFor({ ...sources, segmentsOf }, asked), followAll: indexAll }
}

/**
 * Where cores are few, reads of objects go before searches. Linux gives each thread a priority of its own; elsewhere
 * this would be that of the whole server.
 */
function stepBack(): void {
  if (platform() === 'linux') setPriority(NICE)
}

// Not awaited: the single executable has no modules that wait.
if (parentPort !== null) void main(parentPort, workerData as ThreadData)
