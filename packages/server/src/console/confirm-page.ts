import type { OperationId } from '@colophon/contract'
import { html, type Markup } from '../pages/html.ts'
import type { ConsoleForm, ConsolePage, ConsoleVisit } from './definitions.ts'
import { type Filling, formView } from './form-view.ts'
import { listPlaceOf, withPlace } from './list-place.ts'

/** What somebody should know before an act that cannot be undone. */
interface Warning {
  readonly title: string
  /** What it does, and what stays. */
  readonly consequence: Markup | string
  /** Leads back to the thing. */
  readonly back: { readonly to: string; readonly words: string }
  readonly filling: Filling
}

/** A page of its own for an act that cannot be undone: it is asked for by a link, and done by its form. */
export function confirmPage<Id extends OperationId>(
  form: ConsoleForm<Id>,
  warn: (visit: ConsoleVisit) => Promise<Warning>,
): ConsolePage {
  return {
    path: form.path,
    forms: [form],
    async show(visit) {
      const { title, consequence, back, filling } = await warn(visit)
      return {
        title,
        main: html`<p class="eyebrow"><a href=${withPlace(back.to, listPlaceOf(visit))}>${back.words}</a></p>
          <h1>${title}</h1>
          <p class="lede">${consequence}</p>
          ${formView(visit, form, { ...filling, isFinal: true })}`,
      }
    },
  }
}
