import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rpc, say } from '../support/mcp.ts'
import { openWithArticle } from '../support/readers.ts'
import { describeSites, type Site } from '../support/site.ts'

const HOUR = 3_600_000
const YEAR = 31_536_000_000

interface Contents {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

/** A request of the newest revision, whose results say how long they are kept. */
async function result(site: Site, method: string, params: object = {}, token: string | null = null) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const { uri } = params as { uri?: string }
  const answer = await say(site, rpc(method, { ...params, _meta: meta }), {
    token,
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(uri === undefined ? {} : { 'mcp-name': uri }),
    },
  })
  const { result: found, error } = answer.json as { result?: Record<string, unknown>; error?: unknown }
  assert.ok(found, JSON.stringify(error))
  return found
}

function kept({ ttlMs, cacheScope }: Record<string, unknown>) {
  return [ttlMs, cacheScope]
}

describeSites((sites) => {
  test('lists are everybody’s to keep for an hour, and nobody’s with a bearer', async (t) => {
    const { site } = await openWithArticle(sites, t)
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'server/discover']) {
      assert.deepEqual(kept(await result(site, method)), [HOUR, 'public'], method)
      assert.deepEqual(kept(await result(site, method, {}, site.admin)), [0, 'private'], method)
    }
  })

  test('entries are listed a page at a time, and read by what the list names', async (t) => {
    const { site, article } = await openWithArticle(sites, t)
    for (let at = 0; at < 50; at += 1) await site.publish({ path: `/tools/saw-${at}` })
    const { resources, nextCursor } = await result(site, 'resources/list')
    assert.equal((resources as object[]).length, 50)
    const last = await result(site, 'resources/list', { cursor: nextCursor })
    assert.deepEqual(last.resources, [
      {
        uri: `colophon://entries${article.path}`,
        name: article.path,
        title: 'About /tools/hammer',
        mimeType: 'text/markdown',
      },
    ])
    assert.equal(last.nextCursor, undefined)
    const forged = await say(site, rpc('resources/list', { cursor: 'forged' }))
    assert.equal((forged.json as unknown as { error: { code: number } }).error.code, -32602)
    const { resourceTemplates } = await result(site, 'resources/templates/list')
    assert.deepEqual(
      (resourceTemplates as { uriTemplate: string }[]).map(({ uriTemplate }) => uriTemplate),
      ['colophon://objects/{sha256}', 'colophon://entries/{+path}'],
    )
  })

  test('a resource is exact bytes: for a year under its hash, shortly under its path', async (t) => {
    const { site, article, hash } = await openWithArticle(sites, t)
    const { text } = await site.get(`/objects/${hash}`)
    for (const [uri, milliseconds] of [
      [`colophon://objects/${hash}`, YEAR],
      [`colophon://entries${article.path}`, 60_000],
    ] as const) {
      const read = await result(site, 'resources/read', { uri })
      assert.deepEqual(read.contents as Contents[], [{ uri, mimeType: 'text/markdown', text }])
      assert.deepEqual(kept(read), [milliseconds, 'public'])
      assert.deepEqual(kept(await result(site, 'resources/read', { uri }, site.admin)), [0, 'private'])
    }
    const { policy_hash } = (await site.get('/api/v1/topics/tools')).as('getTopic')
    const policy = await result(site, 'resources/read', { uri: `colophon://objects/${policy_hash}` })
    assert.equal((policy.contents as Contents[])[0]?.mimeType, 'application/json')
  })

  test('a template may be filled with a path as the API has it, and with encoded slashes', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    const { text } = await site.get(`/objects/${hash}`)
    for (const uri of ['colophon://entries//tools/hammer', 'colophon://entries/%2Ftools%2fhammer'])
      assert.deepEqual((await result(site, 'resources/read', { uri })).contents as Contents[], [
        { uri, mimeType: 'text/markdown', text },
      ])
  })

  test('how long a resource is kept is said to clients of revisions that know it alone', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const headers = { 'mcp-protocol-version': revision }
      const read = await say(site, rpc('resources/read', { uri: `colophon://objects/${hash}` }), { headers })
      assert.deepEqual(Object.keys(read.json.result as object), ['contents'], revision)
    }
  })

  test('an address that names nothing is refused, in the code of the revision', async (t) => {
    const { site, hash } = await openWithArticle(sites, t)
    for (const uri of [
      'colophon://objects/x',
      `colophon://objects/${hash.toUpperCase()}`,
      `colophon://objects/${hash}/`,
      'colophon://entries',
      'colophon://entries/',
      'colophon://entries///tools/hammer',
      'colophon://entries/tools%',
      'colophon://entries/tools/../tools/hammer',
      'colophon://other/x',
      'file:///etc/passwd',
      'https://example.org/',
      '',
    ]) {
      const answer = await say(site, rpc('resources/read', { uri }))
      assert.equal(answer.status, 200)
      assert.equal((answer.json as unknown as { error: { code: number } }).error.code, -32002, uri)
    }
  })
})
