import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarkup } from '../support/markup.ts'
import { describeSites, type Site } from '../support/site.ts'

const CONTENTS = '/api/v1/topics/tools/contents'

async function pathsOf(site: Site, query: string, token?: string): Promise<string[]> {
  const answer = await site.get(`${CONTENTS}${query}`, token === undefined ? {} : { token })
  return answer.as('listContents').items.map(({ path }) => path.slice('/tools/'.length))
}

/** All pages of a list, one item each. */
async function walk(site: Site, query: string): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = (await site.get(`${CONTENTS}?limit=1${query}${more}`)).as('listContents')
    found.push(...page.items.map(({ path }) => path.slice('/tools/'.length)))
    cursor = page.next_cursor
  } while (cursor !== null)
  return found
}

async function openShelf(site: Site): Promise<void> {
  for (const name of ['saws/rip', 'axe', 'saws-and-more', 'saws', 'saws/japanese/ryoba', 'saws/bow', 'file'])
    await site.publish({ path: `/tools/${name}`, title: `The ${name}` })
}

const ALL = ['axe', 'file', 'saws', 'saws-and-more', 'saws/bow', 'saws/japanese/ryoba', 'saws/rip']

describeSites((sites) => {
  test('the contents of a topic are in the order of their paths, whole and in parts', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toolsets'] })
    await openShelf(site)
    await site.publish({ path: '/toolsets/box' })
    assert.deepEqual(await pathsOf(site, ''), ALL)
    assert.deepEqual(await walk(site, ''), ALL)
    const saws = ['saws', 'saws/bow', 'saws/japanese/ryoba', 'saws/rip']
    assert.deepEqual(await walk(site, '&under=/tools/saws'), saws)
    assert.deepEqual(await pathsOf(site, '?under=/tools/nothing'), [])
    assert.deepEqual(await pathsOf(site, '?under=/toolsets/box'), [])
    assert.deepEqual(await pathsOf(site, '?after=/tools/saws&limit=1'), ['saws-and-more'])
    assert.deepEqual(await walk(site, '&before=/tools/saws'), ['file', 'axe'])
    assert.deepEqual(await pathsOf(site, '?after=/tools/axe&before=/tools/saws'), ['file'])
  })

  test('what is hidden is not in it, and a wrong query says what is wrong', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await openShelf(site)
    const axe = (await site.get('/api/v1/resolve?path=/tools/axe')).as('resolvePath')
    await site.post(
      `/api/v1/objects/${axe.content_hash}/retirement`,
      { state: 'retired', reason: 'Blunt.', replacement_hashes: [] },
      { token: site.admin },
    )
    assert.deepEqual(await pathsOf(site, ''), ALL.slice(1))
    for (const query of ['?under=tools', '?under=/tools', '?x=1', '?cursor=x', '?limit=0', '?before='])
      assert.equal((await site.get(CONTENTS + query)).status, 400, query)
    const seen = (await site.get(`${CONTENTS}?limit=1`)).as('listContents').next_cursor
    const other = await site.get(
      `${CONTENTS}?limit=1&under=/tools/saws&cursor=${encodeURIComponent(seen ?? '')}`,
    )
    other.refused('invalid_cursor')
    await site.post(
      '/api/v1/topics/tools/visibility',
      { visibility: 'invited', expected_visibility: 'public', reason: 'Not ready.' },
      { token: site.admin },
    )
    const hidden = await site.get(CONTENTS)
    const absent = await site.get('/api/v1/topics/absent/contents')
    assert.deepEqual([hidden.status, absent.status], [404, 404])
    assert.equal((await pathsOf(site, '', site.admin)).length, ALL.length - 1)
  })

  test('people turn its pages: a tree, and what stands before and after an article', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await openShelf(site)
    const { text } = await site.get('/topics/tools/contents')
    readMarkup(text)
    const names = [...text.matchAll(/<li class="[^"]*">\s*<a href="([^"]*)"/g)].map(([, href]) => href)
    assert.deepEqual(names, [
      '/read/tools/axe',
      '/read/tools/file',
      '/read/tools/saws',
      '/read/tools/saws-and-more',
      '/topics/tools/contents?under=%2Ftools%2Fsaws',
      '/read/tools/saws/bow',
      '/topics/tools/contents?under=%2Ftools%2Fsaws%2Fjapanese',
      '/read/tools/saws/japanese/ryoba',
      '/topics/tools/contents?under=%2Ftools%2Fsaws',
      '/read/tools/saws/rip',
    ])
    const file = (await site.get('/read/tools/file')).text
    assert.match(file, /rel="prev" href="\/read\/tools\/axe"/)
    assert.match(file, /rel="next" href="\/read\/tools\/saws"/)
    assert.doesNotMatch((await site.get('/read/tools/axe')).text, /rel="prev"/)
    assert.match((await site.get('/topics/tools')).text, /name="topic" value="tools"/)
    for (const query of ['?under=x', '?under=a&under=b'])
      assert.equal((await site.get(`/topics/tools/contents${query}`)).status, 200)
    assert.equal((await site.get('/topics/absent/contents')).status, 404)
  })
})
