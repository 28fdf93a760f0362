import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites, type Site } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'

async function resolve(site: Site, path: string) {
  return (await site.get(`/api/v1/resolve?path=${encodeURIComponent(path)}`)).as('resolvePath')
}

describeSites((sites) => {
  test('an entry that moved resolves by every path that it had', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/a' })
    const second = await site.publish({ path: '/tools/b', revises: first })
    await site.publish({ path: '/tools/c', revises: second })
    for (const path of ['/tools/a', '/tools/b', '/tools/c']) {
      const entry = await resolve(site, path)
      assert.equal(entry.entry_id, first.entry_id)
      assert.equal(entry.path, '/tools/c')
      assert.deepEqual(entry.aliases, ['/tools/a', '/tools/b'])
    }
  })

  test('an entry may come back to a path that it had', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/a' })
    const second = await site.publish({ path: '/tools/b', revises: first })
    await site.publish({ path: '/tools/a', revises: second })
    assert.deepEqual((await resolve(site, '/tools/b')).aliases, ['/tools/b'])
    assert.equal((await resolve(site, '/tools/b')).path, '/tools/a')
  })

  test('a path that an entry has or had is taken for every other, at submission and at publication', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const rival = await site.candidate({ path: '/tools/a' })
    const first = await site.publish({ path: '/tools/a' })
    await site.publish({ path: '/tools/b', revises: first })
    for (const path of ['/tools/a', '/tools/b'])
      (await site.post('/api/v1/submissions', submissionOf({ path }), { token: site.admin })).refused(
        'path_taken',
      )
    const late = await site.post(
      `/api/v1/candidates/${rival.candidate_hash}/publish`,
      { mode: 'direct' },
      { token: site.admin },
    )
    late.refused('path_taken')
  })

  test('the standard of a topic is the entry at its path now', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const first = await site.publish({ path: '/tools/contribution-standard' })
    await site.publish({ path: '/tools/former-standard', revises: first })
    const topic = (await site.get('/api/v1/topics/tools')).as('getTopic')
    assert.equal(topic.contribution_standard, null)
    assert.equal(topic.published_counts.other_entries, 1)
  })

  test('a path is asked for in its one form', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/a' })
    const bad = [
      '/tools/A',
      '/tools/a/',
      '/tools//a',
      '/tools/./a',
      '/tools/%61',
      'tools/a',
      '',
      '/tools/a\u0000',
    ]
    for (const path of bad) {
      const refused = await site.get(`/api/v1/resolve?path=${encodeURIComponent(path)}`)
      assert.deepEqual(
        refused.refused('invalid_request').errors?.map(({ location, pointer }) => [location, pointer]),
        [['query', 'path']],
      )
    }
    ;(await site.get('/api/v1/resolve')).refused('invalid_request')
    ;(await site.get('/api/v1/resolve?path=/tools/a&path=/tools/b')).refused('invalid_request')
    assert.equal((await site.get('/api/v1/resolve?path=%2Ftools%2Fa')).status, 200)
  })
})
