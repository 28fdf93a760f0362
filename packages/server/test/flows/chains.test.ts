import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Answer } from '../support/answer.ts'
import { type ChainRecord, verifyChain } from '../support/chain.ts'
import { describeSites, type Site } from '../support/site.ts'

/** A chain of decisions as its curators meet it over HTTP. */
interface Chain {
  /** The genesis, where there is one from the start. */
  first: ChainRecord | null
  /** Decides, expecting a tip. */
  decide(expected: string | null): Promise<Answer>
  recordOf(answer: Answer): ChainRecord
  /** The tip as everybody reads it. */
  readTip(): Promise<string | null>
}

const CHAINS: Record<string, (site: Site, name: string) => Promise<Chain>> = {
  resolution: async (site) => {
    const body = { topic_id: 'tools', kind: 'discussion', question: 'Which?', motivation: 'Many ask.' }
    const made = await site.post('/api/v1/suggestions', body, { token: site.admin })
    const path = `/api/v1/suggestions/${made.as('createSuggestion').suggestion_id}/resolution`
    return {
      first: null,
      decide: (expected) =>
        site.post(
          path,
          { state: 'open', reason: 'so far', expected_resolution_hash: expected },
          { token: site.admin },
        ),
      recordOf: (answer) => {
        const { resolution_hash: hash, previous_hash } = answer.as('resolveSuggestion')
        return { hash, previous_hash }
      },
      readTip: async () =>
        (await site.get(path, { token: site.admin })).as('listResolutions').resolution_hash,
    }
  },
  retirement: async (site, name) => {
    const { content_hash } = await site.publish({ path: `/tools/${name}` })
    const path = `/api/v1/objects/${content_hash}/retirement`
    const read = async () => (await site.get(path)).as('listRetirements')
    return {
      first: null,
      decide: async (expected) => {
        // What the caller knows of the state may be old too: the token is compared first.
        const state = (await read()).state === 'retired' ? 'active' : 'retired'
        const body = { state, reason: 'decided', expected_retirement_hash: expected }
        return site.post(path, body, { token: site.admin })
      },
      recordOf: (answer) => {
        const { retirement_hash: hash, previous_hash } = answer.as('retireRevision')
        return { hash, previous_hash }
      },
      readTip: async () => (await read()).retirement_hash,
    }
  },
  policy: async (site, name) => {
    await site.topic(name)
    const path = `/api/v1/topics/${name}/policy`
    const readTip = async () => (await site.get(path)).as('getPolicy').policy_hash
    return {
      first: { hash: await readTip(), previous_hash: null },
      decide: (expected) =>
        site.post(path, { expected_policy_hash: expected ?? '0'.repeat(64) }, { token: site.admin }),
      recordOf: (answer) => {
        const { policy_hash: hash, previous_hash } = answer.as('setPolicy')
        return { hash, previous_hash }
      },
      readTip,
    }
  },
}

/** Rounds of decisions that are made at once, each by somebody who looked so many decisions ago. */
const rounds = fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
const RUNS = 5

async function play(chain: Chain, script: number[][]): Promise<void> {
  const records = chain.first === null ? [] : [chain.first]
  for (const delays of script) {
    const tips = [...(chain.first === null ? [null] : []), ...records.map((record) => record.hash)]
    const expected = delays.map((delay) => tips.at(-1 - delay) ?? null)
    const answers = await Promise.all(expected.map(chain.decide))
    const won = answers.filter((answer) => answer.status === 201).map(chain.recordOf)
    const tip = tips.at(-1) ?? null
    assert.equal(won.length, expected.includes(tip) ? 1 : 0, 'one of those who saw the tip decides')
    records.push(...won)
    for (const [place, answer] of answers.entries()) {
      if (answer.status === 201) continue
      const { current } = answer.refused('compare_and_set_mismatch')
      assert.notEqual(current, expected[place])
      assert.ok([tip, records.at(-1)?.hash].includes(current as string | null), 'the loser is told the tip')
    }
  }
  const tip = await chain.readTip()
  assert.deepEqual(verifyChain(records), { ok: true, tip })
}

describeSites((sites) => {
  for (const [kind, open] of Object.entries(CHAINS))
    test(`concurrent decisions make one unbroken chain, and every loser is told the tip: ${kind}`, async (t) => {
      const site = await sites.open(t)
      await site.topic('tools')
      let chains = 0
      await fc.assert(
        fc.asyncProperty(rounds, async (script) => {
          chains += 1
          await play(await open(site, `chain-${chains}`), script)
        }),
        { numRuns: RUNS },
      )
      assert.ok(chains >= RUNS)
    })
})
