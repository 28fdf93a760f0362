import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAINTENANCE } from '../../src/command/maintenance.ts'
import { CONSOLE_PAGES } from '../../src/console/pages.ts'
import { SCHEMA_VERSION } from '../../src/storage/migrate.ts'
import { signIn } from '../support/console.ts'
import { actAt, wordsOf } from '../support/console-acts.ts'
import { capture } from '../support/recovery.ts'
import { describePages } from '../support/site.ts'

const NEW_TOKEN = '/console/admin/tokens/new'
const RECOVERY = '/console/admin/recovery'
const SNAPSHOTS = '/console/admin/snapshots'
const HOSTILE = '"><script>alert(1)</script>\u{202E}'

describePages((sites) => {
  test('a token is shown once, and a form that is sent again says that it was', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const visitor = await signIn(site, site.admin)
    const blank = await visitor.open(NEW_TOKEN)
    const typed = { '/label': 'Dora', '/preset': 'reviewer', '/topic_grants': '*', '/review_grants': 'tools' }
    const form = { ...blank.form(NEW_TOKEN), ...typed }
    const issued = await visitor.send(NEW_TOKEN, form)
    assert.equal(issued.status, 200)
    const [, token = ''] = /<code id="bearer">([^<]+)<\/code>/.exec(issued.html) ?? []
    assert.equal(issued.header('cache-control'), 'private, no-store')
    assert.match(issued.html, /data-copies="bearer" hidden/)
    const me = (await site.get('/api/v1/me', { token })).as('getMe')
    assert.deepEqual(
      [me.label, me.topic_grants, me.review_grants, me.access.can_review],
      ['Dora', null, ['tools'], true],
    )
    const again = await visitor.send(NEW_TOKEN, form)
    assert.equal(again.status, 200)
    assert.match(again.said('refusal') ?? '', /cannot be shown again/)
    assert.doesNotMatch(again.html, /id="bearer"/)
    const list = await visitor.open('/console/admin/tokens?status=active')
    assert.match(wordsOf(list), /2 .*Dora Active Reviewer, topics: all, reviews in: tools/)
    assert.ok(!list.html.includes(token))
  })

  test('nothing, a star and a list are three different grants', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const visitor = await signIn(site, site.admin)
    const cases = [
      { grants: '', expected: [] },
      { grants: '*', expected: null },
      { grants: ' tools \n\n', expected: ['tools'] },
    ]
    for (const { grants, expected } of cases) {
      const typed = { '/label': 'Bea', '/topic_grants': grants, '/review_grants': grants }
      const issued = await visitor.fill(NEW_TOKEN, NEW_TOKEN, typed)
      const [, token = ''] = /<code id="bearer">([^<]+)</.exec(issued.html) ?? []
      const me = (await site.get('/api/v1/me', { token })).as('getMe')
      assert.deepEqual([me.topic_grants, me.review_grants], [expected, expected], grants)
    }
    const scopes = { '/label': 'Eve', '/preset': '', '/scopes': ['propose', 'review'] }
    assert.match(wordsOf(await visitor.fill(NEW_TOKEN, NEW_TOKEN, scopes)), /Scopes read, propose, review/)
    const both = await visitor.fill(NEW_TOKEN, NEW_TOKEN, { ...scopes, '/preset': 'curator' })
    assert.equal(both.status, 400)
    assert.match(both.said('refusal') ?? '', /either a preset or scopes/)
  })

  test('a revoked token ends at once with its sessions, and the audit has the reason', async (t) => {
    const site = await sites.open(t)
    const visitor = await signIn(site, site.admin)
    const issued = await site.issue({ label: 'Bea', preset: 'contributor' })
    const other = await signIn(site, issued.token)
    const path = `/console/admin/tokens/${issued.token_id}/revoke`
    assert.match((await visitor.open(path)).html, /Revoke the token of Bea\?/)
    const unexplained = await visitor.fill(path, path, { '/reason': '' })
    assert.equal(unexplained.status, 400)
    const done = await actAt(visitor, path, { typed: { '/reason': 'It was lost.' } })
    assert.match(done.said('done') ?? '', /revoked/)
    assert.equal((await other.open('/console')).status, 303)
    const audit = wordsOf(await visitor.open('/console/admin/audit'))
    assert.match(audit, /Revoke token by\s+administrator\s+It was lost\./)
    assert.equal((await visitor.fill(path, path, { '/reason': 'Again.' })).status, 409)
    const unknown = '/console/admin/tokens/00000000-0000-4000-8000-000000000000/revoke'
    assert.equal((await visitor.open(unknown)).status, 404)
  })

  test('a topic is made, and a name that is taken or has not the form is said beside its field', async (t) => {
    const site = await sites.open(t)
    const visitor = await signIn(site, site.admin)
    const path = '/console/admin/topics/new'
    const typed = { '/id': 'tides', '/title': 'Tides', '/summary': 'High and low.' }
    const made = await actAt(visitor, path, { typed })
    assert.match(wordsOf(made), /Tides High and low\. Invited/)
    assert.equal((await visitor.fill(path, path, typed)).status, 409)
    const wrong = await visitor.fill(path, path, { ...typed, '/id': 'High Tides' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.html, /<p class="error" id="console-admin-topics-new-id-error">/)
    assert.deepEqual(wrong.form(path)['/id'], ['High Tides'])
  })

  test('what is stored is drawn, and the limits are told', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/hammer' })
    const page = await (await signIn(site, site.admin)).open('/console/admin/capacity')
    assert.match(
      wordsOf(page),
      /candidate \d+ bytes in 1 .*Rows by table .*publications 1 .*signals per day 20/,
    )
    assert.match(page.html, /<rect class="bar-length" width="100"/)
  })

  test('snapshots are captured, read and released, and never a third', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const visitor = await signIn(site, site.admin)
    const one = await actAt(visitor, SNAPSHOTS, { typed: {} })
    assert.match(wordsOf(one), /The snapshot is captured.*topics 1/)
    await actAt(visitor, SNAPSHOTS, { typed: {} })
    const third = await visitor.fill(SNAPSHOTS, SNAPSHOTS, {})
    assert.equal(third.status, 409)
    const release = /\/console\/admin\/snapshots\/[0-9a-f-]{36}\/release/.exec(one.html)?.[0] ?? ''
    const released = await actAt(visitor, release, { typed: {} })
    assert.match(wordsOf(released), /The snapshot is released.*(Captured.*Released|Released.*Captured)/)
    assert.equal((await visitor.fill(release, release, {})).status, 409)
    await actAt(visitor, SNAPSHOTS, { typed: {} })
  })

  test('during maintenance the room has its snapshots, and the rest waits', async (t) => {
    const site = await sites.open(t)
    const visitor = await signIn(site, site.admin)
    await actAt(visitor, SNAPSHOTS, { typed: {} })
    await site.app.storage.write((tx) =>
      tx.insertInto('site').values({ name: MAINTENANCE, value: '{}' }).execute(),
    )
    const page = await visitor.open('/console/admin')
    assert.equal(page.status, 200)
    assert.doesNotMatch(page.html, /href="\/console\/admin\/tokens"|href="\/console\/tasks"/)
    const list = await visitor.open(SNAPSHOTS)
    assert.match(wordsOf(list), /Captured/)
    assert.ok(!list.actions().includes(SNAPSHOTS))
    const release = `${/\/console\/admin\/snapshots\/[0-9a-f-]{36}/.exec(list.html)?.[0]}/release`
    await actAt(visitor, release, { typed: {} })
    for (const part of ['tokens', 'audit', 'capacity', 'topics/new'])
      assert.equal((await visitor.open(`/console/admin/${part}`)).status, 503, part)
  })

  test('a rebuild is driven to its end step by step, and the press waits meanwhile', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    for (let place = 0; place < 3; place += 1) await site.publish({ path: `/tools/tool-${place}` })
    const visitor = await signIn(site, site.admin)
    assert.match(wordsOf(await visitor.open(RECOVERY)), /No job has run here/)
    const started = await actAt(visitor, `${RECOVERY}/rebuild`, { typed: {} })
    assert.match(wordsOf(started), /The rebuild has started.*Rebuild Running/)
    assert.doesNotMatch(started.html, /recovery\/rebuild"/)
    assert.equal((await visitor.open('/console/topics')).status, 503)
    const action = started.actions().find((one) => one.startsWith(RECOVERY)) ?? ''
    const first = started.form(action)
    let page = await actAt(visitor, RECOVERY, { action, typed: {} })
    const stale = await visitor.send(action, { ...first, idempotency_key: 'another' })
    assert.equal(stale.status, 409)
    assert.match(stale.said('refusal') ?? '', /Someone else decided meanwhile/)
    if (page.actions().includes(action))
      assert.deepEqual(stale.form(action)['/expected_offset'], page.form(action)['/expected_offset'])
    for (let step = 0; step < 500 && page.actions().includes(action); step += 1)
      page = await actAt(visitor, RECOVERY, { action, typed: {} })
    assert.match(wordsOf(page), /The job is complete.*Rebuild Complete/)
    assert.equal((await visitor.open('/console/topics')).status, 200)
    assert.equal((await site.get('/api/v1/index?topic=tools')).as('listIndex').items.length, 3)
  })

  test('a step of a restore that lacks material says what is missing', async (t) => {
    const site = await sites.open(t)
    const tables = (await capture(site)).manifest.tables
    const manifest = {
      version: 2,
      schema_version: SCHEMA_VERSION,
      created_at: site.app.ambient.now(),
      tables: tables.map(({ name }) => ({ name, rows: 0, index: 'a'.repeat(64) })),
      blobs: { count: 0, bytes: 0 },
    }
    const body = { kind: 'restore', manifest }
    ;(await site.post('/api/v1/admin/recovery/staged', body, { token: site.admin })).as('startRecovery')
    const visitor = await signIn(site, site.admin)
    const page = await visitor.open(RECOVERY)
    assert.match(wordsOf(page), /Restore Running.*Check every object/)
    const action = page.actions().find((one) => one.startsWith(RECOVERY)) ?? ''
    const refused = await visitor.send(action, page.form(action))
    assert.equal(refused.status, 409)
    assert.match(wordsOf(refused), /Missing or altered a{64}/)
  })

  test('each credential enters the rooms that it has, and acts of the others are refused', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const sections = ['/console/suggestions', '/console/topics', '/console/signals', '/console/admin/tokens']
    const entered = {
      contributor: [200, 200, 403, 403],
      trusted_author: [200, 200, 403, 403],
      reviewer: [200, 200, 403, 403],
      curator: [200, 200, 200, 403],
      administrator: [200, 200, 200, 200],
    }
    const offered = {
      contributor: ['/console/suggestions'],
      trusted_author: ['/console/suggestions'],
      reviewer: ['/console/suggestions'],
      curator: ['/console/suggestions', '/console/signals', '/console/topics'],
      administrator: ['/console/suggestions', '/console/signals', '/console/topics', '/console/admin'],
    }
    const restricted = await signIn(
      site,
      await site.token({ preset: 'administrator', topic_grants: ['tools'] }),
    )
    assert.equal((await restricted.open('/console/admin/tokens')).status, 403)
    const master = await signIn(site, site.admin)
    const forms = {
      [NEW_TOKEN]: { '/label': 'Mallory', '/preset': 'administrator' },
      '/console/admin/topics/new': { '/id': 'mine', '/title': 'Mine', '/summary': 'Mine.' },
      [SNAPSHOTS]: {},
      '/console/topics/tools/policy': { '/minimum_evidence': '99' },
      '/console/topics/tools/visibility': { '/reason': 'Mine.' },
      '/console/tasks/new': { '/topic_id': 'tools', '/title': 'Mine', '/brief': 'Mine.' },
    }
    for (const preset of ['contributor', 'trusted_author', 'reviewer', 'curator', 'administrator'] as const) {
      const visitor = await signIn(site, await site.token({ preset, review_grants: null }))
      const home = await visitor.open('/console')
      const links = [...home.html.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href)
      for (const path of offered[preset]) assert.ok(links.includes(path), `${preset} ${path}: ${links}`)
      const others = offered.administrator.filter((path) => !offered[preset].includes(path))
      for (const path of others) assert.ok(!links.includes(path), `${preset} ${path}`)
      const statuses = await Promise.all(sections.map(async (page) => (await visitor.open(page)).status))
      assert.deepEqual(statuses, entered[preset], preset)
      if (preset === 'administrator') continue
      const { csrf_token = '' } = home.form('/console/sign-out')
      for (const [path, typed] of Object.entries(forms)) {
        if (preset === 'curator' && !path.startsWith('/console/admin')) continue
        const form = { ...(await master.open(path)).form(path), ...typed, csrf_token }
        assert.equal((await visitor.send(path, form)).status, 403, `${preset} ${path}`)
      }
    }
    assert.equal((await site.get('/api/v1/topics/mine', { token: site.admin })).status, 404)
  })

  test('no form of the console does anything for another site, or without the token of its page', async (t) => {
    const site = await sites.open(t)
    const visitor = await signIn(site, site.admin)
    const id = '00000000-0000-4000-8000-000000000000'
    const forms = CONSOLE_PAGES.flatMap(({ forms = [] }) => forms)
    assert.ok(forms.length > 25)
    for (const { path } of forms) {
      const action = path.replaceAll(/:\w+(hash|256)/g, 'a'.repeat(64)).replaceAll(/:\w+/g, id)
      const fields = { idempotency_key: 'key', '/kind': 'rebuild', chosen: id }
      for (const origin of ['null', 'https://elsewhere.example'])
        assert.equal((await visitor.send(action, fields, { origin })).status, 403, action)
      const { status } = await visitor.send(action, fields)
      assert.ok(status === 403 || status === 404, `${action} ${status}`)
    }
    const { items } = (await site.get('/api/v1/admin/audit', { token: site.admin })).as('listAudit')
    assert.deepEqual(
      items.filter(({ actor_label }) => actor_label === 'administrator'),
      [],
    )
  })

  test('hostile texts are shown as texts, and what is no text is refused as it was typed', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const visitor = await signIn(site, site.admin)
    const label = HOSTILE.replace('\u{202E}', '')
    const forms: [string, Record<string, string>][] = [
      [NEW_TOKEN, { '/label': label }],
      ['/console/suggestions/new', { '/topic_id': 'tools', '/question': label, '/motivation': label }],
      ['/console/tasks/new', { '/topic_id': 'tools', '/title': label, '/brief': label }],
      ['/console/admin/topics/new', { '/id': 'odd', '/title': label, '/summary': label }],
      ['/console/topics/tools/visibility', { '/reason': label }],
    ]
    for (const [path, typed] of forms) {
      const done = await visitor.fill(path, path, typed)
      assert.ok(done.status < 400, `${path} ${done.html}`)
    }
    const pages = [
      'tasks',
      'suggestions',
      'topics',
      'topics/odd',
      'topics/tools/visibility',
      'admin/tokens',
      'admin/audit',
    ]
    for (const page of pages) {
      const { html } = await visitor.open(`/console/${page}`)
      assert.match(html, /&lt;script>alert\(1\)/, page)
      assert.doesNotMatch(html, /<script>/, page)
    }
    const path = '/console/admin/topics/new'
    const refused = await visitor.fill(path, path, { '/id': label, '/title': 'a\u0000b', '/summary': label })
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.form(path)['/id'], [label])
    assert.doesNotMatch(refused.html, /<script>/)
  })
})
