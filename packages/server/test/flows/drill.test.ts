import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ensureTopic, importFiles, plainTopic } from '@colophon/cli/import'
import { type CallOperation, createClient } from '@colophon/client'
import { createBackup, restoreBackup } from '@colophon/client/node/backup'
import { operatorCall } from '../../src/commands/operator-call.ts'
import { check, SILENT } from '../support/backup-folder.ts'
import { corpusMissing, corpusSample } from '../support/corpus.ts'
import { makeFolder } from '../support/folder.ts'
import { liveASite } from '../support/lived.ts'
import { projectionsOf, searchedEntries } from '../support/projections.ts'
import { readEverything } from '../support/read-everything.ts'
import { WIDE_LIMITS } from '../support/readers.ts'
import { bothEnds, type Site } from '../support/site.ts'

/** Documents of each folder of the corpus. */
const DOCUMENTS = 6
const FOLDERS = ['tldr', 'rust-rfcs']

const [here, there] = bothEnds()

test('the drill: a site is backed up, destroyed and restored elsewhere, and back, and tells each caller what it told', {
  skip: FOLDERS.map(corpusMissing).find((missing) => missing !== false) ?? false,
}, async (t) => {
  const { site, tokens } = await liveASite(t, here)
  await importCorpus(site)
  const { revoked = '', ...valid } = tokens
  const callers = { anonymous: null, ...valid }
  const before = await everything(site, callers)
  assert.ok(Object.values(before.answers).filter((answer) => answer.startsWith('200')).length > 500)
  let old = site
  for (const sites of [there, here]) {
    const target = await sites.open(t, { baseUrl: site.url, limits: WIDE_LIMITS })
    target.clock.set(site.clock.now())
    await moveTo(target, old, await makeFolder(t))
    assert.deepEqual(await everything(target, callers), before)
    ;(await target.get('/api/v1/me', { token: revoked })).refused('invalid_token')
    old = target
  }
})

async function importCorpus(site: Site): Promise<void> {
  const call = operatorCall(site.app)
  for (const topic of FOLDERS) {
    await ensureTopic(call, plainTopic(topic))
    await importFiles({
      topic,
      call,
      files: await corpusSample(topic, DOCUMENTS),
      onResult: ({ outcome, file }) => assert.equal(outcome, 'created', file),
    })
    await open(call, topic)
  }
}

function open(call: CallOperation, topic: string) {
  const body = { expected_visibility: 'invited', visibility: 'public', reason: 'looked at' } as const
  return call('changeVisibility', { params: { id: topic }, body })
}

/** What is derived, and what everybody is answered. */
async function everything(site: Site, callers: Readonly<Record<string, string | null>>) {
  const { read } = site.app.storage
  return {
    projections: await projectionsOf(read),
    searched: await searchedEntries(read),
    answers: await readEverything(site, callers),
  }
}

/** The new site has the folder alone to be made of: the old one is gone by then. */
async function moveTo(target: Site, old: Site, folder: string): Promise<void> {
  const wasPublic = await publicTopics(old)
  const callOf = ({ admin, settings }: Site) =>
    createClient({ url: `http://127.0.0.1:${settings.port}`, token: admin }).call
  await createBackup({ call: callOf(old), press: old.url, folder, progress: SILENT })
  await old.close()
  assert.deepEqual(await check(folder), { faults: [], whole: [true] })
  const call = callOf(target)
  const report = () => assert.fail('nothing is damaged')
  await restoreBackup({ call, folder, backup: null, job: null, progress: SILENT, report })
  assert.deepEqual(await publicTopics(target), [])
  for (const topic of wasPublic) await open(call, topic)
}

async function publicTopics({ app }: Site): Promise<string[]> {
  const rows = await app.storage.read
    .selectFrom('topics')
    .select('id')
    .where('visibility', '=', 'public')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
