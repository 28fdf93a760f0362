import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, type Operation } from '@colophon/contract'
import { CONSOLE_PAGES } from '../../src/console/pages.ts'

/** Acts that no form of the console does, each with the reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  createSession: 'signing in is this operation; its page comes before every session',
  endSession: 'the button in the bar of every page does it',
  createIdentity: 'an agent registers itself; whoever is at the console has an identity',
  reportSignal: 'the agent that used a revision reports its use, from where it used it',
  correctSignal: 'only whoever reported can correct, with the receipt that it was given',
  sendFeedback: 'only reader identities may send it; at the console there are suggestions',
}

function findMissing(
  operations: readonly Pick<Operation, 'id' | 'method'>[],
  forms: ReadonlySet<string>,
): string[] {
  return operations.filter(({ method, id }) => method === 'POST' && !forms.has(id)).map(({ id }) => id)
}

const FORMS = new Set(
  CONSOLE_PAGES.flatMap(({ forms = [] }) => forms.map(({ operation }) => operation as string)),
)

test('every act of the contract has a form in the console, or a reason to be done elsewhere', () => {
  assert.ok(FORMS.size > 25)
  const missing = findMissing(Object.values<Operation>(OPERATIONS), FORMS)
  assert.deepEqual(missing.sort(), Object.keys(ELSEWHERE).sort())
  for (const reason of Object.values(ELSEWHERE)) assert.ok(reason.length > 20)
})

test('the guard sees an act without a form', () => {
  const operations = [{ id: 'getTask', method: 'GET' } as const, { id: 'breakTask', method: 'POST' } as const]
  assert.deepEqual(findMissing(operations, FORMS), ['breakTask'])
  assert.deepEqual(findMissing(operations, new Set(['breakTask'])), [])
})
