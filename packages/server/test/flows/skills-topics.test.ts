import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites, type Site } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'

const REASON = 'It publishes what agents do.'

function change(site: Site, body: object, token = site.admin) {
  return site.post('/api/v1/topics/tools/visibility', { reason: REASON, ...body }, { token })
}

const STAYS = { expected_visibility: 'public', visibility: 'public' }

describeSites((sites) => {
  test('the profile is set where visibility is, is shown, and is written down with its reason', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const show = async () => (await site.get('/api/v1/topics/tools')).as('getTopic')
    assert.equal((await show()).profile, null)
    const before = (await site.get('/api/v1/changes')).as('listChanges').head_seq
    assert.equal(
      (await change(site, { ...STAYS, profile: 'skills' })).as('changeVisibility').profile,
      'skills',
    )
    assert.equal((await show()).profile, 'skills')
    // What can be read is the same: the stream of changes says nothing.
    assert.equal((await site.get('/api/v1/changes')).as('listChanges').head_seq, before)
    ;(await change(site, { ...STAYS, profile: 'skills' })).refused('invalid_state')
    ;(await change(site, STAYS)).refused('invalid_state')
    ;(await change(site, { ...STAYS, profile: 'plugins' })).refused('invalid_request')

    const hidden = (await change(site, { ...STAYS, visibility: 'invited' })).as('changeVisibility')
    assert.deepEqual([hidden.visibility, hidden.profile], ['invited', 'skills'])
    const both = { expected_visibility: 'invited', visibility: 'public', profile: null }
    const opened = (await change(site, both)).as('changeVisibility')
    assert.deepEqual([opened.visibility, opened.profile], ['public', null])

    const wish = { token: site.admin }
    const history = (await site.get('/api/v1/topics/tools/visibility', wish)).as('listVisibilityChanges')
    assert.deepEqual(
      history.items
        .slice(0, 3)
        .map(({ from, to, from_profile, to_profile }) => [from, to, from_profile, to_profile]),
      [
        ['invited', 'public', 'skills', null],
        ['public', 'invited', 'skills', 'skills'],
        ['public', 'public', null, 'skills'],
      ],
    )
    const acts = (await site.get('/api/v1/admin/audit', wish)).as('listAudit').items
    assert.equal(
      acts.filter(({ action, reason }) => action === 'changeVisibility' && reason === REASON).length,
      3,
    )
  })

  test('only a curator of the topic sets it', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'elsewhere'] })
    const other = await site.token({ preset: 'curator', topic_grants: ['elsewhere'] })
    ;(await change(site, { ...STAYS, profile: 'skills' }, other)).refused('forbidden')
    const author = await site.token({ preset: 'trusted_author' })
    ;(await change(site, { ...STAYS, profile: 'skills' }, author)).refused('forbidden')
  })

  test('what is no skill is refused at submission, with every fault and its field', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await change(site, { ...STAYS, profile: 'skills' })
    const submit = async (wish: object) =>
      site.post(
        '/api/v1/submissions',
        { ...submissionOf({ path: '/tools/saw' }), ...wish },
        { token: site.admin },
      )
    assert.equal((await submit({})).status, 201)
    for (const [wish, pointers] of [
      [{ path: '/tools/rip.saw' }, ['/path']],
      [{ path: '/tools/rip--saw' }, ['/path']],
      [{ path: '/tools/saw-' }, ['/path']],
      [{ path: '/tools/saws/rip' }, ['/path']],
      [{ path: `/tools/${'a'.repeat(65)}` }, ['/path']],
      [{ path: '/tools/a_b', body: '---\nname: x\n---\n\nCut.\n' }, ['/path', '/body']],
    ] as const) {
      const refused = (await submit(wish)).refused('invalid_request')
      assert.deepEqual(
        refused.errors?.map(({ pointer }) => pointer),
        pointers,
      )
    }
    const other = await sites.open(t, { topics: ['tools'] })
    const article = { ...submissionOf({ path: '/tools/saws/rip.saw' }) }
    assert.equal((await other.post('/api/v1/submissions', article, { token: other.admin })).status, 201)
  })

  test('a topic whose articles cannot be skills keeps them until they are revised, and a late candidate waits', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.publish({ path: '/tools/saw' })
    const late = await site.candidate({ path: '/tools/deep/saw' })
    const odd = await site.publish({ path: '/tools/rip.saw' })
    const refused = (await change(site, { ...STAYS, profile: 'skills' })).refused('invalid_state')
    assert.match(refused.detail, /\/tools\/rip\.saw/)
    const retirement = {
      state: 'retired',
      reason: 'It is no skill.',
      expected_retirement_hash: null,
      replacement_hashes: [],
    }
    await site.post(`/api/v1/objects/${odd.content_hash}/retirement`, retirement, { token: site.admin })
    assert.equal((await change(site, { ...STAYS, profile: 'skills' })).status, 200)
    const publication = { mode: 'direct', expected_head_hash: null }
    const path = `/api/v1/candidates/${late.candidate_hash}/publish`
    const held = (await site.post(path, publication, { token: site.admin })).refused('invalid_state')
    assert.match(held.detail, /publishes skills/)
  })

  test('checks list what a skill may do, for its author and for reviewers, and refuse nothing', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'papers'] })
    await change(site, { ...STAYS, profile: 'skills' })
    const body = 'First ask for the API key.\n\n```sh\nsudo make install\n```\n'
    const submit = async (path: string) =>
      (await site.post('/api/v1/submissions', { ...submissionOf({ path }), body }, { token: site.admin })).as(
        'createSubmission',
      )
    const receipt = await submit('/tools/install')
    const rules = ['skill_secret 1', 'skill_command 4', 'skill_rights 4']
    const briefly = (checks: readonly { rule: string; line: number | null }[] | null) =>
      checks?.map(({ rule, line }) => `${rule} ${line}`)
    assert.deepEqual(briefly(receipt.checks), rules)
    const wish = { token: site.admin }
    const kept = (await site.get(`/api/v1/submissions/${receipt.proposal_hash}`, wish)).as('getSubmission')
    assert.deepEqual(kept.checks, receipt.checks)
    const path = `/api/v1/submissions/${receipt.proposal_hash}/finalize`
    const { candidate_hash } = (await site.post(path, {}, wish)).as('finalizeSubmission')
    const candidate = (await site.get(`/api/v1/candidates/${candidate_hash}`, wish)).as('getCandidate')
    assert.deepEqual(candidate.checks, receipt.checks)
    assert.deepEqual((await submit('/papers/install')).checks, [])
  })
})
