import { html, type Markup } from '../html.ts'
import type { PostedForm } from './posted-form.ts'

/** Everything that was posted, to be posted again under names that begin with the prefix. */
export function hiddenFields(typed: PostedForm, prefix: string): Markup {
  return typed
    .names()
    .flatMap((name) =>
      typed.all(name).map((value) => html`<input type="hidden" name=${prefix + name} value=${value} />`),
    )
}
