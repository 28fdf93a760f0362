import { ensureTopic, importFiles, type NewTopic } from '@colophon/cli/import'
import { type CallOperation, ColophonProblem } from '@colophon/client'
import { isPublic } from '@colophon/contract'
import type { App } from '../app.ts'
import { keepSiteFact, readSiteFact } from '../catalog/site-facts.ts'
import { readableTopicIds } from '../catalog/topics.ts'
import { OPERATOR } from '../core/authority.ts'
import { listOwnFiles, readOwnFile } from '../runtime/own-files.ts'
import { operatorCall } from './operator-call.ts'

/**
 * Publishes the bundled topics on an empty store. That it began is recorded before anything else, so that a
 * start after a kill completes it; every step may be done twice, so that several processes may start at once.
 */
export async function publishExamples(app: App): Promise<void> {
  if (!(await mayPublish(app))) return
  const call = operatorCall(app)
  for (const topic of await readExampleTopics()) {
    await ensureTopic(call, topic)
    // First, so that what is published is in the public stream of changes. Nobody is served yet.
    await openToAll(call, topic)
    await publishTopic(app, call, topic)
  }
  await app.storage.write((tx) => keepSiteFact(tx, 'examples', 'published'))
}

async function mayPublish(app: App): Promise<boolean> {
  const known = await readSiteFact(app.storage.read, 'examples')
  // Most starts: nothing is written, which a full disk would refuse.
  if (known !== null && known !== 'began') return false
  return app.storage.write(async (tx) => {
    const state = await readSiteFact(tx, 'examples')
    if (state !== null) return state === 'began'
    if ((await readableTopicIds(tx, OPERATOR)).length > 0) return false
    await keepSiteFact(tx, 'examples', 'began')
    return true
  })
}

export async function readExampleTopics(): Promise<NewTopic[]> {
  // Our own file, held to its form by a test.
  return JSON.parse(readOwnFile('examples/topics.json').toString()) as NewTopic[]
}

async function publishTopic(app: App, call: CallOperation, topic: NewTopic): Promise<void> {
  const folder = `examples/${topic.id}/`
  const files = listOwnFiles(`${folder}**/*.md`)
    .sort()
    .map((path) => ({ name: path.slice(folder.length), read: async () => readOwnFile(path) }))
  await importFiles({
    topic: topic.id,
    files,
    call,
    onResult: ({ file, outcome, reason }) => {
      if (outcome === 'failed')
        app.telemetry.log.warn('example not published', { file, reason: reason ?? '' })
    },
  })
}

async function openToAll(call: CallOperation, topic: NewTopic): Promise<void> {
  const { visibility } = await call('getTopic', { params: { id: topic.id } })
  if (isPublic(visibility)) return
  try {
    await call('changeVisibility', {
      params: { id: topic.id },
      body: {
        expected_visibility: 'invited',
        visibility: 'public',
        reason: 'Examples that come with the press.',
      },
    })
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof ColophonProblem) || error.code !== 'compare_and_set_mismatch') throw error
  }
}

/** What to try next, with an article that is really there. */
export async function linesToTry(app: App): Promise<string> {
  const { baseUrl } = app.settings
  const [item] = await firstArticles(operatorCall(app))
  const lines = [
    `curl ${baseUrl}/agent.md`,
    `curl ${baseUrl}/api/v1/topics`,
    ...(item
      ? [`curl '${baseUrl}/api/v1/resolve?path=${item.path}'`, `curl ${baseUrl}/objects/${item.content_hash}`]
      : []),
    'npx colophon token issue --preset administrator --label me',
  ]
  return `Colophon is at ${baseUrl}\nTry next:\n${lines.map((line) => `  ${line}`).join('\n')}\n`
}

/** Of the first example topic that can be read without a credential. */
async function firstArticles(call: CallOperation) {
  for (const { id } of await readExampleTopics()) {
    const { items } = await call('listIndex', { query: { topic: id, limit: 1 } })
    if (items.length > 0) return items
  }
  return []
}
