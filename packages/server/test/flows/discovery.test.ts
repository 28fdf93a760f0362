import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { OPERATIONS, openApiDocument, PROBLEMS } from '@colophon/contract'
import { describeSites } from '../support/site.ts'

const PAGES = [
  '/openapi.json',
  '/agent.md',
  '/llms.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/feed.atom',
  '/opensearch.xml',
  '/.well-known/api-catalog',
  '/healthz',
  '/readyz',
  '/problems/not_found',
]

describeSites((sites) => {
  test('the contract is an OpenAPI 3.1.0 document of version 0.3.0 with every operation', async (t) => {
    const site = await sites.open(t)
    const { json } = await site.get('/openapi.json')
    assert.equal(json.openapi, '3.1.0')
    assert.deepEqual(json, openApiDocument(site.url))
    assert.partialDeepStrictEqual(json, { info: { version: '0.3.0' }, servers: [{ url: site.url }] })
    for (const { path, method, id } of Object.values(OPERATIONS))
      assert.partialDeepStrictEqual(json, {
        paths: { [path]: { [method.toLowerCase()]: { operationId: id } } },
      })
  })

  test('the contract comes by tag too, and says whom to ask', async (t) => {
    const site = await sites.open(t, { contact: 'mailto:press@example.org' })
    const whole = await site.get('/openapi.json')
    assert.partialDeepStrictEqual(whole.json, { info: { contact: { email: 'press@example.org' } } })
    const options = { contact: site.settings.contact, tag: 'reading' } as const
    for (let time = 0; time < 2; time += 1) {
      const reading = await site.get('/openapi.json?tag=reading')
      assert.deepEqual(reading.json, openApiDocument(site.url, options))
      assert.notEqual(reading.header('etag'), whole.header('etag'))
    }
    for (const query of ['tag=', 'tag=nothing', 'tag=toString', 'tag=reading&tag=pages']) {
      const { errors } = (await site.get(`/openapi.json?${query}`)).refused('invalid_request')
      assert.equal(errors?.[0]?.pointer, 'tag')
    }
  })

  test('guide, contract, pages and health need no credential and answer 304, HEAD and compressed', async (t) => {
    const site = await sites.open(t)
    for (const path of PAGES) {
      const whole = await site.get(path)
      assert.equal(whole.status, 200)
      const tag = whole.header('etag') ?? ''
      assert.equal((await site.get(path, { headers: { 'if-none-match': tag } })).status, 304)
      const head = await site.head(path)
      assert.equal(head.header('content-length'), String(whole.bytes.length))
      assert.equal(head.bytes.length, 0)
    }
    const encoded = await site.get('/openapi.json', { headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(encoded.header('content-encoding'), 'br')
  })

  test('the guide speaks of the site by its own address', async (t) => {
    const site = await sites.open(t)
    const guide = await site.get('/agent.md')
    assert.match(guide.header('content-type') ?? '', /^text\/markdown/)
    assert.doesNotMatch(guide.text, /\{base_url\}/)
  })

  test('what a request calls the site is nowhere in its answers', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (const path of ['/tools/saw', '/tools/axe']) await site.publish({ path })
    const evil = 'evil.example'
    const headers = {
      'x-forwarded-host': evil,
      'x-forwarded-server': evil,
      'x-original-url': `http://${evil}/`,
      forwarded: `host=${evil};proto=https`,
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': `/${evil}`,
    }
    const paths = [...PAGES, '/', '/read', '/read/tools/saw', '/topics/tools/feed.atom', '/nowhere']
    for (const path of [...paths, '/api/v1/index?limit=1', '/api/v1/me']) {
      const answer = await site.get(path, { headers })
      const told = `${answer.headerLines().join('\n')}\n${answer.text}`
      assert.ok(!told.includes(evil), `${path}: ${told.slice(0, 500)}`)
    }
    const issued = await site.post('/api/v1/identities', {}, { key: randomUUID(), headers })
    const { token } = issued.as('createIdentity')
    const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString())
    assert.deepEqual([claims.iss, claims.aud], [site.url, site.url])
  })

  test('the root leads a browser to the reading room and every other client to the guide', async (t) => {
    const site = await sites.open(t)
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
    for (const [accept, location] of [
      [browser, '/read'],
      ['TEXT/HTML', '/read'],
      ['application/json', '/agent.md'],
      ['*/*', '/agent.md'],
      ['text/html;q=0', '/agent.md'],
      ['text/html;q=0.5, application/json', '/agent.md'],
      ['text/markdown, text/html;q=0.9, */*;q=0.1', '/agent.md'],
      ['', '/agent.md'],
    ] as const) {
      const root = await site.get('/', { headers: { accept } })
      assert.equal(root.status, 302)
      assert.equal(root.header('location'), location, accept)
      assert.match(root.header('vary') ?? '', /Accept(,|$)/)
    }
    assert.equal((await site.get('/')).header('location'), '/agent.md')
  })

  test('every problem code has a page that names its status', async (t) => {
    const site = await sites.open(t)
    for (const [code, kind] of Object.entries(PROBLEMS)) {
      const page = await site.get(`/problems/${code}`)
      assert.equal(page.status, 200)
      assert.match(page.text, new RegExp(`<h1><code>${code}</code></h1>[^]*<dd>${kind.status}</dd>`))
    }
    for (const code of ['nothing', 'toString', '__proto__', 'a'.repeat(300)])
      (await site.get(`/problems/${code}`)).refused('not_found')
  })

  test('during maintenance the press is healthy and not ready', async (t) => {
    const site = await sites.open(t)
    await site.app.storage.write((tx) =>
      tx.insertInto('site').values({ name: 'maintenance', value: 'a recovery' }).execute(),
    )
    assert.equal((await site.get('/healthz')).status, 200)
    ;(await site.get('/readyz')).refused('maintenance')
    ;(await site.get('/api/v1/topics')).refused('maintenance')
    const refused = await site.post('/api/v1/me/revoke', {}, { token: 'not even a token' })
    assert.equal(refused.refused('maintenance').retryable, true)
    assert.match(refused.header('retry-after') ?? '', /^[1-9]\d*$/)
  })
})

test('the document has no error for redocly', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-lint-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(openApiDocument('https://press.example')))
  const program = resolve(import.meta.dirname, '../../../../node_modules/@redocly/cli/bin/cli.js')
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, 'lint', '--format=json', '--extends=recommended', file],
    { env: environment, cwd: folder, maxBuffer: 16 * 1024 * 1024 },
  )
  const { totals, problems } = JSON.parse(stdout)
  assert.equal(totals.errors, 0, JSON.stringify(problems).slice(0, 2000))
})
