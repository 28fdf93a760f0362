import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Fields, signIn, type Visitor } from '../support/console.ts'
import { type Desk, draft, manualEvidence, openDesk, planned } from '../support/editorial.ts'
import { describePages, type Site } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'
import { openTask } from '../support/tasks.ts'

const PRESETS = ['contributor', 'trusted_author', 'reviewer', 'curator', 'administrator'] as const
type Preset = (typeof PRESETS)[number]

interface World {
  site: Site
  desk: Desk
  /** A path that nothing has yet. */
  path(): string
}

/** Something that another author made, and a form about it. */
interface Prepared {
  /** The page from which the form, or the link to it, is offered. */
  page: string
  action: string
  typed?: Fields
}

interface Act {
  name: string
  prepare(world: World): Promise<Prepared>
  /** The status of the answer, for each credential in the order of the presets. */
  statuses: readonly [number, number, number, number, number]
}

const ACTS: readonly Act[] = [
  {
    name: 'claims research',
    prepare: async ({ site }) => {
      const page = `/console/tasks/${(await openTask(site)).task_id}`
      return { page, action: `${page}/claim` }
    },
    statuses: [303, 303, 403, 303, 303],
  },
  {
    name: 'writes',
    prepare: async ({ path }) => ({
      page: '/console',
      action: '/console/write',
      typed: { '/kind': 'article', '/title': 'T', '/summary': 'S', '/path': path(), '/body': 'B' },
    }),
    statuses: [303, 303, 403, 303, 303],
  },
  {
    name: 'accepts the proposal of another',
    prepare: async (world) => fromProposal(world, 'finalize'),
    statuses: [403, 404, 403, 303, 303],
  },
  {
    name: 'declines the proposal of another',
    prepare: async (world) => ({ ...(await fromProposal(world, 'decline')), typed: { '/reason': 'No.' } }),
    statuses: [403, 403, 403, 303, 303],
  },
  {
    name: 'withdraws the proposal of another',
    prepare: async (world) => fromProposal(world, 'withdraw'),
    statuses: [404, 404, 403, 403, 403],
  },
  {
    name: 'publishes the candidate of another',
    prepare: async ({ site, desk, path }) => {
      const page = `/console/candidates/${(await draft(site, desk, { path: path() })).candidate_hash}`
      return { page, action: `${page}/publish`, typed: { '/mode': 'direct' } }
    },
    statuses: [403, 403, 403, 303, 303],
  },
  {
    name: 'claims a review',
    prepare: async ({ site, desk, path }) => {
      const { tasks } = await planned(site, desk, { path: path() })
      const page = `/console/reviews/${tasks.accuracy}`
      return { page, action: `${page}/claim` }
    },
    statuses: [403, 403, 303, 303, 303],
  },
  {
    name: 'adds evidence',
    prepare: async ({ site, desk, path }) => {
      const page = `/console/candidates/${(await draft(site, desk, { path: path() })).candidate_hash}`
      const { tool, checked_at, expires_at, ...row } = manualEvidence(site.clock.now())
      const typed = Object.fromEntries(
        Object.entries({
          ...row,
          checked_at,
          expires_at,
          'tool/name': tool?.name,
          'tool/version': tool?.version,
        }).map(([name, value]) => [`/${name}`, String(value)]),
      )
      return { page, action: `${page}/evidence/manual`, typed }
    },
    statuses: [403, 403, 303, 303, 303],
  },
  {
    name: 'challenges evidence',
    prepare: async ({ site, desk, path }) => {
      const { candidate_hash } = await draft(site, desk, { path: path() })
      const rows = `/api/v1/candidates/${candidate_hash}/evidence`
      const row = (await site.post(rows, manualEvidence(site.clock.now()), { token: desk.reviewers[0] })).as(
        'createEvidence',
      )
      const page = `/console/candidates/${candidate_hash}/evidence`
      return {
        page,
        action: `${page}/${row.evidence_id}/challenge`,
        typed: { '/selector': 's', '/reason': 'r' },
      }
    },
    statuses: [403, 403, 403, 303, 303],
  },
]

async function fromProposal({ site, desk, path }: World, act: string): Promise<Prepared> {
  const sent = await site.post('/api/v1/submissions', submissionOf({ path: path() }), { token: desk.author })
  const page = `/console/submissions/${sent.as('createSubmission').proposal_hash}`
  return { page, action: `${page}/${act}` }
}

/** A form, or a link to the page that has it. */
async function isOffered(visitor: Visitor, { page, action }: Prepared): Promise<boolean> {
  const shown = await visitor.open(page)
  const isLinked = shown.html.includes(`href="${action.replace(/\/manual$/, '')}"`)
  return shown.status === 200 && (isLinked || shown.actions().includes(action))
}

async function postByHand(visitor: Visitor, { action, typed }: Prepared): Promise<number> {
  const { csrf_token = '' } = (await visitor.open('/console')).form('/console/sign-out')
  const fields = { csrf_token, idempotency_key: randomUUID(), ...typed }
  return (await visitor.send(action, fields)).status
}

describePages((sites) => {
  for (const act of ACTS)
    test(`who ${act.name} is offered it, and whoever is not is refused by hand`, async (t) => {
      const site = await sites.open(t, { topics: ['tools'] })
      let paths = 0
      const path = () => `/tools/paper-${++paths}`
      const world = { site, desk: await openDesk(site), path }
      const found: Partial<Record<Preset, string>> = {}
      for (const preset of PRESETS) {
        const visitor = await signIn(site, await site.token({ preset, label: preset, review_grants: null }))
        const prepared = await act.prepare(world)
        const offered = await isOffered(visitor, prepared)
        found[preset] = `${offered ? 'offered' : 'not offered'} ${await postByHand(visitor, prepared)}`
      }
      const expected = PRESETS.map((preset, place) => {
        const status = act.statuses[place]
        return [preset, `${status === 303 ? 'offered' : 'not offered'} ${status}`]
      })
      assert.deepEqual(found, Object.fromEntries(expected))
    })

  test('a reviewer at the console learns nothing of what the others say', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const desk = await openDesk(site)
    const first = await signIn(site, desk.reviewers[0])
    const [one, other] = [await revised(site, desk, '/tools/a'), await revised(site, desk, '/tools/b')]
    for (const [plan, verdict] of [
      [one, 'approve'],
      [other, 'reject'],
    ] as const) {
      const page = `/console/reviews/${plan.tasks.accuracy}`
      assert.equal((await first.fill(page, `${page}/claim`, {})).status, 303)
      const typed = {
        '/verdict': verdict,
        '/summary': `I ${verdict} it.`,
        '/findings/1/comment': verdict,
        '/findings/1/severity': 'blocker',
        '/findings/1/locator': 'line 3',
      }
      const given = await first.fill(page, page, typed)
      assert.equal(given.status, 303, given.said('refusal') ?? '')
      assert.match((await first.open(page)).said('review') ?? '', new RegExp(`I ${verdict} it.*line 3`))
    }
    for (const token of [desk.author, desk.reviewers[1]]) {
      const blind = await signIn(site, token)
      for (const place of ['candidates', 'reviews'] as const) {
        const [left, right] = await Promise.all(
          [one, other].map(async (plan) => {
            const name = place === 'candidates' ? plan.candidate_hash : plan.tasks.usefulness
            return shapeOf((await blind.open(`/console/${place}/${name}`)).html)
          }),
        )
        assert.equal(left, right)
        assert.doesNotMatch(left ?? '', /approve|reject/i)
        assert.match(left ?? '', /What it changes.*Something else/s)
      }
    }
  })
})

/** A planned revision of an entry: its page shows a text that was set, and what it changes. */
async function revised(site: Site, desk: Desk, path: string) {
  const revises = await site.publish({ path })
  return planned(site, desk, { path, revises, body: `# On ${path}\n\nSomething else.\n` })
}

/** A page without what names this very thing: its path, which its text says too, and its hashes, whole or short. */
function shapeOf(html: string): string {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return main
    .replaceAll(
      /[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{43}(?=")|(?<=<code[^>]*>|the hash )[0-9a-f]{12}\b/g,
      'NAME',
    )
    .replaceAll(/tools([/-]?)[ab]\b/g, 'tools$1PATH')
}
