import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { parse } from 'yaml'
import { addDays } from '../../src/core/utc-day.ts'
import { approveAll, draft, manualEvidence, openDesk, plan, publish } from '../support/editorial.ts'
import { describeSites, type Site } from '../support/site.ts'
import { openWithSkill, publishSkills, retire, SAW } from '../support/skills.ts'

const PATH = encodeURIComponent(SAW.path)

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function listed(site: Site, query = '', token: string | null = null) {
  return (await site.get(`/api/v1/skills${query}`, { token })).as('listSkills').items
}

describeSites((sites) => {
  test('a skill is its article: the bytes follow from the article and its publication alone', async (t) => {
    const { site, skill } = await openWithSkill(sites, t)
    const [found] = await listed(site)
    assert.ok(found)
    const host = new URL(site.url).hostname
    const file = await site.get(`/api/v1/skills/file?path=${PATH}`)
    assert.equal(file.header('content-type'), 'text/markdown; charset=utf-8')
    assert.partialDeepStrictEqual(found, {
      uri: `skill://${host}/tools/sharpen-a-saw/SKILL.md`,
      name: 'sharpen-a-saw',
      description: SAW.summary,
      license: null,
      content_hash: skill.content_hash,
      publication_hash: skill.publication_hash,
      mode: 'direct',
      freshness: null,
      sha256: sha256(file.text),
      size: Buffer.byteLength(file.text),
    })
    assert.equal(file.header('etag')?.replace(/^W\//, ''), `"${found.sha256}"`)
    assert.deepEqual((await site.get(`/api/v1/skills/resolve?path=${PATH}`)).as('getSkill'), found)
    const [, front = '', body] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(file.text) ?? []
    assert.deepEqual(parse(front), {
      name: 'sharpen-a-saw',
      description: SAW.summary,
      metadata: {
        content_hash: skill.content_hash,
        publication_hash: skill.publication_hash,
        mode: 'direct',
        freshness: 'unknown',
      },
    })
    assert.equal(body, SAW.body)
    // The article stays what it is.
    const article = await site.get(`/api/v1/resolve?path=${PATH}`)
    assert.equal(article.as('resolvePath').content_hash, skill.content_hash)
  })

  test('the licence of the site is in the front matter, and freshness that changes is another digest', async (t) => {
    const contentLicense = { name: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/' }
    const { site } = await openWithSkill(sites, t, { contentLicense })
    const seen = { kind: 'observation', applicability: 'Here.' } as const
    const dates = { observed_at: '2026-03-01T00:00:00.000Z', refresh_after: '2026-03-10T00:00:00.000Z' }
    await site.publish({ path: '/tools/look-at-a-saw', ...seen, ...dates })
    const path = '/api/v1/skills/file?path=%2Ftools%2Flook-at-a-saw'
    const fresh = await site.get(path)
    assert.match(fresh.text, /\nlicense: "CC-BY-4.0"\nmetadata:\n[\s\S]*\n {2}freshness: "fresh"\n---\n/)
    assert.equal((await listed(site))[0]?.sha256, sha256(fresh.text))
    site.clock.advance({ days: 30 })
    const due = await site.get(path)
    assert.equal(due.text, fresh.text.replace('"fresh"', '"due"'))
    assert.equal((await listed(site))[0]?.sha256, sha256(due.text))
    const [item] = await listed(site)
    const doubt = { topic_id: 'tools', kind: 'correction', question: 'Still so?', motivation: 'It moved.' }
    const suggestion = await site.post(
      '/api/v1/suggestions',
      { ...doubt, related_hashes: [item?.content_hash] },
      { token: site.admin },
    )
    const { suggestion_id } = suggestion.as('createSuggestion')
    const triage = { state: 'accepted', expected_triage_state: 'untriaged', reason: 'Worth a look.' }
    const accepted = await site.post(`/api/v1/suggestions/${suggestion_id}/triage`, triage, {
      token: site.admin,
    })
    accepted.as('triageSuggestion')
    const challenged = await site.get(path)
    assert.equal(challenged.text, fresh.text.replace('"fresh"', '"challenged"'))
    const [now] = await listed(site)
    assert.deepEqual([now?.freshness, now?.sha256], ['challenged', sha256(challenged.text)])
    const one = await site.get('/api/v1/skills/resolve?path=/tools/look-at-a-saw')
    assert.equal(one.as('getSkill').freshness, 'challenged')
  })

  test('skills are listed by path, in pages, from topics of skills alone', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'works', 'papers'] })
    for (const topic of ['tools', 'works']) await publishSkills(site, topic)
    for (const path of ['/works/b', '/tools/c', '/papers/a', '/tools/a', '/works/a'])
      await site.publish({ path })
    const paths = (items: readonly { path: string }[]) => items.map(({ path }) => path)
    assert.deepEqual(paths(await listed(site)), ['/tools/a', '/tools/c', '/works/a', '/works/b'])
    assert.deepEqual(paths(await listed(site, '?topic=works')), ['/works/a', '/works/b'])
    assert.deepEqual(await listed(site, '?topic=papers'), [])
    assert.deepEqual(await listed(site, '?topic=nothing'), [])
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: { path: string }[]; next_cursor: string | null } = (
        await site.get(`/api/v1/skills?limit=3${cursor && `&cursor=${cursor}`}`)
      ).as('listSkills')
      seen.push(...paths(page.items))
      cursor = page.next_cursor
    }
    assert.deepEqual(seen, paths(await listed(site)))
    for (const route of ['resolve', 'file'])
      (await site.get(`/api/v1/skills/${route}?path=%2Fpapers%2Fa`)).refused('not_found')
  })

  test('what is retired leaves every list at once, and is refused with the reason and what takes its place', async (t) => {
    const { site, skill } = await openWithSkill(sites, t)
    const other = await site.publish({ path: '/tools/grind-a-saw' })
    assert.equal((await listed(site)).length, 2)
    await retire(site, skill.content_hash, { reason: 'Files break.', replacements: [other.content_hash] })
    assert.deepEqual(
      (await listed(site)).map(({ path }) => path),
      ['/tools/grind-a-saw'],
    )
    for (const route of ['resolve', 'file']) {
      const { detail } = (await site.get(`/api/v1/skills/${route}?path=${PATH}`)).refused('invalid_state')
      assert.match(
        detail,
        /retired on 2026-03-02: Files break\. Use instead: \/tools\/grind-a-saw \([0-9a-f]{64}\)/,
      )
    }
    const index = (await site.get('/.well-known/agent-skills/index.json')).json as {
      skills: { name: string }[]
    }
    assert.deepEqual(
      index.skills.map(({ name }) => name),
      ['grind-a-saw'],
    )
    assert.equal((await site.get('/.well-known/agent-skills/tools/sharpen-a-saw/SKILL.md')).status, 404)
  })

  test('a skill that moved is at its new path alone', async (t) => {
    const { site, skill } = await openWithSkill(sites, t)
    await site.publish({ ...SAW, path: '/tools/sharpen-saws', revises: skill })
    const { detail } = (await site.get(`/api/v1/skills/resolve?path=${PATH}`)).refused('not_found')
    assert.match(detail, /\/tools\/sharpen-saws/)
    assert.deepEqual(
      (await listed(site)).map(({ name }) => name),
      ['sharpen-saws'],
    )
  })

  test('a host is discovered: the index names each skill, and its address is those bytes', async (t) => {
    const { site } = await openWithSkill(sites, t)
    const index = await site.get('/.well-known/agent-skills/index.json')
    assert.equal(index.header('content-type'), 'application/json')
    const { $schema, skills } = index.json as { $schema: string; skills: Record<string, string>[] }
    assert.equal($schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    const [{ url = '', digest, ...entry } = {}, ...more] = skills
    assert.deepEqual(
      [entry, more],
      [{ name: 'sharpen-a-saw', type: 'skill-md', description: SAW.summary }, []],
    )
    const address = new URL(url, `${site.url}/.well-known/agent-skills/index.json`)
    const file = await site.get(address.pathname)
    assert.equal(file.header('content-type'), 'text/markdown; charset=utf-8')
    assert.equal(digest, `sha256:${sha256(file.text)}`)
    for (const path of ['tools/nothing', 'nothing/saw', 'tools/%2e%2e', 'tools/A'])
      assert.equal((await site.get(`/.well-known/agent-skills/${path}/SKILL.md`)).status, 404, path)
  })

  test('of skills in an invited topic nobody without a grant learns anything', async (t) => {
    const { site } = await openWithSkill(sites, t)
    const reader = await site.token({ preset: 'contributor', topic_grants: ['tools'] })
    const shown = async (token: string | null) => {
      const answers = []
      for (const path of [
        '/api/v1/skills',
        '/api/v1/skills?topic=vault',
        '/api/v1/skills/resolve?path=%2Fvault%2Fopen-it',
        '/api/v1/skills/file?path=%2Fvault%2Fopen-it',
        '/.well-known/agent-skills/index.json',
        '/.well-known/agent-skills/vault/open-it/SKILL.md',
      ]) {
        const answer = await site.get(path, { token })
        const said = answer.text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
        const headers = ['etag', 'content-length', 'cache-control'].map((name) => answer.header(name))
        answers.push([path, answer.status, said, ...headers])
      }
      return answers
    }
    const before = [await shown(null), await shown(reader)]
    await site.topic('vault', 'invited')
    const hidden = { expected_visibility: 'invited', profile: 'skills', reason: 'Hidden.' }
    const path = '/api/v1/topics/vault/visibility'
    const opened = { ...hidden, visibility: 'public' }
    ;(await site.post(path, opened, { token: site.admin })).as('changeVisibility')
    await site.publish({ path: '/vault/open-it' })
    assert.equal((await listed(site)).length, 2)
    const closed = { expected_visibility: 'public', visibility: 'invited', reason: 'Hidden.' }
    ;(await site.post(path, closed, { token: site.admin })).as('changeVisibility')
    assert.deepEqual([await shown(null), await shown(reader)], before)
    assert.equal((await listed(site, '', site.admin)).length, 2)
  })

  test('the page of a skill says first how it is used and what it is worth, and a topic that it has skills', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'papers'] })
    await publishSkills(site, 'tools')
    const desk = await openDesk(site)
    const { candidate_hash } = await draft(site, desk, SAW)
    await approveAll(site, desk, await plan(site, desk, candidate_hash))
    const [reviewer] = desk.reviewers
    for (const days of [30, 20]) {
      const row = manualEvidence(site.clock.now(), { expires_at: addDays(site.clock.now(), days) })
      const answer = await site.post(`/api/v1/candidates/${candidate_hash}/evidence`, row, {
        token: reviewer,
      })
      assert.equal(answer.status, 201, answer.text)
    }
    ;(await publish(site, candidate_hash, { token: desk.curator })).as('publishCandidate')
    await site.publish({ path: '/papers/hammer' })
    const [skill] = await listed(site)
    assert.partialDeepStrictEqual(skill, {
      mode: 'reviewed',
      reviewed_for: ['accuracy', 'usefulness'],
      evidence_until: '2026-03-22T09:30:00.000Z',
    })
    const { text } = await site.get(`/read${SAW.path}`, { headers: { accept: 'text/html' } })
    const place = (words: string) => {
      assert.ok(text.includes(words), words)
      return text.indexOf(words)
    }
    const use = place(`colophon skill install ${SAW.path} --url ${site.url}`)
    assert.ok(use < place('File each tooth'))
    place(`sha256:${skill?.sha256}`)
    place('accuracy, usefulness')
    place('22 March 2026')
    const other = (await site.get('/read/papers/hammer', { headers: { accept: 'text/html' } })).text
    assert.doesNotMatch(other, /colophon skill/)
    const html = { headers: { accept: 'text/html' } }
    assert.match((await site.get('/topics/tools', html)).text, /colophon skill list --topic tools/)
    assert.doesNotMatch((await site.get('/topics/papers', html)).text, /colophon skill/)
  })
})
