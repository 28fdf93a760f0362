import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, PRESETS, type ScopeName } from '@colophon/contract'
import { describeSites, type Site } from '../support/site.ts'
import { everyOperation, unknownPath } from '../support/walk.ts'

/** Without a key, so that a POST that the caller may make stops there and changes nothing. */
function walk(site: Site, operation: Operation, headers: Record<string, string | string[]>) {
  const path = unknownPath(operation)
  if (operation.needsOrigin) headers = { origin: site.url, ...headers }
  return operation.method === 'GET'
    ? site.get(path, { headers })
    : site.post(path, {}, { key: null, headers })
}

describeSites((sites) => {
  test('without a credential every operation is public or asks for one', async (t) => {
    const site = await sites.open(t)
    for (const operation of everyOperation()) {
      const answer = await walk(site, operation, {})
      if (operation.access.credential === 'required') {
        answer.refused('unauthenticated')
        const metadata = `${site.url}/.well-known/oauth-protected-resource`
        assert.equal(answer.header('www-authenticate'), `Bearer resource_metadata="${metadata}"`)
      } else assert.ok([200, 400, 404].includes(answer.status), operation.id)
    }
  })

  test('a bearer that does not hold is refused by every operation, public ones too', async (t) => {
    const site = await sites.open(t)
    const expiring = await site.token({ expires_in_days: 1 })
    site.clock.advance({ days: 2 })
    const revoked = await site.issue({})
    await site.post('/api/v1/me/revoke', {}, { token: revoked.token })
    const good = await site.token({})
    const bad: Record<string, string | string[]> = {
      expired: `Bearer ${expiring}`,
      revoked: `Bearer ${revoked.token}`,
      tampered: `Bearer ${good.slice(0, -10)}AAAAAAAAAA`,
      twice: [`Bearer ${good}`, `Bearer ${good}`],
      basic: 'Basic YWRhOmxvdmVsYWNl',
      empty: 'Bearer ',
      padded: `Bearer ${good}=`,
    }
    for (const operation of everyOperation())
      for (const [name, authorization] of Object.entries(bad)) {
        const answer = await walk(site, operation, { authorization })
        assert.equal(answer.status, 401, `${operation.id} ${name}`)
        answer.refused('invalid_token')
      }
  })

  test('each operation asks for one of its scopes before anything else', async (t) => {
    const site = await sites.open(t)
    const callers: { scopes: readonly ScopeName[]; token: string }[] = []
    for (const scopes of Object.values(PRESETS))
      callers.push({ scopes, token: await site.token({ scopes: [...scopes] }) })
    callers.push({ scopes: ['read'], token: await site.token({ scopes: ['read'] }) })
    let refusals = 0
    for (const operation of everyOperation()) {
      const { scopes, enrollment, credential } = operation.access
      for (const caller of callers) {
        const answer = await walk(site, operation, { authorization: `Bearer ${caller.token}` })
        if (operation.access.via === 'session') {
          answer.refused('unauthenticated')
          continue
        }
        const hasScope = scopes.length === 0 || scopes.some((scope) => caller.scopes.includes(scope))
        const mayCall = credential !== 'required' || (hasScope && enrollment !== 'public')
        const seen = `${operation.id} with ${caller.scopes}: ${answer.status}`
        assert.equal(answer.status === 403, !mayCall, seen)
        if (!mayCall) refusals += 1
        else if (operation.method === 'POST') answer.refused('idempotency_key_required')
      }
    }
    assert.ok(refusals > 20)
  })

  test('the scheme of a bearer may be written in any case', async (t) => {
    const site = await sites.open(t)
    for (const scheme of ['bearer', 'BEARER', 'Bearer'])
      assert.equal(
        (await site.get('/api/v1/me', { headers: { authorization: `${scheme} ${site.admin}` } })).status,
        200,
      )
  })
})
