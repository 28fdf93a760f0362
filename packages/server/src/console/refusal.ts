import { PROBLEMS, type ProblemCode } from '@colophon/contract'
import type { Problem } from '../core/problem.ts'
import { html, type Markup } from '../pages/html.ts'
import type { Attempt } from './definitions.ts'
import { fieldId } from './field-view.ts'
import { eachField, type Field } from './fields.ts'
import { fieldProblems } from './form-problems.ts'
import { prefixOf } from './form-view.ts'

/** What to do about a problem in the console, where that is not what a program would do. */
const ADVICE: Partial<Record<ProblemCode, string>> = {
  invalid_request: 'Correct what is named here and send the form again.',
  unauthenticated: 'Sign in again.',
  csrf_failed: 'This page was made for another session. Send the form again.',
  idempotency_key_reused:
    'You sent this form before with other text, and that took effect. Send it again if you mean a second act.',
  idempotency_in_progress: 'The first request is still running. Send the form again in a second.',
  compare_and_set_mismatch:
    'Someone else decided meanwhile. Check the current state, and send the form again.',
  lease_lost: 'Claim the task again. The form keeps what you typed.',
  stale_parent: 'Carry your change over to the current head, and name it as the parent.',
  payload_too_large: 'Send less.',
  blobs_missing: 'Upload what is listed here, and repeat the step.',
}

export function adviceFor(code: ProblemCode): string {
  return ADVICE[code] ?? PROBLEMS[code].action.replaceAll('`', '')
}

/** Why an act was refused, with links to the fields. It takes the focus, so that it is read first. */
export function refusalView(attempt: Attempt, failed: Problem): Markup {
  const wrong = [...fieldProblems(attempt)].flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message })),
  )
  return html`<section class="refusal" role="alert" tabindex="-1" autofocus aria-labelledby="refusal-title">
    <h2 id="refusal-title">${PROBLEMS[failed.code].title}</h2>
    ${wrong.length === 0 ? html`<p>${failed.message}</p>` : null}
    ${
      wrong.length > 0
        ? html`<ul>
            ${wrong.map(({ name, message }) => html`<li>${wrongField(attempt, name, message)}</li>`)}
          </ul>`
        : null
    }
    <p>${adviceFor(failed.code)} <a href=${`/problems/${failed.code}`}>About this problem</a></p>
  </section>`
}

function wrongField(attempt: Attempt, name: string, message: string): Markup | string {
  if (name === '') return message
  const href = `#${fieldId(prefixOf(attempt.action), name)}`
  return html`<a href=${href}>${labelOf(attempt.form.fields, name)} ${message}</a>`
}

/** What the page calls a field; one in a group is counted. */
function labelOf(fields: readonly Field[], name: string): string {
  for (const { control, label, name: own } of eachField(fields)) {
    if (own === name) return label
    if (control.kind !== 'group' || !name.startsWith(`${own}/`)) continue
    const [, place = '', rest = ''] = /^\/(\d+)(\/.*)$/.exec(name.slice(own.length)) ?? []
    return `${control.one} ${Number(place) + 1}: ${labelOf(control.fields, rest)}`
  }
  return name
}
