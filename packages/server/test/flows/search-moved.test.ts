import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drive, start } from '../support/backup.ts'
import { describeEngines } from '../support/engines.ts'
import { openSiteAt, type Site } from '../support/site.ts'

const WORDS = ['boiler', 'leaks', 'seal', 'valve', 'pressure', 'gasket', 'flange', 'zerstört']
const QUESTIONS = [
  'boiler',
  'boiler seal',
  'the gasket of a valve',
  'boler',
  'doc-7',
  '/open/doc-7',
  'nothing',
]
const PATHS = QUESTIONS.map(encodeURIComponent).flatMap((q) => [
  `/api/v1/search?q=${q}`,
  `/api/v1/search?q=${q}&match=most&limit=3`,
  `/api/v1/search?q=${q}&topic=open&mode=direct`,
  `/api/v1/passages?q=${q}`,
])

async function answersOf(site: Site): Promise<unknown[]> {
  const answers = []
  for (const path of PATHS) {
    const { status, json } = await site.get(path)
    const { next_cursor, ...told } = json as Record<string, unknown>
    answers.push({ path, status, told, isMore: next_cursor !== null })
  }
  return answers
}

describeEngines((engine) => {
  if (engine.name !== 'postgres') return

  test('a press whose index moves into the database gives the same answers, and goes on', async (t) => {
    const url = await engine.emptyUrl(t)
    const site = await openSiteAt(t, { engine, url }, { topics: ['open', 'other'] })
    await site.topic('hidden', 'invited')
    const published = []
    for (let place = 0; place < 30; place += 1) {
      const words = WORDS.filter((_, word) => (place * 7 + word * word) % 5 < 2).join(' ')
      const topic = ['open', 'other', 'hidden'][place % 3] ?? ''
      const body = `# Part ${place}\n\nWhat is it with ${words}?\n\n# Other\n\n${words} often\n`
      published.push(
        await site.publish({ path: `/${topic}/doc-${place}`, title: `Doc ${place} ${words}`, body }),
      )
    }
    const expected = await answersOf(site)
    // As after a packing: the changes are gone.
    await site.app.storage.write(async (tx) => {
      await tx.deleteFrom('search_changes').execute()
      await tx
        .updateTable('search_topics')
        .set((eb) => ({ packed_seq: eb.ref('seq') }))
        .execute()
    })
    const moved = await site.second(t, { search: 'postgres' })
    assert.deepEqual(await answersOf(moved), expected)

    const found = async (q: string) => {
      const { items } = (await moved.get(`/api/v1/search?q=${q}`)).as('search')
      return items.map(({ path }) => path)
    }
    await site.publish({ path: '/open/late', title: 'Late quartz', body: 'Quartz.\n' })
    assert.deepEqual(await found('quartz'), ['/open/late'])
    const [first] = published
    assert.ok(first)
    const retirement = { state: 'retired', expected_retirement_hash: null, reason: 'a test' }
    await site.post(
      `/api/v1/objects/${first.content_hash}/retirement`,
      { ...retirement, replacement_hashes: [] },
      { token: site.admin },
    )
    assert.ok(!(await found('doc')).includes('/open/doc-0'))

    await drive(moved, await start(moved, { kind: 'rebuild' }))
    assert.deepEqual(await found('quartz'), ['/open/late'])
    assert.ok((await found('doc')).length > 10)
    const { documents } = await site.app.storage.read
      .selectFrom('search_documents')
      .select((eb) => eb.fn.countAll().as('documents'))
      .where('topic_id', 'in', ['open', 'other'])
      .executeTakeFirstOrThrow()
    assert.equal(Number(documents), 20)
  })
})
