import { setTimeout as sleep } from 'node:timers/promises'
import { startPress } from './children.ts'
import { report } from './figures.ts'
import { fillPress } from './fill.ts'
import { inFolder } from './folder.ts'
import { memoryOf } from './resident.ts'
import { issueToken, makeTopic } from './site.ts'

const ENTRIES = 100_000
const READ_PAGES = 40
const IDLE_MILLISECONDS = 5000
const TARGET_MEGABYTES = 150

/** What a press that holds many entries occupies after a start, some reads and a pause. */
await inFolder(async (folder) => {
  const maker = await startPress({ folder })
  await makeTopic({ port: maker.port, token: issueToken(folder) }, 'bench')
  await maker.stop()
  await fillPress(folder, ENTRIES)
  const press = await startPress({ folder })
  try {
    await readPages(press.port)
    await sleep(IDLE_MILLISECONDS)
    const { resident, own } = memoryOf(press.pid)
    report('memory', [
      {
        what: `Resident memory with ${ENTRIES.toLocaleString('en')} entries, ${IDLE_MILLISECONDS / 1000} s after a start and reads (more while search indexes them: up to 300 MB)`,
        measured: `${resident} MB (${own} MB of its own, the rest mapped files)`,
        beside: '',
        ratio: '',
        target: `< ${TARGET_MEGABYTES} MB`,
      },
    ])
  } finally {
    await press.stop()
  }
})

/** Pages of the index, and an entry and an object of each. */
async function readPages(port: number): Promise<void> {
  let cursor = ''
  for (let page = 0; page < READ_PAGES; page += 1) {
    const answer = (await getJson(port, `/api/v1/index?limit=100${cursor}`)) as IndexPage
    cursor = `&cursor=${answer.next_cursor}`
    for (const { entry_id, content_hash } of answer.items.slice(0, 10)) {
      await getJson(port, `/api/v1/entries/${entry_id}`)
      await getText(port, `/objects/${content_hash}`)
    }
  }
}

interface IndexPage {
  items: { entry_id: string; content_hash: string }[]
  next_cursor: string | null
}

async function getJson(port: number, path: string): Promise<unknown> {
  return JSON.parse(await getText(port, path)) as unknown
}

async function getText(port: number, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  if (!response.ok) throw new Error(`GET ${path}: ${response.status}`)
  return response.text()
}
