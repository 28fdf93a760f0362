import { SESSION_LIMITS } from '@colophon/contract'
import type { App } from '../../../app.ts'
import type { Problem } from '../../../core/problem.ts'
import { html, type Markup } from '../html.ts'
import type { Page } from '../page.ts'
import { hiddenFields } from './hidden-fields.ts'
import { isNotice, NOTICES } from './notices.ts'
import type { PostedForm } from './posted-form.ts'
import { SIGN_IN } from './sign-in-address.ts'

/** A form whose session had ended when it was sent. */
export interface Kept {
  readonly action: string
  readonly typed: PostedForm
}

interface AtTheDoor {
  /** Where it leads. */
  readonly next: string
  readonly problem: Problem | null
  readonly kept: Kept | null
  readonly notice?: string
}

/** The door of the console. What was typed into it is never shown again. */
export function signInPage(app: App, door: AtTheDoor): Page {
  return {
    title: 'Sign in',
    description: null,
    canonical: null,
    main: html`<div class="door">
      <h1>Sign in</h1>
      ${noticeView(door)}
      <form method="post" action=${SIGN_IN} class="form" novalidate>
        <input type="hidden" name="idempotency_key" value=${app.newId()} />
        <input type="hidden" name="next" value=${door.next} />
        ${
          door.kept === null
            ? null
            : html`<input type="hidden" name="kept_action" value=${door.kept.action} />
                ${hiddenFields(door.kept.typed, 'kept.')}`
        }
        ${tokenField(door.problem)}
        <p class="acts"><button class="main">Sign in</button></p>
      </form>
      <p class="hint">
        The console is for invited editorial work and administration. An administrator issues the tokens. The
        session lasts ${SESSION_LIMITS.longestHours} hours at most and ends with its token; the press leaves the
        token itself nowhere in the browser.
      </p>
    </div>`,
    styles: ['console.css'],
  }
}

function noticeView({ kept, notice }: AtTheDoor): Markup | null {
  if (kept !== null)
    return html`<p class="refusal" role="alert" tabindex="-1" autofocus>
      Your session has ended. What you typed is kept in this page: sign in, and it is before you again.
    </p>`
  if (notice === undefined || !isNotice(notice)) return null
  return html`<p class="done" role="status">${NOTICES[notice]}</p>`
}

function tokenField(failed: Problem | null): Markup {
  return html`<div class="field">
    <label for="token">Your bearer token</label>
    ${failed ? html`<p class="error" id="token-error">${failed.message}</p>` : null}
    <input
      id="token"
      name="token"
      type="password"
      required
      autocomplete="current-password"
      autofocus=${failed !== null}
      aria-invalid=${failed ? 'true' : null}
      aria-describedby=${failed ? 'token-error' : null}
    />
  </div>`
}
