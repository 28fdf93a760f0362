import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { describeSites, type Site, testSigningKey } from '../support/site.ts'

type Key = Awaited<ReturnType<typeof importJWK>>

/** Signs like the site does, but for what is changed; undefined leaves a claim or a header out. */
async function forge(
  site: Site,
  { claims = {}, header = {}, key }: { claims?: JWTPayload; header?: Record<string, unknown>; key?: Key },
): Promise<string> {
  const payload = { ...decodeJwt(site.admin), ...claims }
  const protectedHeader = { ...decodeProtectedHeader(site.admin), ...header }
  const own = await importJWK(JSON.parse(await testSigningKey()), 'EdDSA')
  return new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', ...protectedHeader }).sign(key ?? own)
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

async function refuse(site: Site, forged: Record<string, string>): Promise<void> {
  for (const [name, token] of Object.entries(forged)) {
    const answer = await site.get('/api/v1/me', { token })
    assert.equal(answer.status, 401, name)
    answer.refused('invalid_token')
  }
}

describeSites((sites) => {
  test('a token signed anew with the same claims holds: the forgeries below differ in one thing only', async (t) => {
    const site = await sites.open(t)
    ;(await site.get('/api/v1/me', { token: await forge(site, {}) })).as('getMe')
  })

  test('wrong claims are refused although the signature is good', async (t) => {
    const site = await sites.open(t)
    await refuse(site, {
      issuer: await forge(site, { claims: { iss: 'https://elsewhere.example' } }),
      audience: await forge(site, { claims: { aud: 'https://elsewhere.example' } }),
      'one audience of several': await forge(site, {
        claims: { aud: [site.url, 'https://elsewhere.example'] },
      }),
      'no audience': await forge(site, { claims: { aud: undefined } }),
      'unknown token': await forge(site, { claims: { jti: randomUUID() } }),
      'no token id': await forge(site, { claims: { jti: undefined } }),
      'no end': await forge(site, { claims: { exp: undefined } }),
      'past end': await forge(site, { claims: { exp: 1_000_000_000 } }),
      'not yet': await forge(site, { claims: { nbf: 4_000_000_000 } }),
      'no subject': await forge(site, { claims: { sub: undefined } }),
    })
  })

  test('wrong headers are refused although the signature is good', async (t) => {
    const site = await sites.open(t)
    await refuse(site, {
      type: await forge(site, { header: { typ: 'JWT' } }),
      'no type': await forge(site, { header: { typ: undefined } }),
      kid: await forge(site, { header: { kid: 'another' } }),
      'no kid': await forge(site, { header: { kid: undefined } }),
      'kid of a prototype': await forge(site, { header: { kid: '__proto__' } }),
    })
  })

  test('other algorithms and other keys are refused', async (t) => {
    const site = await sites.open(t)
    const [header = '', payload = ''] = site.admin.split('.')
    const { privateKey } = await generateKeyPair('EdDSA')
    const { x } = JSON.parse(await testSigningKey())
    const shared = await new SignJWT(decodeJwt(site.admin))
      .setProtectedHeader({ ...decodeProtectedHeader(site.admin), alg: 'HS256' })
      .sign(Buffer.from(x, 'base64url'))
    await refuse(site, {
      none: `${encode({ ...decodeProtectedHeader(site.admin), alg: 'none' })}.${payload}.`,
      'no signature': `${header}.${payload}.`,
      'another key': await forge(site, { key: privateKey }),
      'the public key as a secret': shared,
    })
  })

  test('a token has one spelling', async (t) => {
    const site = await sites.open(t)
    const [header = '', payload = '', signature = ''] = site.admin.split('.')
    // 64 bytes leave four loose bits in the last character: the next one decodes to the same bytes.
    const last = signature.at(-1) ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const twin = signature.slice(0, -1) + alphabet[alphabet.indexOf(last) + 1]
    assert.deepEqual(Buffer.from(twin, 'base64url'), Buffer.from(signature, 'base64url'))
    await refuse(site, {
      'loose bits': `${header}.${payload}.${twin}`,
      padding: `${site.admin}==`,
      'another dot': `${site.admin}.`,
      'another payload': `${header}.${encode({ ...decodeJwt(site.admin), scope: 'admin' })}.${signature}`,
    })
  })

  test('the claims decide nothing: scope and enrollment are read from the records', async (t) => {
    const site = await sites.open(t)
    const weak = await site.issue({ preset: 'contributor' })
    const claims = { jti: weak.token_id, sub: weak.identity_id, scope: 'read admin', enrollment: 'invited' }
    const token = await forge(site, { claims })
    assert.equal((await site.get('/api/v1/me', { token })).as('getMe').access.can_administer, false)
    ;(await site.get('/api/v1/admin/tokens', { token })).refused('forbidden')
  })
})
