import { Problem } from '../core/problem.ts'
import { html, type Markup } from '../pages/html.ts'
import type { ConsoleVisit } from './definitions.ts'
import type { PostedForm } from './posted-form.ts'

/** The field in which a button brings the key of a second act. */
const SECOND_KEY = 'second_key'

/** A button that does the act of its form, and at once the one that usually comes next. */
export function bothButton({ app }: Pick<ConsoleVisit, 'app'>, words: string): Markup {
  return html`<button name=${SECOND_KEY} value=${app.ambient.newId()}>${words}</button>`
}

/**
 * Does the second act if its button was pressed: null if it was not, and false where it is refused, which undoes nothing of
 * the first. A form that is sent again brings the same key, and does it once.
 */
export async function doSecond(
  typed: PostedForm,
  act: (idempotencyKey: string) => Promise<unknown>,
): Promise<boolean | null> {
  const key = typed.first(SECOND_KEY)
  if (key === null) return null
  try {
    await act(key)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
