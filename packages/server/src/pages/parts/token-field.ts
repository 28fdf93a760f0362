import { html, type Markup } from '../html.ts'

interface TokenField {
  /** Why the last one was refused, in a sentence. Null before any was given. */
  readonly failure: string | null
  /** The refusal has the focus when the page opens. */
  readonly isFocused?: boolean
}

/** The field `token` of a form, of which a password manager takes care. */
export function tokenField({ failure, isFocused = false }: TokenField): Markup {
  const isRefused = failure !== null
  return html`<div class="field">
    <label for="token">Your bearer token</label>
    ${isRefused ? html`<p class="error" id="token-error">${failure}</p>` : null}
    <input
      id="token"
      name="token"
      type="password"
      required
      autocomplete="current-password"
      autofocus=${isRefused && isFocused}
      aria-invalid=${isRefused ? 'true' : null}
      aria-describedby=${isRefused ? 'token-error' : null}
    />
  </div>`
}
