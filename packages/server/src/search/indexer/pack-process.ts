import { once } from 'node:events'
import { setPriority } from 'node:os'
import { limitTokens } from '@colophon/cli/markdown'
import { MARKDOWN_LIMITS } from '@colophon/contract'
import { createGarbage } from './garbage.ts'
import { createIndexer } from './indexer.ts'
import { readHead } from './indexer-store.ts'
import { requestWrites } from './message-handler.ts'
import type { IndexerMessage, PackingData, WriteResult } from './messages.ts'
import { openRows } from './open-rows.ts'
import { packTopic } from './pack.ts'
import { createReadBytes, lostMessage } from './read-bytes.ts'

/** Nobody waits for it. */
const NICE = 10

/** Packs the topics that it is told of, one after another, and ends. */
async function main({ databaseUrl, blobs, topics }: PackingData): Promise<void> {
  setPriority(NICE)
  // As the search thread reads them: both make the same index.
  limitTokens(MARKDOWN_LIMITS.searchedTokens)
  const say = (message: IndexerMessage) => process.send?.(message)
  const { write, settle } = requestWrites(say)
  process.on('message', (written: WriteResult) => settle(written))
  const rows = await openRows(databaseUrl)
  const indexer = createIndexer({
    rows,
    readBytes: await createReadBytes(rows, blobs, (lost) => say(lostMessage(lost))),
    garbage: createGarbage(),
    warn: (message) => say({ kind: 'warning', message }),
    remake: (topicId, epoch) => write({ step: 'remake', topicId, epoch }),
  })
  const sources = { readHead: (id: string) => readHead(rows, id), indexTopic: indexer.indexTopic, write }
  for (const topicId of topics)
    await packTopic(sources, topicId).catch((error: unknown) =>
      say({ kind: 'warning', message: `packing failed: ${String(error)}` }),
    )
  await rows.close()
}

// Without a server there is nobody who writes.
process.once('disconnect', () => process.exit(1))
void once(process, 'message').then(async ([data]) => {
  await main(data as PackingData)
  process.exit()
})
