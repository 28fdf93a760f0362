import { once } from 'node:events'
import { setPriority } from 'node:os'
import { askToWrite } from './ask-to-write.ts'
import { readHead } from './follow-store.ts'
import { createFollower } from './follower.ts'
import type { FromFollower, PackingData, Written } from './messages.ts'
import { openRows } from './open-rows.ts'
import { packTopic } from './pack.ts'
import { createReadBytes } from './read-bytes.ts'

/** Nobody waits for it. */
const NICE = 10

/** Packs the topics that it is told of, one after another, and ends. */
async function main({ databaseUrl, blobs, topics }: PackingData): Promise<void> {
  setPriority(NICE)
  const say = (message: FromFollower) => process.send?.(message)
  const { write, settle } = askToWrite(say)
  process.on('message', (written: Written) => settle(written))
  const rows = await openRows(databaseUrl)
  const follower = createFollower({
    rows,
    readBytes: await createReadBytes(rows, blobs),
    warn: (message) => say({ kind: 'warning', message }),
    remake: (topicId, epoch) => write({ step: 'remake', topicId, epoch }),
  })
  const sources = { readHead: (id: string) => readHead(rows, id), follow: follower.follow, write }
  for (const topicId of topics)
    await packTopic(sources, topicId).catch((error: unknown) =>
      say({ kind: 'warning', message: `packing failed: ${String(error)}` }),
    )
  await rows.close()
}

// Without a press there is nobody who writes.
process.once('disconnect', () => process.exit(1))
const [data] = (await once(process, 'message')) as [PackingData]
await main(data)
process.exit()
