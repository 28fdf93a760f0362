import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, type Operation } from '@colophon/contract'
import { openSections } from '../../src/console/admin/admin-section.ts'
import type { ConsoleVisit, MeAnswer } from '../../src/console/definitions.ts'
import { CONSOLE_PAGES } from '../../src/console/pages.ts'
import { sectionsOf } from '../../src/console/sections.ts'

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

/** Pages at the top that no bar leads to, each with the reason. */
const WITHOUT_A_SECTION: Readonly<Record<string, string>> = {
  '/console/revoke': 'the end of a session offers it beside signing out',
}

test('a bar leads to every page at the top of the console and of its administration', () => {
  const access = { can_propose: true, can_review: true, can_curate: true, can_administer: true }
  const me = { enrollment: 'invited', access } as MeAnswer
  const sections = [...sectionsOf(me), ...openSections({ me } as ConsoleVisit)].map(({ path }) => path)
  const tops = CONSOLE_PAGES.map(({ path }) => path).filter((path) =>
    /^\/console(\/admin)?(\/\w+)?$/.test(path),
  )
  assert.ok(tops.length > 12)
  const alone = tops.filter((path) => !sections.includes(path))
  assert.deepEqual(alone, Object.keys(WITHOUT_A_SECTION))
})
