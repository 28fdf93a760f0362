import assert from 'node:assert/strict'
import { test } from 'node:test'
import { say as mcp, rpc } from '../support/mcp.ts'
import { register } from '../support/readers.ts'
import { describeSites, type Site } from '../support/site.ts'

/** Stands in everything that somebody sends and nobody but its reader may see. */
const WORD = 'rhubarb'

/** Sends the word in every place that a request has, and answers what else must not be written down. */
async function sayItEverywhere(site: Site): Promise<string[]> {
  const { content_hash } = await site.publish({ path: '/tools/saw', title: WORD, body: `${WORD}\n` })
  const reader = await register(site)
  const say = (path: string, body: unknown) => site.post(path, body, reader)
  await say(`/api/v1/objects/${content_hash}/signals`, { value: 'up', comment: WORD })
  await say('/api/v1/feedback', { target_hash: content_hash, title: WORD, comment: WORD })
  await say('/api/v1/feedback', `{"${WORD}`)
  await say('/api/v1/feedback', { [WORD]: WORD })
  await site.get(`/api/v1/search?q=${WORD}`)
  await site.get(`/search?q=${WORD}`, { headers: { accept: 'text/html' } })
  await site.get(`/api/v1/topics?access_token=${WORD}`)
  await site.get(`/api/v1/topics/${reader.token}`)
  await site.get(`/objects/${reader.token}`)
  await site.get('/api/v1/topics', { token: WORD })
  await site.get('/api/v1/me', { headers: { cookie: `colophon_session=${WORD}`, 'user-agent': WORD } })
  await site.post(
    '/api/v1/topics',
    { id: 'toys', title: WORD, summary: WORD },
    { token: site.admin, key: WORD },
  )
  await site.raw(`GET /${WORD} HTTP/9.9\r\nAuthorization: Bearer ${WORD}\r\n\r\n`)
  const args = { sha256: content_hash, value: 'down', comment: WORD, idempotency_key: WORD }
  for (const id of [1, {}])
    await mcp(site, rpc('tools/call', { name: 'signal', arguments: args }, id), reader)
  const session = await site.post('/api/v1/session', {}, { ...reader, headers: { origin: site.url } })
  const cookie = session.header('set-cookie')?.split(';')[0] ?? ''
  await site.get('/api/v1/session', { headers: { cookie } })
  return [reader.token, site.admin, cookie.split('=')[1] ?? '', session.as('createSession').csrf_token]
}

describeSites((sites) => {
  test('no line of the log has a bearer, a cookie, a comment, a body or what was searched for', async (t) => {
    const lines: string[] = []
    const site = await sites.open(t, { topics: ['tools'], write: (line) => void lines.push(line) })
    const secrets = [WORD, ...(await sayItEverywhere(site))]
    const log = lines.join('')
    assert.ok(lines.filter((line) => JSON.parse(line).message === 'request').length > 15)
    for (const secret of secrets) {
      assert.ok(secret.length >= WORD.length)
      assert.ok(
        !log.includes(secret),
        lines.find((line) => line.includes(secret)),
      )
    }
  })

  test('a bearer counts in its own header alone', async (t) => {
    const site = await sites.open(t)
    const bearer = `access_token=${site.admin}`
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = [
      await site.get('/api/v1/me', { headers: { cookie: `colophon_session=${site.admin}` } }),
      await site.get('/api/v1/me', { headers: { cookie: bearer, 'x-access-token': site.admin } }),
      await site.get('/api/v1/me', { headers: { 'proxy-authorization': `Bearer ${site.admin}` } }),
      await site.send('POST', '/api/v1/me/revoke', { headers: form, body: bearer }),
      await site.get(`/api/v1/me?${bearer}`),
    ]
    for (const answer of asked) answer.refused('unauthenticated')
    ;(await site.get('/api/v1/me', { token: site.admin })).as('getMe')
  })
})
