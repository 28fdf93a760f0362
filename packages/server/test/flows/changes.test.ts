import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePage, decideOn, setVisibility, wholeStream } from '../support/changes.ts'
import { describeSites, type Site } from '../support/site.ts'

const NOTHING = {
  at: null,
  topic_id: null,
  entry_id: null,
  path: null,
  title: null,
  content_hash: null,
  parent_hash: null,
  publication_hash: null,
  mode: null,
  retirement_hash: null,
  state: null,
  visibility: null,
}

/** What is said of an answer beside its request's id. */
async function said(site: Site, path: string, token: string | null = null) {
  const answer = await site.get(path, { token })
  return [
    answer.status,
    answer.text,
    ...answer.headerLines().filter((line) => !/^(date|x-request-id)/i.test(line)),
  ]
}

describeSites((sites) => {
  test('every act of a public topic is in the stream, with what it was and never who did it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/saw', title: 'Saws' })
    const next = await site.publish({ path: '/tools/long-saw', title: 'Long saws', revises: saw })
    const retired = await decideOn(site, next.content_hash, 'retired')
    const active = await decideOn(site, next.content_hash, 'active')
    const { items, head_seq, next_cursor } = await changePage(site)
    assert.deepEqual([head_seq, next_cursor], [5, null])
    const published = (made: typeof saw, title: string) => ({
      ...NOTHING,
      change: 'publication',
      at: made.published_at,
      topic_id: 'tools',
      entry_id: made.entry_id,
      path: made.path,
      title,
      content_hash: made.content_hash,
      publication_hash: made.publication_hash,
      mode: 'direct',
    })
    const decided = (retirement_hash: string, state: string) => ({
      ...NOTHING,
      change: 'retirement',
      topic_id: 'tools',
      entry_id: saw.entry_id,
      content_hash: next.content_hash,
      retirement_hash,
      state,
    })
    assert.deepEqual(
      items.map(({ seq: _, ...item }) => (item.change === 'publication' ? item : { ...item, at: null })),
      [
        { ...NOTHING, change: 'visibility', topic_id: 'tools', visibility: 'public' },
        published(saw, 'Saws'),
        { ...published(next, 'Long saws'), parent_hash: saw.content_hash },
        decided(retired, 'retired'),
        decided(active, 'active'),
      ],
    )
    assert.deepEqual(
      items.map(({ seq }) => seq),
      [1, 2, 3, 4, 5],
    )
    const times = items.map(({ at }) => at)
    assert.deepEqual(times, [...new Set(times)].sort(), 'the clock stands still, and times increase')
    assert.ok(!JSON.stringify(items).includes('decided so'))
    assert.ok(!JSON.stringify(items).includes('administrator'))
  })

  test('the public stream is the same for everybody, and what is withheld now keeps its numbers', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    await site.publish({ path: '/toys/top' })
    const saw = await site.publish({ path: '/tools/saw' })
    await setVisibility(site, 'toys', 'invited')
    await site.publish({ path: '/toys/yo-yo' })
    const open = await wholeStream(site)
    assert.deepEqual(
      open.map(({ change, topic_id }) => [change, topic_id]),
      [
        ['visibility', 'tools'],
        ['withheld', null],
        ['withheld', null],
        ['publication', 'tools'],
        ['withheld', null],
      ],
    )
    assert.deepEqual(open[4], { seq: 5, change: 'withheld', ...NOTHING })
    assert.equal(open[3]?.content_hash, saw.content_hash)
    const curator = await site.token({ preset: 'curator' })
    const paths = ['/api/v1/changes', '/api/v1/changes?limit=2', '/api/v1/changes?after=3&limit=1']
    for (const path of paths)
      for (const token of [site.admin, curator])
        assert.equal((await site.get(path, { token })).text, (await site.get(path)).text)
    await setVisibility(site, 'toys', 'public')
    const again = await wholeStream(site)
    assert.deepEqual(
      again.map(({ change, topic_id, visibility }) => [change, topic_id, visibility]),
      [
        ['visibility', 'tools', 'public'],
        ['visibility', 'toys', 'public'],
        ['publication', 'toys', null],
        ['publication', 'tools', null],
        ['visibility', 'toys', 'invited'],
        ['visibility', 'toys', 'public'],
      ],
    )
    const own = await wholeStream(site, 'toys')
    assert.deepEqual(
      own.map(({ seq, path }) => [seq, path]),
      [
        [1, null],
        [2, '/toys/top'],
        [3, null],
        [4, '/toys/yo-yo'],
        [5, null],
      ],
    )
  })

  test('what was never public moves no number and no byte, and a hidden topic looks like none', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/saw' })
    await site.topic('vault', 'invited')
    const ask = () =>
      Promise.all(
        ['', '?limit=1', '?after=1', '?topic=tools'].map((query) => said(site, `/api/v1/changes${query}`)),
      )
    const before = await ask()
    const key = await site.publish({ path: '/vault/key' })
    await site.publish({ path: '/vault/key', revises: key })
    await decideOn(site, key.content_hash, 'retired')
    assert.deepEqual(await ask(), before)
    const elsewhere = await site.token({ preset: 'curator', topic_grants: ['tools'] })
    for (const token of [null, elsewhere])
      for (const query of ['', '&after=2', '&limit=1'])
        assert.deepEqual(
          await said(site, `/api/v1/changes?topic=vault${query}`, token),
          await said(site, `/api/v1/changes?topic=nowhere${query}`, token),
        )
    assert.deepEqual(await changePage(site, '?topic=vault'), { items: [], next_cursor: null, head_seq: 0 })
    const hidden = await wholeStream(site, 'vault', site.admin)
    assert.deepEqual(
      hidden.map(({ seq, change }) => [seq, change]),
      [
        [1, 'publication'],
        [2, 'publication'],
        [3, 'retirement'],
      ],
    )
    const later = await site.publish({ path: '/tools/saw', revises: saw })
    assert.equal((await changePage(site, '?after=2')).items[0]?.content_hash, later.content_hash)
  })

  test('a stream is followed by its numbers or by its cursors, and ends where it ends', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (const name of ['a', 'b', 'c', 'd']) await site.publish({ path: `/tools/${name}` })
    const whole = (await changePage(site)).items
    const first = await changePage(site, '?limit=2')
    assert.deepEqual([first.items, first.head_seq], [whole.slice(0, 2), 5])
    const second = await site.get(`/api/v1/changes?limit=2&cursor=${first.next_cursor}`, {
      token: site.admin,
    })
    assert.deepEqual(second.as('listChanges').items, whole.slice(2, 4))
    assert.match(second.header('link') ?? '', /rel="next"/)
    assert.deepEqual((await changePage(site, '?after=4')).items, whole.slice(4))
    for (const after of [5, 6, 999_999_999_999_999])
      assert.deepEqual(await changePage(site, `?after=${after}`), {
        items: [],
        next_cursor: null,
        head_seq: 5,
      })
    const tag = second.header('etag') ?? ''
    const same = await site.get(`/api/v1/changes?limit=2&cursor=${first.next_cursor}`, {
      headers: { 'if-none-match': tag },
    })
    assert.equal(same.status, 304)
    ;(await site.get(`/api/v1/changes?after=1&cursor=${first.next_cursor}`)).refused('invalid_cursor')
    ;(await site.get(`/api/v1/changes?topic=tools&cursor=${first.next_cursor}`)).refused('invalid_cursor')
  })

  test('whatever else is asked for is refused', async (t) => {
    const site = await sites.open(t)
    const refused = [
      'after=-1',
      'after=1.5',
      'after=x',
      'after=',
      'after=1&after=2',
      'after=1e3',
      'after=9007199254740992',
      'after=0x1',
    ]
    for (const query of [...refused, 'limit=0', 'limit=101', 'topic=No', 'since=1', 'mode=direct'])
      (await site.get(`/api/v1/changes?${query}`)).refused('invalid_request')
    ;(await site.get('/api/v1/changes?cursor=x')).refused('invalid_cursor')
    assert.deepEqual(await changePage(site), { items: [], next_cursor: null, head_seq: 0 })
  })

  test('acts of several processes at once, in several topics, leave no gap and no number twice', async (t) => {
    const topics = ['tools', 'toys', 'trees', 'vault']
    const site = await sites.open(t, { topics: topics.slice(0, 3) })
    await site.topic('vault', 'invited')
    const servers = [site, await site.second(t)]
    const made = await Promise.all(
      Array.from({ length: 24 }, async (_, number) => {
        const server = servers[number % 2] ?? site
        const saw = await server.publish({ path: `/${topics[number % 4]}/n${number}` })
        if (number % 3 === 0) await decideOn(server, saw.content_hash, 'retired')
        return saw
      }),
    )
    assert.equal(made.length, 24)
    const open = await wholeStream(site)
    assert.deepEqual(
      open.map(({ seq }) => seq),
      Array.from({ length: 3 + 18 + 6 }, (_, place) => place + 1),
    )
    for (const topic of topics) {
      const own = await wholeStream(site, topic, site.admin)
      assert.deepEqual(
        own.map(({ seq }) => seq),
        Array.from({ length: (topic === 'vault' ? 0 : 1) + 6 + 2 }, (_, place) => place + 1),
      )
      const shared = open.filter((change) => change.topic_id === topic)
      if (topic !== 'vault') assert.deepEqual(withoutSeq(shared), withoutSeq(own))
    }
  })
})

function withoutSeq(items: readonly { seq: number }[]) {
  return items.map((item) => ({ ...item, seq: 0 }))
}
