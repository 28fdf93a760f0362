import { randomUUID } from 'node:crypto'
import type { Acknowledged, FaultyHouse } from './fault-ledger.ts'
import { type Draw, pick } from './fuzz-values.ts'

/** Servers under faults, and what decides what their clients do. */
export interface WorkedHouse extends FaultyHouse {
  readonly draw: Draw
}

/** One piece of work of the client with a number, of any kind; it is over when all of it was answered for good. */
export async function doAnything(house: WorkedHouse, number: number): Promise<void> {
  await pick(house.draw, WORKS)(house, number)
}

const WORKS: readonly ((house: WorkedHouse, number: number) => Promise<void>)[] = [
  suggest,
  register,
  reviseOwn,
  reviseShared,
]

async function suggest({ client, ledger, sites }: WorkedHouse): Promise<void> {
  const body = { topic_id: 'tools', kind: 'discussion', question: randomUUID(), motivation: 'Many ask.' }
  ledger.suggestions.push(await client.send('/api/v1/suggestions', body, sites[0].admin))
}

async function register({ client, ledger }: WorkedHouse): Promise<void> {
  ledger.registrations.push(await client.send('/api/v1/identities', {}, null))
}

async function reviseOwn(house: WorkedHouse, number: number): Promise<void> {
  const before = house.ledger.own.get(number) ?? []
  const done = await revise(house, `/tools/of-${number}`, before.at(-1)?.body ?? null)
  house.ledger.own.set(number, [...before, done])
}

async function reviseShared(house: WorkedHouse): Promise<void> {
  const { shared } = house.ledger
  const head = shared.findLast(({ status }) => status < 300)?.body ?? null
  shared.push(await revise(house, '/tools/shared', head))
}

/** Submits, has it accepted and publishes; what was published before is its parent. */
async function revise(
  { client, ledger, sites }: WorkedHouse,
  path: string,
  head: Acknowledged['body'] | null,
) {
  const token = sites[0].admin
  const draft = {
    kind: 'article',
    path,
    title: 'T',
    summary: 'S',
    body: `${randomUUID()}\n`,
    ...(head === null ? {} : { entry_id: head.entry_id, expected_parent_hash: head.content_hash }),
  }
  const submitted = await client.send('/api/v1/submissions', draft, token)
  ledger.submissions.push(submitted)
  if (submitted.status >= 300) return submitted
  const place = `/api/v1/submissions/${submitted.body.proposal_hash}/finalize`
  const finalized = await client.send(place, {}, token)
  ledger.finalized.push(finalized)
  if (finalized.status >= 300) return finalized
  const publish = { mode: 'direct', expected_head_hash: head?.content_hash ?? null }
  return client.send(`/api/v1/candidates/${finalized.body.candidate_hash}/publish`, publish, token)
}
