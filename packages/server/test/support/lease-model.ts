import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Answer } from './answer.ts'
import type { Site } from './site.ts'
import { claimTask, complete, heartbeat, readTask, release, submitFor, tryClaim } from './tasks.ts'

const LEASE_MILLISECONDS = 300_000

/** A task as the specification has it. */
interface ModelTask {
  id: string
  state: 'open' | 'leased' | 'closed'
  generation: number
  holder: number | null
  until: number
  /** Who got which generation. */
  claims: number[]
  /** Proposals that were accepted, each for its holder and generation. */
  proposals: { user: number; generation: number; hash: string }[]
}

export interface Model {
  /** The latest time that each process has seen: its own clock never goes back. */
  seen: number[]
  tasks: ModelTask[]
}

export interface Real {
  /** Processes on one database. */
  sites: Site[]
  users: string[]
}

export type LeaseCommand = fc.AsyncCommand<Model, Real>

/** Who does something to which task through which process, and the generation that it says: 0 is the current one. */
interface Deed {
  site: number
  user: number
  task: number
  back: number
}

interface Doing {
  site: Site
  token: string
  user: number
  task: ModelTask
  now: number
  held: { task_id: string; generation: number }
}

function act(name: string, deed: Deed, work: (doing: Doing) => Promise<void>): LeaseCommand {
  return {
    check: () => true,
    async run(model, real) {
      const site = real.sites[deed.site]
      const task = model.tasks[deed.task]
      const token = real.users[deed.user]
      assert.ok(site && task && token)
      const now = Math.max(model.seen[deed.site] ?? 0, Date.parse(site.clock.now()))
      model.seen[deed.site] = now
      const held = { task_id: task.id, generation: Math.max(1, task.generation - deed.back) }
      await work({ site, token, user: deed.user, task, now, held })
    },
    toString: () => `${name}(${JSON.stringify(deed)})`,
  }
}

function isLeased(task: ModelTask, now: number): boolean {
  return task.state === 'leased' && now < task.until
}

/** Checks what the fence must say, and answers whether it lets the act through. */
function passesFence({ task, user, now, held }: Doing, answer: Answer): boolean {
  const leased = isLeased(task, now)
  const isCurrent = held.generation === task.generation
  if (leased && isCurrent && task.holder === user) return true
  if (leased && isCurrent) answer.refused('forbidden')
  else answer.refused('lease_lost')
  // Whoever is refused has been told that the lease is over: it is, for every process.
  if (task.state === 'leased' && !leased) task.state = 'open'
  return false
}

function claim(deed: Deed): LeaseCommand {
  return act('claim', deed, async ({ site, token, user, task, now }) => {
    if (task.state === 'closed' || isLeased(task, now)) {
      ;(await tryClaim(site, task.id, token)).refused('not_claimable')
      return
    }
    const lease = await claimTask(site, task.id, token)
    task.claims.push(user)
    assert.equal(lease.generation, task.generation + 1)
    assert.equal(lease.generation, task.claims.length, 'one holder for each generation')
    assert.equal(Date.parse(lease.lease_until), now + LEASE_MILLISECONDS)
    task.state = 'leased'
    task.holder = user
    task.generation = lease.generation
    task.until = now + LEASE_MILLISECONDS
  })
}

function beat(deed: Deed): LeaseCommand {
  return act('heartbeat', deed, async (doing) => {
    const { site, token, task, now, held } = doing
    const answer = await heartbeat(site, held, token)
    if (!passesFence(doing, answer)) return
    task.until = now + LEASE_MILLISECONDS
    assert.equal(Date.parse(answer.as('renewLease').lease_until), task.until)
  })
}

function releaseMemory(deed: Deed): LeaseCommand {
  return act('release', deed, async (doing) => {
    const answer = await release(doing.site, doing.held, doing.token)
    if (!passesFence(doing, answer)) return
    answer.as('releaseTask')
    doing.task.state = 'open'
  })
}

function submit(deed: Deed): LeaseCommand {
  return act('submit', deed, async (doing) => {
    const { site, token, user, task, held } = doing
    const answer = await submitFor(site, held, token)
    if (!passesFence(doing, answer)) return
    const { proposal_hash: hash } = answer.as('createSubmission')
    task.proposals.push({ user, generation: held.generation, hash })
  })
}

function finish(deed: Deed): LeaseCommand {
  return act('complete', deed, async (doing) => {
    const { site, token, user, task, held } = doing
    const own = task.proposals.filter((one) => one.user === user && one.generation === held.generation)
    const unfit = task.proposals.find((one) => !own.includes(one))?.hash ?? '0'.repeat(64)
    ;(await complete(site, held, unfit, token)).refused('invalid_request')
    const fit = own.at(-1)
    if (fit === undefined) {
      // Nothing was judged by the clock but this.
      await look({ site, token, task, now: doing.now })
      return
    }
    const answer = await complete(site, held, fit.hash, token)
    if (!passesFence(doing, answer)) return
    assert.equal(answer.as('completeTask').artifact_hash, fit.hash)
    task.state = 'closed'
  })
}

async function look(
  { site, token, task, now }: Pick<Doing, 'site' | 'token' | 'task' | 'now'>,
  user?: number,
) {
  const shown = await readTask(site, task.id, token)
  const leased = isLeased(task, now)
  assert.equal(shown.generation, task.generation)
  assert.equal(shown.can_claim, task.state !== 'closed' && !leased)
  if (task.state !== 'closed') assert.equal(shown.state, leased ? 'leased' : 'open')
  if (user !== undefined) assert.equal(shown.leased_to_me, leased && task.holder === user)
}

function read(deed: Deed): LeaseCommand {
  return act('read', deed, (doing) => look(doing, doing.user))
}

function jump(seconds: number): LeaseCommand {
  return {
    check: () => true,
    run: async (_model, { sites: [site] }) => site?.clock.advance({ seconds }),
    toString: () => `jump(${seconds})`,
  }
}

/** Any sequence of what holders, late holders and others do, with a clock that goes as it likes. */
export function leaseCommands(sizes: { sites: number; users: number; tasks: number }) {
  const deed = fc.record({
    site: fc.nat(sizes.sites - 1),
    user: fc.nat(sizes.users - 1),
    task: fc.nat(sizes.tasks - 1),
    back: fc.constantFrom(0, 0, 0, 1),
  })
  return fc.commands(
    [
      deed.map(claim),
      deed.map(claim),
      deed.map(beat),
      deed.map(submit),
      deed.map(finish),
      deed.map(releaseMemory),
      deed.map(read),
      fc.constantFrom(-400, -299, -1, 1, 150, 299, 300, 301).map(jump),
    ],
    { maxCommands: 40, size: 'max' },
  )
}
