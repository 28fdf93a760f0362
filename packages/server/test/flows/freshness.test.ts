import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approveAll, manualEvidence, openDesk, planned, publish } from '../support/editorial.ts'
import { tell } from '../support/mcp.ts'
import { describeSites, type Site } from '../support/site.ts'

/** What every place that tells of freshness says of the only revision of a topic. */
async function toldOf(site: Site, sha256: string): Promise<unknown[]> {
  const [status] = (await site.get(`/api/v1/status?sha256=${sha256}`)).as('getStatus').items
  const [listed] = (await site.get('/api/v1/index?topic=tools')).as('listIndex').items
  const [found] = (await site.get('/api/v1/search?q=saw')).as('search').items
  const [passage] = (await site.get('/api/v1/passages?q=saw')).as('findPassages').items
  const entry = (await site.get('/api/v1/resolve?path=/tools/saw')).as('resolvePath')
  return [status, listed, found, passage, entry].map((item) => item?.freshness)
}

/** What a person and a model are shown of it, in words. */
async function shownOf(site: Site, sha256: string): Promise<Record<string, string | undefined>> {
  const page = async (path: string) => (await site.get(path, { headers: { accept: 'text/html' } })).text
  const mark = (text: string) =>
    /<span class="mark (?:due|challenged)" title="[^"]{20,}">([^<]+)</.exec(text)?.[1]
  const notice = (text: string) =>
    /<div class="freshness \w+">\s*<p><strong>([^<]+)\.<\/strong> [^<]{20,}</.exec(text)?.[1]
  const tool = async (name: string, given: object) => (await tell(site, name, given)).texts
  const inBrackets = (text = '') => /\((?:reviewed|direct), (\w+)\)/.exec(text)?.[1]
  const read = await tool('read_article', { sha256 })
  return {
    article: notice(await page('/read/tools/saw')),
    revision: notice(await page(`/revisions/${sha256}`)),
    topic: mark(await page('/topics/tools')),
    contents: mark(await page('/topics/tools/contents')),
    search: mark(await page('/search?q=saw')),
    feed: /freshness" term="(\w+)" label="/.exec((await site.get('/topics/tools/feed.atom')).text)?.[1],
    find: inBrackets((await tool('search_knowledge', { q: 'saw' }))[0]),
    browse: inBrackets((await tool('browse_index', { topic: 'tools' }))[0]),
    passages: inBrackets((await tool('find_passages', { q: 'saw' }))[0]),
    read: /Freshness: (\w+)/.exec(read.at(-1) ?? '')?.[1]?.toLowerCase(),
    check: /; (\w+)$/.exec((await tool('check_citations', { sha256: [sha256] }))[0] ?? '')?.[1],
  }
}

/** The same where the word of people and that of programs are these; lists mark only what is worth a look. */
function shownAs(word: string, program: string, mark: string | undefined) {
  const pages = { article: word, revision: word, topic: mark, contents: mark, search: mark }
  const tools = { find: program, browse: program, passages: program, read: program, check: program }
  return { ...pages, feed: program, ...tools }
}

const everywhere = (freshness: string | null) => Array(5).fill(freshness)

describeSites((sites) => {
  test('evidence that expires makes a revision due, and a challenge makes it challenged', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const wish = { path: '/tools/saw', title: 'The saw', body: 'A saw cuts wood.\n' }
    const { candidate_hash, tasks } = await planned(site, desk, wish)
    await approveAll(site, desk, tasks)
    const path = `/api/v1/candidates/${candidate_hash}/evidence`
    const [token] = desk.reviewers
    const row = (await site.post(path, manualEvidence(site.clock.now()), { token })).as('createEvidence')
    ;(await publish(site, candidate_hash, { token: desk.curator, mode: 'reviewed' })).as('publishCandidate')
    assert.deepEqual(await toldOf(site, candidate_hash), everywhere('fresh'))
    assert.deepEqual(await shownOf(site, candidate_hash), shownAs('Fresh', 'fresh', undefined))
    site.clock.advance({ days: 31 })
    assert.deepEqual(await toldOf(site, candidate_hash), everywhere('due'))
    assert.deepEqual(await shownOf(site, candidate_hash), shownAs('Recheck due', 'due', 'Recheck due'))
    const challenge = { selector: 'section 3', reason: 'The source says otherwise.' }
    const curator = await site.token({ preset: 'curator', label: 'another curator' })
    ;(await site.post(`/api/v1/evidence/${row.evidence_id}/challenge`, challenge, { token: curator })).as(
      'challengeEvidence',
    )
    assert.deepEqual(await toldOf(site, candidate_hash), everywhere('challenged'))
    assert.deepEqual(await shownOf(site, candidate_hash), shownAs('Challenged', 'challenged', 'Challenged'))
  })

  test('an accepted suggestion challenges what it names, until somebody resolves it', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'plants'] })
    const { content_hash } = await site.publish({
      path: '/tools/saw',
      title: 'The saw',
      body: 'A saw cuts.\n',
    })
    assert.deepEqual(await toldOf(site, content_hash), everywhere(null))
    const suggest = async (topic_id: string) => {
      const body = { topic_id, kind: 'correction', question: 'Does it?', motivation: 'I doubt it.' }
      const made = await site.post(
        '/api/v1/suggestions',
        { ...body, related_hashes: [content_hash] },
        { token: site.admin },
      )
      return made.as('createSuggestion')
    }
    const accept = async (id: string) => {
      const body = { state: 'accepted', expected_triage_state: 'untriaged', reason: 'Worth a look.' }
      ;(await site.post(`/api/v1/suggestions/${id}/triage`, body, { token: site.admin })).as(
        'triageSuggestion',
      )
    }
    const other = await suggest('plants').catch(() => null)
    if (other !== null) await accept(other.suggestion_id)
    const { suggestion_id } = await suggest('tools')
    assert.deepEqual(await toldOf(site, content_hash), everywhere(null))
    await accept(suggestion_id)
    assert.deepEqual(await toldOf(site, content_hash), everywhere('challenged'))
    const resolution = {
      state: 'resolved',
      expected_resolution_hash: null,
      reason: 'It does.',
      fixed_hashes: [content_hash],
    }
    ;(
      await site.post(`/api/v1/suggestions/${suggestion_id}/resolution`, resolution, { token: site.admin })
    ).as('resolveSuggestion')
    assert.deepEqual(await toldOf(site, content_hash), everywhere(null))
  })
})
