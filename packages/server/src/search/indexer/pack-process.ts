import { once } from 'node:events'
import { setPriority } from 'node:os'
import { limitTokens } from '@colophon/cli/markdown'
import { MARKDOWN_LIMITS } from '@colophon/contract'
import { createGarbage } from './garbage.ts'
import { createIndexer } from './indexer.ts'
import { readHead } from './indexer-store.ts'
import { requestWrites } from './message-handler.ts'
import type { IndexerMessage, PackingData, WriteResult } from './messages.ts'
import { openIndexedRows } from './open-rows.ts'
import { packTopic } from './pack.ts'
import { createReadBytes, lostMessage } from './read-bytes.ts'

/** Nobody waits for it. */
const NICE = 10

/** Packs the topics that it is told of, one after another, and ends. */
async function main({ databaseUrl, blobs, index, topics }: PackingData): Promise<void> {
  setPriority(NICE)
  // As the search thread reads them: both make the same index.
  limitTokens(MARKDOWN_LIMITS.searchedTokens)
  const say = (message: IndexerMessage) => process.send?.(message)
  const { write, settle } = requestWrites(say)
  process.on('message', (written: WriteResult) => settle(written))
  const { rows, makeDocuments } = await openIndexedRows({ databaseUrl, index })
  const readBytes = await createReadBytes(rows, blobs, (lost) => say(lostMessage(lost)))
  const garbage = createGarbage()
  const warn = (message: string) => say({ kind: 'warning', message })
  const pack = () => {
    const remake = (topicId: string, epoch: string) => write({ step: 'remake', topicId, epoch })
    const { indexTopic } = createIndexer({ rows, readBytes, garbage, warn, remake })
    const sources = { readHead: (id: string) => readHead(rows, id), indexTopic, write }
    return (topicId: string) => packTopic(sources, topicId)
  }
  const store =
    makeDocuments === null
      ? pack()
      : (topicId: string) => makeDocuments({ readBytes, garbage, warn }, topicId)
  for (const topicId of topics)
    await store(topicId).catch((error: unknown) => warn(`packing failed: ${String(error)}`))
  await rows.close()
}

// Without a server there is nobody who writes.
process.once('disconnect', () => process.exit(1))
void once(process, 'message').then(async ([data]) => {
  await main(data as PackingData)
  process.exit()
})
