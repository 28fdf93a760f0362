import { FORM_LIMITS, type ProblemCode } from '@colophon/contract'
import { Problem, problem } from '../../core/problem.ts'
import type { OutcomeForOne, SeveralForm } from '../definitions.ts'
import { eachField } from '../fields.ts'
import { type PostedForm, withValues } from '../posted-form.ts'

/** The field that names a thing, once for each. */
export const CHOSEN = 'chosen'
const KEY = 'idempotency_key'

/** Calls the operation of the form for one thing, with what the form says of that; gives its answer. */
export type CallOne = (id: string, typed: PostedForm) => Promise<unknown>

/** What a field or the key is called for one thing alone. */
export function nameForOne(name: string, id: string): string {
  return `${name} ${id}`
}

/** The name of the field that holds the key of one thing. */
export function keyName(id: string): string {
  return nameForOne(KEY, id)
}

/** The things that are chosen, each once: at least one, and no more than a form may hold. */
export function readChosen(ids: readonly string[]): string[] {
  const chosen = [...new Set(ids)]
  if (chosen.length === 0)
    throw problem('invalid_request', 'Nothing is chosen. Go back to the list and choose.')
  const most = FORM_LIMITS.decidedTogether
  if (chosen.length > most)
    throw problem(
      'invalid_request',
      `${chosen.length} are chosen, and at most ${most} are decided on together.`,
    )
  return chosen
}

/** What is wrong with the form, or with whoever sent it: it would be said of every thing again. */
const OF_ALL: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'invalid_request',
  'idempotency_key_required',
  'idempotency_key_invalid',
  'unauthenticated',
  'csrf_failed',
  'payload_too_large',
  'maintenance',
  'overloaded',
])

/**
 * One after the other, each its own command: what is refused of one stops no other. While nothing was done, what is wrong with
 * all of them is thrown, so that the form comes back as it was typed.
 */
export async function actOnEach(
  form: Pick<SeveralForm, 'fields'>,
  typed: PostedForm,
  callOne: CallOne,
): Promise<OutcomeForOne[]> {
  const outcomes: OutcomeForOne[] = []
  for (const id of readChosen(typed.all(CHOSEN))) {
    const outcome = await outcomeOf(id, callOne(id, typedForOne(form, typed, id)))
    const { refused } = outcome
    if (refused !== null && outcomes.length === 0 && OF_ALL.has(refused.code)) throw refused
    outcomes.push(outcome)
  }
  return outcomes
}

async function outcomeOf(id: string, call: Promise<unknown>): Promise<OutcomeForOne> {
  try {
    return { id, refused: null, answer: await call }
  } catch (error) {
    if (error instanceof Problem) return { id, refused: error }
    throw error
  }
}

/** The form as if it were of this thing alone: what it carries for it, its key, and what is typed for all. */
function typedForOne({ fields }: Pick<SeveralForm, 'fields'>, typed: PostedForm, id: string): PostedForm {
  const own: Record<string, readonly string[]> = { [KEY]: typed.all(keyName(id)) }
  for (const { name, control } of eachField(fields))
    if (control.kind === 'carried') own[name] = typed.all(nameForOne(name, id))
  return withValues(typed, own)
}
