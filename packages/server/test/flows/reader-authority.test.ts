import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register, report, signal, WIDE_LIMITS } from '../support/readers.ts'
import { assertSame } from '../support/sameness.ts'
import { describeSites } from '../support/site.ts'
import { everyOperation, unknownPath } from '../support/walk.ts'

/** What a reader may call besides what everybody may; nothing is added here without the specification. */
const READERS_OWN = new Set([
  'reportSignal',
  'getSignalReport',
  'correctSignal',
  'listFeedback',
  'sendFeedback',
  'listResolutions',
  'listNotices',
  'getMe',
  'revokeMe',
  'createSession',
])
const BY_COOKIE = new Set(['getSession', 'endSession'])

describeSites((sites) => {
  test('a reader may call nothing but reading, its own receipts, signals and feedback', async (t) => {
    const site = await sites.open(t)
    const { token } = await register(site)
    let refused = 0
    for (const operation of everyOperation()) {
      const path = unknownPath(operation)
      const headers: Record<string, string> = operation.needsOrigin ? { origin: site.url } : {}
      const as = (bearer: string | null) =>
        operation.method === 'GET'
          ? site.get(path, { token: bearer, headers })
          : site.post(path, {}, { token: bearer, headers, key: null })
      const [answer, anonymous] = [await as(token), await as(null)]
      if (operation.access.credential !== 'required') {
        assert.equal(answer.status, anonymous.status, operation.id)
        assert.ok([200, 400, 404].includes(answer.status), operation.id)
        continue
      }
      anonymous.refused('unauthenticated')
      if (BY_COOKIE.has(operation.id)) answer.refused('unauthenticated')
      else if (!READERS_OWN.has(operation.id)) {
        answer.refused('forbidden')
        refused += 1
      } else if (operation.method === 'POST') answer.refused('idempotency_key_required')
      else assert.ok([200, 404].includes(answer.status), operation.id)
    }
    assert.ok(refused > 15)
  })

  test('a reader sees of everything public what an anonymous caller sees', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    await site.topic('secret', 'invited')
    const open = await site.publish({ path: '/tools/hammer' })
    const hidden = await site.publish({ path: '/secret/plan' })
    const { token } = await register(site)
    for (const path of [
      '/api/v1/topics',
      '/api/v1/index',
      '/api/v1/index?topic=secret',
      '/api/v1/topics/secret',
      `/api/v1/entries/${hidden.entry_id}`,
      '/api/v1/resolve?path=/secret/plan',
      `/objects/${hidden.content_hash}`,
      `/api/v1/objects/${hidden.content_hash}`,
      `/api/v1/objects/${open.proposal_hash}`,
      `/api/v1/objects/${hidden.content_hash}/signals`,
      `/objects/${open.content_hash}`,
    ]) {
      const [mine, anonymous] = [await site.get(path, { token }), await site.get(path)]
      assert.equal(mine.status, anonymous.status, path)
      if (mine.status === 200) assert.equal(mine.text, anonymous.text, path)
    }
  })

  test('a world with hidden signals and one without look the same from outside', async (t) => {
    const answers = async (isBusy: boolean) => {
      const site = await sites.open(t, { limits: WIDE_LIMITS })
      await site.topic('tools')
      await site.topic('secret', 'invited')
      const open = await site.publish({ path: '/tools/hammer' })
      const hidden = await site.publish({ path: '/secret/plan' })
      const reader = await register(site)
      await report(site, open.content_hash, { value: 'up' }, reader)
      if (isBusy) {
        for (const preset of ['curator', 'contributor'] as const)
          await report(site, hidden.content_hash, { value: 'down' }, { token: await site.token({ preset }) })
        ;(await signal(site, hidden.content_hash, { value: 'up' }, reader)).refused('not_found')
      }
      const paths = [open.content_hash, hidden.content_hash].map((hash) => `/api/v1/objects/${hash}/signals`)
      const seen = []
      for (const path of [...paths, '/api/v1/me', '/api/v1/feedback'])
        seen.push(await site.get(path, reader), await site.get(path))
      const narrow = await site.token({ preset: 'curator', topic_grants: ['tools'] })
      const feed = (await site.get('/api/v1/signals', { token: narrow })).as('listSignals')
      return { seen, events: feed.items.length }
    }
    const [quiet, busy] = [await answers(false), await answers(true)]
    assert.equal(busy.events, quiet.events)
    for (const [place, answer] of quiet.seen.entries()) {
      const other = busy.seen[place]
      assert.ok(other)
      assert.equal(withoutIds(other.text), withoutIds(answer.text))
      assert.equal(other.header('ratelimit'), answer.header('ratelimit'))
    }
  })

  test('a hidden target answers like a missing one, whatever is sent', async (t) => {
    const site = await sites.open(t, { limits: WIDE_LIMITS })
    await site.topic('secret', 'invited')
    const hidden = await site.publish({ path: '/secret/plan' })
    const reader = await register(site)
    for (const body of [{ value: 'up' }, { value: 'up', comment: 'x' }, { value: 'x' }, {}])
      assertSame(
        await signal(site, hidden.content_hash, body, reader),
        await signal(site, 'd'.repeat(64), body, reader),
      )
  })
})

/** Hashes, ids and addresses differ from site to site. */
function withoutIds(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{64}/g, 'HASH')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'SITE')
}
