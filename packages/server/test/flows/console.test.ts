import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORM_LIMITS } from '@colophon/contract'
import { MAINTENANCE } from '../../src/command/maintenance.ts'
import { type Fields, signedOut, signIn } from '../support/console.ts'
import { describePages } from '../support/site.ts'
import { openTask } from '../support/tasks.ts'

const DRAFT = {
  '/kind': 'article',
  '/title': 'Saws',
  '/summary': 'What cuts what.',
  '/path': '/tools/saws',
  '/body': '\nA saw <b>cuts</b> & "splits".\n\n',
}

describePages((sites) => {
  test('a token signs in, and leaving signs out', async (t) => {
    const site = await sites.open(t)
    const visitor = signedOut(site)
    const outside = await visitor.open('/console/tasks?kind=research')
    assert.equal(outside.status, 303)
    assert.equal(outside.location, '/console/sign-in?next=%2Fconsole%2Ftasks%3Fkind%3Dresearch')
    const signInPage = await visitor.open(outside.location ?? '')
    const wrong = await visitor.send('/console/sign-in', {
      ...signInPage.form('/console/sign-in'),
      token: 'wrong',
    })
    assert.equal(wrong.status, 401)
    assert.equal(wrong.header('www-authenticate'), 'Bearer')
    assert.match(wrong.said('error') ?? '', /malformed/)
    assert.doesNotMatch(wrong.html, /value="wrong"/)
    const entered = await visitor.send('/console/sign-in', {
      ...wrong.form('/console/sign-in'),
      token: ` ${site.admin}\n`,
    })
    assert.equal(entered.status, 303)
    assert.equal(entered.location, '/console/tasks?kind=research')
    assert.match(entered.header('set-cookie') ?? '', /; HttpOnly; SameSite=Strict$/)
    const inside = await visitor.open('/console')
    assert.match(inside.said('visitor') ?? '', /administrator/)
    const left = await visitor.send('/console/sign-out', inside.form('/console/sign-out'))
    assert.equal(left.location, '/console/sign-in?notice=signed_out')
    assert.equal((await visitor.open('/console')).status, 303)
    const again = await visitor.send('/console/sign-out', inside.form('/console/sign-out'))
    assert.equal(again.status, 303)
  })

  test('signing in leads to paths of this site only', async (t) => {
    const site = await sites.open(t)
    for (const next of ['//elsewhere.example', 'https://elsewhere.example/', '/\\elsewhere.example']) {
      const visitor = signedOut(site)
      const signInPage = await visitor.open(`/console/sign-in?next=${encodeURIComponent(next)}`)
      assert.deepEqual(signInPage.form('/console/sign-in').next, ['/console'])
      const form = { ...signInPage.form('/console/sign-in'), next, token: site.admin }
      assert.equal((await visitor.send('/console/sign-in', form)).location, '/console')
    }
  })

  test('no other site leads to the console, with or without a session', async (t) => {
    const site = await sites.open(t)
    const visitor = await signIn(site, site.admin)
    const cross = { 'sec-fetch-site': 'cross-site' }
    for (const path of ['/console', '/console/sign-in', '/console/tasks', '/console/nothing/here']) {
      assert.equal((await visitor.open(path, cross)).status, 403, path)
      assert.equal((await signedOut(site).open(path, cross)).status, 403, path)
    }
    const form = (await visitor.open('/console')).form('/console/sign-out')
    assert.equal((await visitor.send('/console/sign-out', form, cross)).status, 403)
    assert.equal((await visitor.open('/console/tasks')).status, 200)
    assert.equal((await visitor.open('/console/nothing/here')).status, 404)
  })

  test('a form of another origin or session does nothing, and is shown as it was typed', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const visitor = await signIn(site, await site.token({ preset: 'contributor' }))
    const other = await signIn(site, site.admin)
    const form: Fields = { ...(await visitor.open('/console/write')).form('/console/write'), ...DRAFT }
    for (const origin of ['null', 'https://elsewhere.example', `${site.url}.elsewhere.example`])
      assert.equal((await visitor.send('/console/write', form, { origin })).status, 403, origin)
    const token = (await other.open('/console')).form('/console/sign-out').csrf_token ?? ''
    for (const csrf_token of ['', 'wrong', token]) {
      const refused = await visitor.send('/console/write', { ...form, csrf_token })
      assert.equal(refused.status, 403)
      assert.match(refused.said('refusal') ?? '', /another session/)
      assert.deepEqual(refused.form('/console/write')['/body'], [DRAFT['/body']])
    }
    assert.deepEqual((await site.get('/api/v1/submissions', { token: site.admin })).json.items, [])
    const mended = (await visitor.send('/console/write', { ...form, csrf_token: token })).form(
      '/console/write',
    )
    assert.equal((await visitor.send('/console/write', mended)).status, 303)
  })

  test('what is refused is shown as it was typed, with a word beside each field', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const visitor = await signIn(site, await site.token({ preset: 'contributor' }))
    const typed = {
      ...DRAFT,
      '/title': '',
      '/path': '/Tools/Säge',
      '/references/0/kind': 'url',
      '/references/2/url': 'javascript:alert(1)',
      '/references/2/kind': 'url',
    }
    const refused = await visitor.fill('/console/write', '/console/write', typed)
    assert.equal(refused.status, 400)
    assert.match(refused.html, /<title>Refused: Write/)
    assert.match(
      refused.said('refusal') ?? '',
      /Title is required.*Path has not the form.*Reference 3: Address must be an http or https address/,
    )
    const [field = ''] = /<input id="console-write-path"[^>]*>/.exec(refused.html) ?? []
    assert.match(
      field,
      / aria-invalid="true" aria-describedby="console-write-path-hint console-write-path-error"/,
    )
    assert.match(refused.html, /<p class="error" id="console-write-path-error">Path has not the form/)
    const again = refused.form('/console/write')
    for (const [name, value] of Object.entries(typed)) assert.deepEqual(again[name], [value], name)
  })

  test('a form that is sent twice does one thing', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const visitor = await signIn(site, await site.token({ preset: 'contributor' }))
    const form: Fields = { ...(await visitor.open('/console/write')).form('/console/write'), ...DRAFT }
    const [one, two] = [
      await visitor.send('/console/write', form),
      await visitor.send('/console/write', form),
    ]
    assert.equal(one.status, 303)
    assert.equal(one.location, two.location)
    assert.match((await visitor.open(one.location ?? '')).said('done') ?? '', /submitted/)
    const changed = { ...form, '/title': 'Other saws', '/path': '/tools/other-saws' }
    const reused = await visitor.send('/console/write', changed)
    assert.equal(reused.status, 409)
    assert.match(reused.said('refusal') ?? '', /sent this form before/)
    const meant = reused.form('/console/write')
    assert.notDeepEqual(meant.idempotency_key, [form.idempotency_key])
    assert.equal((await visitor.send('/console/write', meant)).status, 303)
    const { items } = (await site.get('/api/v1/submissions', { token: site.admin })).as('listSubmissions')
    assert.deepEqual(items.map(({ title }) => title).sort(), ['Other saws', 'Saws'])
  })

  test('a session that ends while somebody writes loses nothing', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const issued = await site.issue({ preset: 'contributor' })
    const visitor = await signIn(site, issued.token)
    const form: Fields = { ...(await visitor.open('/console/write')).form('/console/write'), ...DRAFT }
    site.clock.set('2026-03-03T00:00:00.000Z')
    const ended = await visitor.send('/console/write', form)
    assert.equal(ended.status, 401)
    assert.match(ended.said('refusal') ?? '', /What you typed is kept/)
    const signInPage = ended.form('/console/sign-in')
    const wrong = await visitor.send('/console/sign-in', { ...signInPage, token: 'wrong' })
    const back = await visitor.send('/console/sign-in', {
      ...wrong.form('/console/sign-in'),
      token: issued.token,
    })
    assert.equal(back.status, 200)
    const again = back.form('/console/write')
    for (const [name, value] of Object.entries(DRAFT)) assert.deepEqual(again[name], [value], name)
    assert.equal((await visitor.send('/console/write', again)).status, 303)
    const foreign = { ...signInPage, kept_action: '/console/nothing', token: issued.token }
    assert.equal((await visitor.send('/console/sign-in', foreign)).location, '/console')
  })

  test('without a session a long form is refused before it is read', async (t) => {
    const site = await sites.open(t)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: site.url }
    const form = (length: number) => `/body=${'a'.repeat(length)}`
    for (const [path, length, status] of [
      ['/console/write', FORM_LIMITS.keptBytes - 6, 401],
      ['/console/write', FORM_LIMITS.keptBytes, 413],
      ['/console/sign-in', FORM_LIMITS.anonymousBytes - 6, 401],
      ['/console/sign-in', FORM_LIMITS.anonymousBytes, 413],
      ['/console/sign-out', FORM_LIMITS.anonymousBytes, 413],
    ] as const) {
      const answer = await site.send('POST', path, { headers, body: form(length) })
      assert.equal(answer.status, status, `${path} ${length}`)
    }
  })

  test('a revoked token ends its session at once', async (t) => {
    const site = await sites.open(t)
    const issued = await site.issue({ preset: 'curator' })
    const visitor = await signIn(site, issued.token)
    const form = (await visitor.open('/console')).form('/console/sign-out')
    ;(await site.post('/api/v1/me/revoke', {}, { token: issued.token })).as('revokeMe')
    assert.equal((await visitor.open('/console')).status, 303)
    assert.equal(
      (await visitor.send('/console/sign-out', form)).location,
      '/console/sign-in?notice=signed_out',
    )
  })

  test('a bearer beside the cookie decides, and a bad one is refused', async (t) => {
    const site = await sites.open(t)
    const visitor = await signIn(site, site.admin)
    assert.equal((await visitor.open('/console', { authorization: 'Bearer nonsense' })).status, 401)
    assert.equal((await visitor.open('/console', { authorization: `Bearer ${site.admin}` })).status, 303)
  })

  test('what is no form of a page is refused', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const visitor = await signIn(site, site.admin)
    const form: Fields = { ...(await visitor.open('/console/write')).form('/console/write'), ...DRAFT }
    const typed = (type: string) => visitor.send('/console/write', form, { 'content-type': type })
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
      assert.equal((await typed(type)).status, 415, type)
    const own = { cookie: visitor.cookie(), origin: site.url, accept: 'text/html' }
    const raw = (body: string) =>
      site.send('POST', '/console/write', {
        headers: { ...own, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
    assert.equal((await raw('%C0%AF=x')).status, 400)
    assert.equal((await raw('a=1&'.repeat(3000))).status, 400)
    assert.equal((await raw(`a=${'x'.repeat(9 * 1024 * 1024)}`)).status, 413)
    const large = await visitor.send('/console/write', { ...form, '/body': 'x'.repeat(1024 * 1024 + 1) })
    assert.equal(large.status, 413)
    assert.equal(large.form('/console/write')['/body']?.[0]?.length, 1024 * 1024 + 1)
  })

  test('a page is its visitor’s alone, runs this site’s scripts only, and is never compressed', async (t) => {
    const site = await sites.open(t)
    const visitor = await signIn(site, site.admin)
    for (const path of ['/console', '/console/tasks', '/console/write', '/console/sign-in']) {
      const page = await visitor.open(path, { 'accept-encoding': 'br, gzip' })
      assert.equal(page.header('cache-control'), 'private, no-store', path)
      assert.equal(page.header('content-encoding'), null, path)
      assert.match(
        page.header('content-security-policy') ?? '',
        /^default-src 'none'; .*frame-ancestors 'none'$/,
      )
      assert.doesNotMatch(page.header('content-security-policy') ?? '', /unsafe/)
      assert.doesNotMatch(page.html, /<script(?! type="module" src="\/assets\/)|<[^>]* (on\w+|style)=/)
    }
  })

  test('during maintenance signing in works, and what was typed waits', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const visitor = await signIn(site, site.admin)
    const form: Fields = { ...(await visitor.open('/console/write')).form('/console/write'), ...DRAFT }
    await site.app.storage.write((tx) =>
      tx.insertInto('site').values({ name: MAINTENANCE, value: '{}' }).execute(),
    )
    const closed = await visitor.open('/console/tasks')
    assert.equal(closed.status, 503)
    assert.notEqual(closed.header('retry-after'), null)
    const waiting = await visitor.send('/console/write', form)
    assert.equal(waiting.status, 503)
    assert.match(waiting.html, /Saws/)
    const later = waiting.form('/console/write')
    assert.equal((await signIn(site, site.admin)).cookie() === '', false)
    const out = await signIn(site, site.admin)
    assert.equal((await out.send('/console/sign-out', { ...form })).status, 403)
    await site.app.storage.write((tx) => tx.deleteFrom('site').where('name', '=', MAINTENANCE).execute())
    assert.equal((await visitor.send('/console/write', later)).status, 303)
  })

  test('a lease that changed hands shows the form again with the one that counts', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const visitor = await signIn(site, await site.token({ preset: 'contributor' }))
    const { task_id } = await openTask(site)
    const path = `/console/tasks/${task_id}`
    const claimed = await visitor.fill(path, `${path}/claim`, {})
    assert.equal(claimed.location, `${path}?notice=task_claimed`)
    const held = await visitor.open(`/console/write?task=${task_id}`)
    assert.match(held.said('lease') ?? '', /You hold this task/)
    const form = { ...held.form('/console/write'), ...DRAFT }
    site.clock.advance({ seconds: 301 })
    const late = await visitor.send('/console/write', form)
    assert.equal(late.status, 409)
    assert.match(late.html, /value="claim"/)
    const reclaimed = await visitor.send('/console/write', { ...late.form('/console/write'), again: 'claim' })
    assert.equal(reclaimed.status, 200)
    const second = reclaimed.form('/console/write')
    assert.deepEqual(second['/task_generation'], ['2'])
    assert.deepEqual(second['/body'], [DRAFT['/body']])
    assert.equal((await visitor.send('/console/write', second)).status, 303)
    const done = await visitor.fill(path, `${path}/complete`, {})
    assert.equal(done.location, `${path}?notice=task_completed`)
  })
})
