import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../support/answer.ts'
import { backUp, STAGED, tryStart, tryStep } from '../support/backup.ts'
import { projectionsOf } from '../support/projections.ts'
import { openAnySite, openSiteIn } from '../support/site.ts'
import { type SmallDisk, smallDisk } from '../support/small-disk.ts'

const BYTES = { 'content-type': 'application/octet-stream' }

test('a press whose disk is full at every stage of a recovery says so, loses nothing, and goes on with room', async (t) => {
  const source = await openAnySite(t, { topics: ['tools'] })
  for (const name of ['hammer', 'saw']) await source.publish({ path: `/tools/${name}` })
  const backup = await backUp(source)
  const disk = await smallDisk(t, 24)
  if (disk === null) return
  const target = await openSiteIn(t, disk.path)
  const refused = new Map<string, number>()

  const send = sendTwice(disk, refused)
  const token = target.admin
  for (const [sha256, text] of backup.pages)
    (await send('pages', (key) => target.post(`${STAGED}/pages/${sha256}`, text, { token, key }))).as(
      'stagePage',
    )
  for (const [sha256, bytes] of backup.blobs)
    (
      await send('blobs', (key) =>
        target.post(`${STAGED}/blobs/${sha256}`, bytes, { token, key, headers: BYTES }),
      )
    ).as('stageBlob')
  for (const body of [{ kind: 'restore', manifest: backup.manifest }, { kind: 'rebuild' }]) {
    let job = (await send(`start ${body.kind}`, (key) => tryStart(target, body, key))).as('startRecovery')
    while (job.state === 'running') {
      const [stage, here] = [`${body.kind} ${job.phase}`, job]
      job = (await send(stage, (key) => tryStep(target, here, key))).as('continueRecovery')
    }
    assert.deepEqual(
      await projectionsOf(target.app.storage.read),
      await projectionsOf(source.app.storage.read),
    )
  }
  assert.deepEqual([...refused.keys()], STAGES)
  await target.close()
})

const STAGES = [
  'pages',
  'blobs',
  'start restore',
  'restore verify_blobs',
  'restore load_tables',
  'restore build_projections',
  'restore complete',
  'start rebuild',
  'rebuild build_projections',
  'rebuild complete',
]

/** First without room, then with it; the key is the same, as a client's is. Counts by stage what was refused. */
function sendTwice(disk: SmallDisk, refused: Map<string, number>) {
  return async (stage: string, ask: (key: string) => Promise<Answer>): Promise<Answer> => {
    const key = randomUUID()
    await disk.leave(0)
    const full = await ask(key)
    await disk.makeSpace()
    if (full.status < 400) return full
    assert.match(full.refused('overloaded').detail, /disk of the press is full/)
    refused.set(stage, (refused.get(stage) ?? 0) + 1)
    return ask(key)
  }
}

test('a site on a full disk is not ready until there is room, and reads are answered all the while', async (t) => {
  const disk = await smallDisk(t, 24)
  if (disk === null) return
  const site = await openSiteIn(t, disk.path)
  await site.topic('tools')
  await site.publish({ path: '/tools/saw' })
  const version = site.app.storage.dataVersion()
  assert.equal((await site.get('/readyz')).status, 200)
  assert.equal(site.app.storage.dataVersion(), version, 'a probe of a healthy site writes nothing')
  await disk.leave(0)
  const body = 'A long text.\n'.repeat(40_000)
  const draft = { kind: 'article', path: '/tools/plane', title: 'T', summary: 'S', body }
  const asked = { token: site.admin, key: randomUUID() }
  ;(await site.post('/api/v1/submissions', draft, asked)).refused('overloaded')
  ;(await site.get('/readyz')).refused('overloaded')
  assert.equal((await site.get('/api/v1/topics/tools')).status, 200)
  await disk.makeSpace()
  await sleep(1100)
  assert.equal((await site.get('/readyz')).status, 200)
  ;(await site.post('/api/v1/submissions', draft, asked)).as('createSubmission')
  await site.close()
})
