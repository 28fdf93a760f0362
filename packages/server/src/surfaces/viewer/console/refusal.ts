import { PROBLEMS } from '@colophon/contract'
import type { Problem } from '../../../core/problem.ts'
import { html, type Markup } from '../html.ts'
import { adviceFor } from './advice.ts'
import type { Attempt } from './definitions.ts'
import { fieldId } from './field-view.ts'
import { eachField, type Field } from './fields.ts'
import { fieldProblems } from './form-problems.ts'
import { prefixOf } from './form-view.ts'

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
