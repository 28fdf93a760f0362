import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerOf, Operations } from '@colophon/contract'
import { approveAll, manualEvidence, openDesk, planned, publish } from '../support/editorial.ts'
import { fixRandomness } from '../support/fixed-randomness.ts'
import { refuse, tell } from '../support/mcp.ts'
import { correct, register, report, WIDE_LIMITS } from '../support/readers.ts'
import { describeSites, type Site, type Wish } from '../support/site.ts'
import { told } from '../support/worlds.ts'

const NOTICES = '/api/v1/me/notices'

type Page = AnswerOf<Operations['listNotices']>

async function noticesFor(site: Site, wish: Wish, query = ''): Promise<Page> {
  return (await site.get(`${NOTICES}${query}`, wish)).as('listNotices')
}

function kinds({ items }: Page): string[] {
  return items.map(({ kind, content_hash }) => `${kind} ${content_hash.slice(0, 8)}`)
}

async function retire(site: Site, hash: string, replacements: readonly string[] = []) {
  const body = { state: 'retired', reason: 'No longer so.', replacement_hashes: replacements }
  ;(await site.post(`/api/v1/objects/${hash}/retirement`, body, { token: site.admin })).as('retireRevision')
}

async function hide(site: Site, topic: string) {
  const body = { expected_visibility: 'public', visibility: 'invited', reason: 'It is over.' }
  ;(await site.post(`/api/v1/topics/${topic}/visibility`, body, { token: site.admin })).as('changeVisibility')
}

async function complain(site: Site, hash: string, wish: Wish) {
  const body = { target_hash: hash, title: 'Wrong', comment: 'See line 3.' }
  return (await site.post('/api/v1/feedback', body, wish)).as('sendFeedback')
}

describeSites((sites) => {
  test('who reported on revisions learns what happened to them, each once, and nobody else does', async (t) => {
    const site = await sites.open(t, { limits: WIDE_LIMITS, topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/saw', title: 'Saws' })
    const nail = await site.publish({ path: '/tools/nail', title: 'Nails' })
    const reader = await register(site)
    const other = await register(site)
    await report(site, saw.content_hash, { value: 'up' }, reader)
    const { suggestion_id } = await complain(site, nail.content_hash, reader)
    const before = await noticesFor(site, reader)
    assert.deepEqual([before.items, before.next_cursor], [[], null])

    site.clock.advance({ minutes: 5 })
    const better = await site.publish({ path: '/tools/saw', title: 'Better saws', revises: saw })
    const superseded = await noticesFor(site, reader, `?cursor=${before.resume_cursor}`)
    assert.deepEqual(superseded.items, [
      {
        kind: 'superseded',
        at: site.clock.now(),
        content_hash: saw.content_hash,
        entry_id: saw.entry_id,
        topic_id: 'tools',
        path: '/tools/saw',
        title: 'Saws',
        head_hash: better.content_hash,
        retirement_state: 'active',
        reason: null,
        retirement_hash: null,
        replacement_hashes: [],
        suggestion_id: null,
        fixed_hashes: [],
      },
    ])
    site.clock.advance({ minutes: 5 })
    await retire(site, saw.content_hash, [better.content_hash])
    const triage = { expected_triage_state: 'untriaged', state: 'accepted', reason: 'So it is.' }
    const place = `/api/v1/suggestions/${suggestion_id}`
    ;(await site.post(`${place}/triage`, triage, { token: site.admin })).as('triageSuggestion')
    const challenged = await noticesFor(site, reader, `?cursor=${superseded.resume_cursor}`)
    assert.deepEqual(
      kinds(challenged).sort(),
      [`retired ${saw.content_hash.slice(0, 8)}`, `challenged ${nail.content_hash.slice(0, 8)}`].sort(),
    )
    site.clock.advance({ minutes: 5 })
    const decision = { state: 'resolved', reason: 'See there.', fixed_hashes: [better.content_hash] }
    ;(await site.post(`${place}/resolution`, decision, { token: site.admin })).as('resolveSuggestion')
    const fixed = await noticesFor(site, reader, `?cursor=${challenged.resume_cursor}`)
    assert.partialDeepStrictEqual(fixed.items, [
      { kind: 'fixed', suggestion_id, reason: 'See there.', fixed_hashes: [better.content_hash] },
    ])
    assert.equal(fixed.items.length, 1)
    const end = await noticesFor(site, reader, `?cursor=${fixed.resume_cursor}`)
    assert.deepEqual(end.items, [])

    const all = await noticesFor(site, reader)
    assert.deepEqual(
      all.items.map(({ kind }) => kind),
      ['superseded', 'retired', 'fixed'],
    )
    const walked: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await noticesFor(site, reader, `?limit=1${cursor && `&cursor=${cursor}`}`)
      walked.push(...kinds(page))
      cursor = page.next_cursor
    }
    assert.deepEqual(walked, kinds(all))
    assert.deepEqual((await noticesFor(site, other)).items, [])
    ;(await site.get(NOTICES)).refused('unauthenticated')
    ;(await site.get(`${NOTICES}?cursor=nonsense`, reader)).refused('invalid_cursor')
    ;(await site.get(`${NOTICES}?limit=0`, reader)).refused('invalid_request')
    ;(await site.get(`${NOTICES}?topic=tools`, reader)).refused('invalid_request')
  })

  test('a report of what is superseded already is followed by its notice, until it is withdrawn', async (t) => {
    const site = await sites.open(t, { limits: WIDE_LIMITS, topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/saw' })
    await site.publish({ path: '/tools/saw', title: 'Better', revises: saw })
    const reader = await register(site)
    const { resume_cursor } = await noticesFor(site, reader)
    site.clock.advance({ days: 1 })
    const receipt = await report(site, saw.content_hash, { value: 'down' }, reader)
    const page = await noticesFor(site, reader, `?cursor=${resume_cursor}`)
    assert.partialDeepStrictEqual(page.items, [{ kind: 'superseded', at: receipt.received_at }])
    const body = { expected_event_id: receipt.last_event_id, value: null }
    ;(await correct(site, receipt.report_id, body, reader)).as('correctSignal')
    assert.deepEqual((await noticesFor(site, reader)).items, [])
  })

  test('a row of evidence that is challenged is told to who used the revision', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const { candidate_hash, tasks } = await planned(site, desk, { path: '/tools/saw', title: 'Saws' })
    await approveAll(site, desk, tasks)
    const path = `/api/v1/candidates/${candidate_hash}/evidence`
    const [token] = desk.reviewers
    const row = (await site.post(path, manualEvidence(site.clock.now()), { token })).as('createEvidence')
    ;(await publish(site, candidate_hash, { token: desk.curator, mode: 'reviewed' })).as('publishCandidate')
    const reader = await register(site)
    await report(site, candidate_hash, { value: 'up' }, reader)
    const challenge = { selector: 'section 3', reason: 'Not for everybody to read.' }
    const curator = await site.token({ preset: 'curator', label: 'another curator' })
    const challenged = await site.post(`/api/v1/evidence/${row.evidence_id}/challenge`, challenge, {
      token: curator,
    })
    challenged.as('challengeEvidence')
    const page = await noticesFor(site, reader)
    assert.partialDeepStrictEqual(page.items, [
      { kind: 'challenged', content_hash: candidate_hash, reason: null },
    ])
  })

  test('what happens in a topic that was hidden changes no byte of what its readers are told', async (t) => {
    const open = async (happens: boolean) => {
      const site = await sites.open(t, { isRandomnessFixed: true, topics: ['tools', 'fad'] })
      const randomness = fixRandomness(site.app)
      const step = <T>(name: string, act: () => Promise<T>): Promise<T> => {
        randomness.begin(name)
        return act()
      }
      const saw = await step('saw', () => site.publish({ path: '/tools/saw', title: 'Saws' }))
      const toy = await step('toy', () => site.publish({ path: '/fad/yo-yo', title: 'Yo-yos' }))
      const reader = await step('reader', () => register(site))
      await step('use', () => report(site, saw.content_hash, { value: 'up' }, reader))
      await step('toys', () => report(site, toy.content_hash, { value: 'up' }, reader))
      const { suggestion_id } = await step('feedback', () => complain(site, toy.content_hash, reader))
      await step('hiding', () => hide(site, 'fad'))
      await step('hidden', async () => {
        if (!happens) return
        const next = await site.publish({ path: '/fad/yo-yo', title: 'Kendamas', revises: toy })
        const place = `/api/v1/suggestions/${suggestion_id}/resolution`
        const body = { state: 'resolved', reason: 'Corrected.', fixed_hashes: [next.content_hash] }
        ;(await site.post(place, body, { token: site.admin })).as('resolveSuggestion')
        await retire(site, toy.content_hash)
      })
      await step('retirement', () => retire(site, saw.content_hash))
      randomness.begin('reading')
      return { site, reader }
    }
    const [quiet, busy] = [await open(false), await open(true)]
    for (const query of ['', '?limit=1']) {
      const one = await quiet.site.get(`${NOTICES}${query}`, { token: quiet.reader.token })
      const other = await busy.site.get(`${NOTICES}${query}`, { token: busy.reader.token })
      assert.equal(told(quiet.site, one), told(busy.site, other))
      assert.equal(one.as('listNotices').items.length, 1)
    }
    const hidden = await noticesFor(busy.site, busy.reader)
    const body = { expected_visibility: 'invited', visibility: 'public', reason: 'Again.' }
    ;(await busy.site.post('/api/v1/topics/fad/visibility', body, { token: busy.site.admin })).as(
      'changeVisibility',
    )
    assert.deepEqual((await noticesFor(busy.site, busy.reader)).items.length, 4)
    assert.equal(hidden.items.length, 1)
  })

  test('a model is told in a line each, and where to go on', async (t) => {
    const site = await sites.open(t, { limits: WIDE_LIMITS, topics: ['tools'] })
    const saw = await site.publish({ path: '/tools/saw', title: 'Saws' })
    const { token } = await register(site)
    const ask = (more: object) => tell(site, 'my_reports', { show: 'notices', bearer: token, ...more })
    assert.match((await ask({})).texts[0] ?? '', /^Nothing has happened to them\.\nOn another day: .*cursor=/)
    await report(site, saw.content_hash, { value: 'up' }, { token })
    await retire(site, saw.content_hash)
    const [text = ''] = (await ask({})).texts
    assert.match(text, new RegExp(`\\*\\*retired\\*\\*: ${saw.content_hash} .*\\n  > No longer so`))
    const cursor = /cursor=(\S+)$/.exec(text)?.[1]
    assert.doesNotMatch((await ask({ cursor })).texts[0] ?? '', /retired/)
    const wrong = await refuse(
      site,
      { name: 'my_reports', given: { show: 'everything', bearer: token } },
      'invalid_request',
    )
    assert.match(wrong, /show: must be feedback or notices/)
  })
})
