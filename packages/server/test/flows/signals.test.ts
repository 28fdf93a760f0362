import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type AnswerOf, type Operations, SIGNAL_MEANINGS } from '@colophon/contract'
import {
  correct,
  counted,
  openWithArticle,
  register,
  report,
  secondToken,
  signal,
  summary,
} from '../support/readers.ts'
import { assertSame } from '../support/sameness.ts'
import { describeSites, type Site } from '../support/site.ts'

type Feed = AnswerOf<Operations['listSignals']>

async function events(site: Site, query = '') {
  return (await site.get(`/api/v1/signals${query}`, { token: site.admin })).as('listSignals').items
}

function windows(counts: Awaited<ReturnType<typeof summary>>['revision']) {
  return [counts.windows['24h'], counts.windows['7d'], counts.windows['30d']].map(counted).join(' ')
}

describeSites((sites) => {
  test('a report is received once a day, and its receipt says so', async (t) => {
    const { site, hash, article } = await openWithArticle(sites, t)
    const reader = await register(site)
    const first = await signal(site, hash, { value: 'up', comment: 'It held.' }, reader)
    assert.equal(first.status, 201)
    const receipt = first.as('reportSignal')
    assert.partialDeepStrictEqual(receipt, {
      participant_id: reader.participant_id,
      target_hash: hash,
      entry_id: article.entry_id,
      value: 'up',
      comment: 'It held.',
      received_at: site.clock.now(),
      updated_at: site.clock.now(),
    })
    const ids = [receipt.report_id, receipt.participant_id, receipt.last_event_id]
    assert.equal(new Set(ids).size, 3)
    for (const id of ids)
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    site.clock.advance({ hours: 1 })
    const again = await signal(site, hash, { value: 'up', comment: 'It held.' }, reader)
    assert.equal(again.status, 200)
    assert.deepEqual(again.as('reportSignal'), receipt)
    const other = await signal(site, hash, { value: 'down' }, reader)
    assert.deepEqual(other.refused('signal_already_reported').current, receipt)
    assert.deepEqual((await site.get(`/api/v1/signals/reports/${receipt.report_id}`, reader)).json, receipt)
    assert.deepEqual((await summary(site, hash, reader)).my_report_today, receipt)
    assert.equal((await summary(site, hash)).my_report_today, null)
    assert.equal((await events(site)).length, 1)
  })

  test('midnight in UTC opens another day, to the millisecond', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const reader = await register(site)
    site.clock.set('2026-03-02T23:59:59.999Z')
    const before = await report(site, hash, { value: 'up' }, reader)
    site.clock.set('2026-03-03T00:00:00.000Z')
    assert.equal((await summary(site, hash, reader)).my_report_today, null)
    const after = await report(site, hash, { value: 'up' }, reader)
    assert.notEqual(after.report_id, before.report_id)
    const { revision } = await summary(site, hash, reader)
    assert.equal(windows(revision), '2/0/1 2/0/1 2/0/1')
  })

  test('a correction follows the last event, and every event is kept for the curators', async (t) => {
    const { site, hash, article } = await openWithArticle(sites, t)
    const reader = await register(site)
    const said = await report(site, hash, { value: 'up', comment: 'Good.' }, reader)
    site.clock.advance({ minutes: 1 })
    const change = async (last: string, body: object) =>
      (await correct(site, said.report_id, { expected_event_id: last, ...body }, reader)).as('correctSignal')
    const down = await change(said.last_event_id, { value: 'down' })
    assert.partialDeepStrictEqual(down, { value: 'down', comment: 'Good.', received_at: said.received_at })
    assert.equal(down.updated_at, site.clock.now())
    assert.equal(windows((await summary(site, hash)).entry), '0/1/1 0/1/1 0/1/1')
    const stale = await correct(
      site,
      said.report_id,
      { expected_event_id: said.last_event_id, value: null },
      reader,
    )
    assert.equal(stale.refused('compare_and_set_mismatch').current, down.last_event_id)
    const gone = await change(down.last_event_id, { value: null, comment: null })
    assert.partialDeepStrictEqual(gone, { value: null, comment: null })
    assert.equal(windows((await summary(site, hash)).revision), '0/0/0 0/0/0 0/0/0')
    assert.deepEqual((await summary(site, hash, reader)).my_report_today, gone)
    ;(await signal(site, hash, { value: 'up' }, reader)).refused('signal_already_reported')
    const back = await change(gone.last_event_id, { value: 'up', comment: 'After all.' })
    const same = await change(back.last_event_id, { value: 'up' })
    assert.deepEqual(same, back)
    assert.equal(windows((await summary(site, hash)).revision), '1/0/1 1/0/1 1/0/1')
    const listed = await events(site)
    assert.deepEqual(
      listed.map(({ event, value, previous_value, comment, meaning }) => ({
        event,
        value,
        previous_value,
        comment,
        meaning,
      })),
      [
        {
          event: 'reported',
          value: 'up',
          previous_value: null,
          comment: 'Good.',
          meaning: SIGNAL_MEANINGS.up,
        },
        {
          event: 'corrected',
          value: 'down',
          previous_value: 'up',
          comment: 'Good.',
          meaning: SIGNAL_MEANINGS.down,
        },
        { event: 'withdrawn', value: null, previous_value: 'down', comment: null, meaning: null },
        {
          event: 'corrected',
          value: 'up',
          previous_value: null,
          comment: 'After all.',
          meaning: SIGNAL_MEANINGS.up,
        },
      ],
    )
    for (const item of listed)
      assert.partialDeepStrictEqual(item, {
        report_id: said.report_id,
        target_hash: hash,
        entry_id: article.entry_id,
        topic_id: 'tools',
        path: '/tools/hammer',
        participant_id: reader.participant_id,
        received_at: said.received_at,
      })
    assert.doesNotMatch(JSON.stringify(listed), new RegExp(reader.identity_id))
  })

  test('only published revisions that the caller can read have signals', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    await site.topic('secret', 'invited')
    const reader = await register(site)
    const hidden = await site.publish({ path: '/secret/plan' })
    const draft = await site.candidate({ path: '/tools/saw' })
    const missing = 'f'.repeat(64)
    const absent = await site.get(`/api/v1/objects/${missing}/signals`, reader)
    absent.refused('not_found')
    for (const target of [
      hidden.content_hash,
      draft.candidate_hash,
      hidden.publication_hash,
      hidden.proposal_hash,
    ]) {
      assertSame(await site.get(`/api/v1/objects/${target}/signals`, reader), absent)
      ;(await site.get(`/api/v1/objects/${target}/signals`)).refused('not_found')
      ;(await signal(site, target, { value: 'up' }, reader)).refused('not_found')
    }
    for (const target of [draft.candidate_hash, hidden.publication_hash])
      (await site.get(`/api/v1/objects/${target}/signals`, { token: site.admin })).refused('not_found')
    const me = (await site.get('/api/v1/me', reader)).as('getMe')
    assert.deepEqual(
      me.quotas.map(({ used }) => used),
      [0, 0, 0],
    )
    await report(site, hidden.content_hash, { value: 'up' }, { token: site.admin })
    for (const target of [hash.toUpperCase(), hash.slice(1), `${hash}0`, 'me'])
      (await signal(site, target, { value: 'up' }, reader)).refused('invalid_request')
  })

  test('a retired revision is reported on as long as it can be read', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const reader = await register(site)
    const retire = { state: 'retired', expected_retirement_hash: null, reason: 'old' }
    ;(await site.post(`/api/v1/objects/${hash}/retirement`, retire, { token: site.admin })).as(
      'retireRevision',
    )
    await report(site, hash, { value: 'down' }, reader)
    const hide = { expected_visibility: 'public', visibility: 'invited', reason: 'not yet' }
    ;(await site.post('/api/v1/topics/tools/visibility', hide, { token: site.admin })).as('changeVisibility')
    ;(await signal(site, hash, { value: 'down' }, reader)).refused('not_found')
    ;(await site.get(`/api/v1/objects/${hash}/signals`)).refused('not_found')
  })

  test('an own report stays one’s own when its target is hidden, and can be withdrawn', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const reader = await register(site)
    const said = await report(site, hash, { value: 'up', comment: 'mine' }, reader)
    const hide = { expected_visibility: 'public', visibility: 'invited', reason: 'not yet' }
    ;(await site.post('/api/v1/topics/tools/visibility', hide, { token: site.admin })).as('changeVisibility')
    const own = await site.get(`/api/v1/signals/reports/${said.report_id}`, reader)
    assert.deepEqual(own.as('getSignalReport'), said)
    assert.doesNotMatch(own.text, /tools|hammer/)
    const body = { expected_event_id: said.last_event_id, value: null }
    assert.equal((await correct(site, said.report_id, body, reader)).as('correctSignal').value, null)
  })

  test('another’s report is not there, in the same bytes as one that is not', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const [ada, ben] = [await register(site), await register(site)]
    const said = await report(site, hash, { value: 'up' }, ada)
    const body = { expected_event_id: said.last_event_id, value: 'down' }
    for (const wish of [ben, { token: site.admin }]) {
      const missing = await site.get(`/api/v1/signals/reports/${randomUUID()}`, wish)
      missing.refused('not_found')
      assertSame(await site.get(`/api/v1/signals/reports/${said.report_id}`, wish), missing)
      assertSame(
        await correct(site, said.report_id, body, wish),
        await correct(site, randomUUID(), body, wish),
      )
    }
    ;(await site.get(`/api/v1/signals/reports/${said.report_id}`)).refused('unauthenticated')
    ;(await site.get('/api/v1/signals/reports/17', ada)).refused('invalid_request')
  })

  test('what a report or correction must look like', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const reader = await register(site)
    const bad = (body: unknown) => signal(site, hash, body, reader)
    for (const body of [
      {},
      { value: null },
      { value: 'sideways' },
      { value: true },
      { value: 'up', note: 'x' },
      { value: 'up', comment: 'x'.repeat(501) },
      { value: 'up', comment: '😀'.repeat(501) },
      { value: 'up', comment: 'e\u0301'.repeat(251) },
      { value: 'up', comment: 'a\u0000b' },
      { value: 'up', comment: 7 },
      { value: 'up', comment: '' },
      ['up'],
    ])
      (await bad(body)).refused('invalid_request')
    assert.equal((await bad('{"value":"up","comment":"\\ud800"}')).status, 400)
    const saids = ['😀'.repeat(500), 'e\u0301'.repeat(250), 'two\nlines', 'x'.repeat(500)]
    const said = await report(site, hash, { value: 'up', comment: saids[0] }, reader)
    assert.equal(said.comment, saids[0])
    let last = said.last_event_id
    for (const comment of saids.slice(1)) {
      const body = { expected_event_id: last, value: 'up', comment }
      const changed = (await correct(site, said.report_id, body, reader)).as('correctSignal')
      assert.equal(changed.comment, comment)
      last = changed.last_event_id
    }
    for (const body of [
      { expected_event_id: last },
      { value: 'up' },
      { expected_event_id: null, value: 'up' },
      { expected_event_id: 'x', value: 'up' },
      { expected_event_id: last, value: 'up', comment: 'x'.repeat(501) },
    ])
      (await correct(site, said.report_id, body, reader)).refused('invalid_request')
  })

  test('50 reports at once over two tokens and two processes are one', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const other = await site.second(t)
    const reader = await register(site)
    const tokens = [reader.token, await secondToken(site, reader)]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        signal(place % 4 < 2 ? site : other, hash, { value: 'up' }, { token: tokens[place % 2] ?? null }),
      ),
    )
    const receipts = answers.map((answer) => answer.as('reportSignal'))
    assert.equal(new Set(receipts.map(({ report_id }) => report_id)).size, 1)
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal(windows((await summary(site, hash)).entry), '1/0/1 1/0/1 1/0/1')
    const used = (await site.get('/api/v1/me', reader)).as('getMe').quotas.map((quota) => quota.used)
    assert.deepEqual(used, [1, 0, 50])
    assert.equal((await events(site)).length, 1)
  })

  test('of corrections at once each follows one event, and the counts are those of the last', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const other = await site.second(t)
    const reader = await register(site)
    const said = await report(site, hash, { value: 'up' }, reader)
    const body = (value: 'up' | 'down' | null, comment: string) => ({
      expected_event_id: said.last_event_id,
      value,
      comment,
    })
    const values = ['down', null, 'up'] as const
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, place) =>
        correct(
          place % 2 ? site : other,
          said.report_id,
          body(values[place % 3] ?? null, `c${place}`),
          reader,
        ),
      ),
    )
    const winners = answers.filter(({ status }) => status === 200)
    assert.equal(winners.length, 1)
    for (const answer of answers) if (answer.status !== 200) answer.refused('compare_and_set_mismatch')
    const winner = winners[0]?.as('correctSignal')
    const wanted = winner?.value === 'down' ? '0/1/1' : winner?.value === 'up' ? '1/0/1' : '0/0/0'
    assert.equal(counted((await summary(site, hash)).revision.windows['24h']), wanted)
    assert.equal((await events(site)).length, 2)
  })

  test('the feed has its topics, its since and its pages', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    await site.topic('cooking')
    const soup = await site.publish({ path: '/cooking/soup' })
    const began = Math.floor(Date.parse(site.clock.now()) / 1000)
    for (let count = 0; count < 5; count += 1) {
      const reader = await register(site)
      await report(site, hash, { value: 'up', comment: `n${count}` }, reader)
      await report(site, soup.content_hash, { value: 'down' }, reader)
      site.clock.advance({ seconds: 1 })
    }
    assert.equal((await events(site)).length, 10)
    assert.equal((await events(site, '?topic=tools')).length, 5)
    assert.equal((await events(site, '?topic=nowhere')).length, 0)
    assert.equal((await events(site, `?since=${began + 3}`)).length, 4)
    const token = await site.token({ preset: 'curator', topic_grants: ['cooking'] })
    const own = (await site.get('/api/v1/signals', { token })).as('listSignals').items
    assert.deepEqual([...new Set(own.map(({ topic_id }) => topic_id))], ['cooking'])
    assert.deepEqual((await site.get('/api/v1/signals?topic=tools', { token })).as('listSignals').items, [])
    const seen: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const path: string = `/api/v1/signals?since=${began}&limit=3${next === '' ? '' : `&cursor=${next}`}`
      const page: Feed = (await site.get(path, { token: site.admin })).as('listSignals')
      seen.push(...page.items.map(({ event_id }) => event_id))
      next = page.next_cursor
    }
    assert.equal(new Set(seen).size, 10)
    site.clock.advance({ days: 1 })
    assert.equal((await events(site)).length, 0)
    for (const since of ['-1', '1.5', 'now', '', `${began + 86_400 + 60}`, '1e9', '99999999999999999999'])
      (await site.get(`/api/v1/signals?since=${since}`, { token: site.admin })).refused('invalid_request')
    const reader = await register(site)
    ;(await site.get('/api/v1/signals', reader)).refused('forbidden')
    ;(await site.get('/api/v1/signals')).refused('unauthenticated')
  })
})
