import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClient } from '../support/authorization.ts'
import { describeBrowser } from '../support/browser.ts'
import { openAnySite } from '../support/site.ts'

const EMPTY_PAGE = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Elsewhere</title>',
}

/** What a script of another site does: it finds, reads and registers. */
function scriptFor(press: string, hash: string): string {
  return `(async () => {
    const press = ${JSON.stringify(press)}
    const found = await fetch(press + '/api/v1/search?q=saw').then((answer) => answer.json())
    const object = await fetch(press + '/objects/${hash}')
    const reader = await fetch(press + '/api/v1/identities', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: '{}',
    })
    const { token } = await reader.json()
    const me = await fetch(press + '/api/v1/me', { headers: { authorization: 'Bearer ' + token } })
    return {
      found: found.items.map(({ title }) => title),
      text: await object.text(),
      etag: object.headers.get('etag'),
      registered: reader.status,
      enrollment: (await me.json()).enrollment,
    }
  })()`
}

describeBrowser((browser) => {
  test('a page of another site searches, reads and registers a reader', async (t) => {
    const site = await openAnySite(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/saw', title: 'Saws', body: 'A saw cuts.' })
    const other = await openClient(t)
    other.respond = () => EMPTY_PAGE
    const page = await browser.open(t, { hasScripts: true })
    await page.goto(other.origin)
    const seen = await page.evaluate<Record<string, unknown>>(scriptFor(site.url, content_hash))
    const { text, ...rest } = seen
    assert.match(String(text), /A saw cuts\./)
    assert.deepEqual(rest, {
      found: ['Saws'],
      etag: `"${content_hash}"`,
      registered: 201,
      enrollment: 'public',
    })
  })
})
