import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  approveAll,
  draft,
  manualEvidence,
  openDesk,
  planned,
  publish,
  setPolicy,
} from '../support/editorial.ts'
import { anyCommands, newModel } from '../support/editorial-model.ts'
import type { Cleanup } from '../support/engines.ts'
import { describeSites } from '../support/site.ts'

const YEAR = 365 // The tokens of a story outlive it.

describeSites((sites) => {
  test('whatever editors do in whatever order, each entry has one head and each publication its rule', async () => {
    const property = fc.asyncProperty(anyCommands, async (commands) => {
      await withCleanup(async (t) => {
        const site = await sites.open(t, { topics: ['tools'] })
        await setPolicy(site, { minimum_evidence: 1 })
        const issue = (preset: 'contributor' | 'curator' | 'reviewer') =>
          site.token({
            preset,
            expires_in_days: YEAR,
            ...(preset === 'reviewer' ? { review_grants: ['tools'] } : {}),
          })
        const reviewers = [await issue('reviewer'), await issue('reviewer'), await issue('reviewer')]
        const desk = {
          author: await issue('contributor'),
          curator: await issue('curator'),
          reviewers: ['', ''] as [string, string],
        }
        await fc.asyncModelRun(() => ({ model: newModel(), real: { site, desk, reviewers } }), commands)
      })
    })
    await fc.assert(property, { numRuns: sites.engine === 'sqlite' ? 15 : 5, endOnFailure: true })
  })

  test('of 20 rival revisions published at once one becomes the head', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const other = await site.second(t)
    const desk = await openDesk(site)
    const first = await site.publish({ path: '/tools/saw' })
    const revises = { entry_id: first.entry_id, expected_parent_hash: first.content_hash }
    const rivals = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        draft(site, desk, { path: '/tools/saw', title: `Saws ${number}`, ...revises }),
      ),
    )
    const answers = await Promise.all(
      rivals.map(({ candidate_hash }, place) =>
        publish(place % 2 === 0 ? site : other, candidate_hash, {
          token: desk.curator,
          mode: 'direct',
          head: first.content_hash,
        }),
      ),
    )
    const won = answers.filter(({ status }) => status === 201)
    assert.equal(won.length, 1)
    for (const answer of answers) if (answer.status !== 201) answer.refused('compare_and_set_mismatch')
    const path = `/api/v1/entries/${first.entry_id}`
    const entry = (await site.get(path)).as('getEntry')
    assert.equal(entry.content_hash, won[0]?.as('publishCandidate').content_hash)
    assert.equal((await site.get(`${path}/revisions`)).as('listRevisions').items.length, 2)
    const loser = rivals.find(({ candidate_hash }) => candidate_hash !== entry.content_hash)
    const late = await publish(site, loser?.candidate_hash ?? '', {
      token: desk.curator,
      mode: 'direct',
      head: entry.content_hash,
    })
    late.refused('stale_parent')
  })

  test('of 20 new entries with one path one gets it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const rivals = await Promise.all(
      Array.from({ length: 20 }, () => draft(site, desk, { path: '/tools/saw' })),
    )
    const answers = await Promise.all(
      rivals.map(({ candidate_hash }) =>
        publish(site, candidate_hash, { token: desk.curator, mode: 'direct' }),
      ),
    )
    const won = answers.filter(({ status }) => status === 201)
    assert.equal(won.length, 1)
    for (const answer of answers) if (answer.status !== 201) answer.refused('path_taken')
    const resolved = (await site.get('/api/v1/resolve?path=/tools/saw')).as('resolvePath')
    assert.equal(resolved.content_hash, won[0]?.as('publishCandidate').content_hash)
  })

  test('a challenge that comes with a publication is before it and stops it, or after it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    await setPolicy(site, { minimum_evidence: 1 })
    for (let round = 0; round < 6; round += 1) {
      const { candidate_hash, tasks } = await planned(site, desk, { path: `/tools/saw-${round}` })
      await approveAll(site, desk, tasks)
      const place = `/api/v1/candidates/${candidate_hash}/evidence`
      const row = await site.post(place, manualEvidence(site.clock.now()), { token: desk.reviewers[0] })
      const path = `/api/v1/evidence/${row.as('createEvidence').evidence_id}/challenge`
      const body = { selector: 'all', reason: 'It is not there.' }
      const [challenged, published] = await Promise.all([
        site.post(path, body, { token: desk.curator }),
        publish(site, candidate_hash, { token: desk.curator }),
      ])
      challenged.as('challengeEvidence')
      if (published.status !== 201) published.refused('coverage_incomplete')
      const again = await publish(site, candidate_hash, {
        token: desk.curator,
        head: published.status === 201 ? candidate_hash : null,
      })
      again.refused(published.status === 201 ? 'already_published' : 'coverage_incomplete')
    }
  })
})

async function withCleanup(work: (t: Cleanup) => Promise<void>): Promise<void> {
  const after: (() => Promise<void>)[] = []
  try {
    await work({ after: (done) => void after.push(done) })
  } finally {
    for (const done of after.reverse()) await done()
  }
}
