import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SkillsClient, SkillVerificationError } from '@modelcontextprotocol/client/ext/skills'
import { connectClient, rpc, say } from '../support/mcp.ts'
import { describeSites, type Site } from '../support/site.ts'
import { openWithSkill, retire, SAW } from '../support/skills.ts'

const EXTENSION = 'io.modelcontextprotocol/skills'

async function failureOf(site: Site, method: string, params: object) {
  const { error } = (await say(site, rpc(method, params))).json as {
    error?: { code: number; message: string; data?: unknown }
  }
  assert.ok(error)
  return error
}

describeSites((sites) => {
  test('the library’s own skills client lists, gets, reads and verifies', async (t) => {
    const { site, skill } = await openWithSkill(sites, t)
    const more = Array.from({ length: 51 }, (_, place) => `/tools/skill-${100 + place}`)
    for (const path of more) await site.publish({ path })
    for (const mode of ['auto', 'legacy'] as const) {
      const faults: Error[] = []
      const client = await connectClient(t, site, { mode, faults })
      const skills = new SkillsClient(client)
      assert.deepEqual([skills.supported, skills.directoryRead], [true, false])
      const { skills: entries, ttlMs, cacheScope } = await skills.list()
      assert.equal(entries.length, 52)
      assert.deepEqual([ttlMs, cacheScope], mode === 'auto' ? [60_000, 'public'] : [undefined, undefined])
      for (const entry of entries.slice(0, 3)) {
        assert.deepEqual((await skills.get(entry.uri)).skill, entry)
        assert.equal((await skills.read(entry)).verified, true)
      }
      const [first] = entries
      assert.ok(first && Array.isArray(first.resources))
      assert.deepEqual(first.frontmatter, {
        name: 'sharpen-a-saw',
        description: SAW.summary,
        metadata: {
          content_hash: skill.content_hash,
          publication_hash: skill.publication_hash,
          mode: 'direct',
          freshness: 'unknown',
        },
      })
      const file = await skills.read(first)
      assert.equal(file.body?.trim(), SAW.body.trim())
      // What is read against the entry of another is refused by whoever verifies.
      const other = { ...first, resources: [{ ...first.resources[0], digest: `sha256:${'0'.repeat(64)}` }] }
      await assert.rejects(skills.read(other as typeof first), SkillVerificationError)
      assert.deepEqual(faults, [])
      await client.close()
    }
  })

  test('texts of every kind come through the front matter as they are', async (t) => {
    const { site } = await openWithSkill(sites, t)
    const summaries = [
      'null',
      '- a: b',
      '"quoted" \\ back\\slash',
      "it's: # no comment",
      '{a} [b] &c *d !e |f >g %h @i `j`',
      'ÄÖ 木 😀',
    ]
    for (const [place, summary] of summaries.entries())
      await site.publish({ path: `/tools/n-${place}`, summary })
    for (const name of ['true', 'null', '123', '1e3', '2026-01-01'])
      await site.publish({ path: `/tools/${name}` })
    const skills = new SkillsClient(await connectClient(t, site, { mode: 'auto' }))
    const { skills: entries } = await skills.list()
    for (const entry of entries) assert.deepEqual((await skills.read(entry)).frontmatter, entry.frontmatter)
    const said = entries.map(({ frontmatter }) => frontmatter.description)
    for (const summary of summaries) assert.ok(said.includes(summary), summary)
  })

  test('each revision is declared what it knows', async (t) => {
    const { site } = await openWithSkill(sites, t)
    for (const [protocolVersion, declares] of [
      ['2024-11-05', false],
      ['2025-06-18', false],
      ['2025-11-25', true],
    ] as const) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 't', version: '1' } }
      const { result } = (await say(site, rpc('initialize', params))).json as {
        result: { capabilities: { extensions?: object; resources?: object } }
      }
      assert.deepEqual(result.capabilities.extensions, declares ? { [EXTENSION]: {} } : undefined)
      assert.ok(result.capabilities.resources)
    }
  })

  test('what is retired is refused with the reason within one call, and what is no skill as an unknown one', async (t) => {
    const { site, skill } = await openWithSkill(sites, t)
    const [uri] = (
      (await say(site, rpc('skills/list'))).json as { result: { skills: { uri: string }[] } }
    ).result.skills.map((entry) => entry.uri)
    assert.ok(uri)
    const withPort = uri.replace(/^skill:\/\/[^/]+/, `skill://${new URL(site.url).host}`)
    const { result } = (await say(site, rpc('skills/get', { uri: withPort }))).json as {
      result: { skill: { uri: string } }
    }
    assert.equal(result.skill.uri, withPort)
    await retire(site, skill.content_hash, { reason: 'Files break.' })
    for (const method of ['skills/get', 'resources/read']) {
      const { code, message } = await failureOf(site, method, { uri })
      assert.equal(code, -32_602)
      assert.match(message, /retired on 2026-03-02: Files break\. Nothing takes its place\./)
    }
    const { skills } = ((await say(site, rpc('skills/list'))).json as { result: { skills: object[] } }).result
    assert.deepEqual(skills, [])
    for (const other of [
      'skill://elsewhere.example/tools/sharpen-a-saw/SKILL.md',
      uri.replace('/SKILL.md', ''),
      uri.replace('sharpen-a-saw', '../tools/sharpen-a-saw'),
      uri.replace('sharpen', 'SHARPEN'),
      'colophon://entries/tools/sharpen-a-saw',
      '',
      7,
    ])
      assert.equal((await failureOf(site, 'skills/get', { uri: other })).code, -32_602, String(other))
    assert.equal((await failureOf(site, 'skills/get', {})).code, -32_602)
    assert.equal((await failureOf(site, 'skills/list', { cursor: 'forged' })).code, -32_602)
  })

  test('clients that do not know the extension find skills as articles and as resources', async (t) => {
    const { site } = await openWithSkill(sites, t)
    const client = await connectClient(t, site, { mode: 'auto' })
    const { resources } = await client.listResources()
    const host = new URL(site.url).hostname
    assert.deepEqual(resources, [
      {
        uri: 'colophon://entries/tools/sharpen-a-saw',
        name: '/tools/sharpen-a-saw',
        title: SAW.title,
        mimeType: 'text/markdown',
      },
      {
        uri: `skill://${host}/tools/sharpen-a-saw/SKILL.md`,
        name: 'sharpen-a-saw',
        title: SAW.title,
        description: SAW.summary,
        mimeType: 'text/markdown',
      },
    ])
    const found = await client.callTool({ name: 'search_knowledge', arguments: { q: 'blunt saw' } })
    assert.match(JSON.stringify(found.content), /\/tools\/sharpen-a-saw/)
  })

  test('what a bearer sees of invited skills is nobody else’s to keep', async (t) => {
    const { site } = await openWithSkill(sites, t)
    const closed = { expected_visibility: 'public', visibility: 'invited', reason: 'Hidden.' }
    await site.post('/api/v1/topics/tools/visibility', closed, { token: site.admin })
    const open = async (token?: string) =>
      new SkillsClient(await connectClient(t, site, { mode: 'auto', ...(token ? { token } : {}) }))
    const own = await (await open(site.admin)).list()
    assert.deepEqual([own.skills.length, own.ttlMs, own.cacheScope], [1, 0, 'private'])
    const anonymous = await open()
    assert.deepEqual((await anonymous.list()).skills, [])
    const uri = own.skills[0]?.uri ?? ''
    const hidden = await failureOf(site, 'skills/get', { uri })
    const absent = await failureOf(site, 'skills/get', { uri: uri.replace('sharpen', 'nothing') })
    assert.deepEqual(hidden, absent)
  })
})
