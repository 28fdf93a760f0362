import { SESSION_LIMITS } from '@colophon/contract'
import type { App } from '../app.ts'
import type { Problem } from '../core/problem.ts'
import { html, type Markup } from '../pages/html.ts'
import type { Page } from '../pages/page.ts'
import { tokenField } from '../pages/parts/token-field.ts'
import { hiddenFields } from './form-view.ts'
import { isNotice, NOTICES } from './notices.ts'
import type { PostedForm } from './posted-form.ts'
import { SIGN_IN } from './sign-in-address.ts'

/** A form whose session had ended when it was sent. */
export interface PendingForm {
  readonly action: string
  readonly typed: PostedForm
}

interface SignInState {
  /** Where it leads. */
  readonly next: string
  readonly problem: Problem | null
  readonly kept: PendingForm | null
  readonly notice?: string
}

/** The sign-in page. It never shows again what was typed into it. */
export function signInPage(app: App, state: SignInState): Page {
  return {
    title: 'Sign in',
    description: null,
    canonical: null,
    main: html`<div class="sign-in">
      <h1>Sign in</h1>
      ${noticeView(state)}
      <form method="post" action=${SIGN_IN} class="form" novalidate>
        <input type="hidden" name="idempotency_key" value=${app.ambient.newId()} />
        <input type="hidden" name="next" value=${state.next} />
        ${
          state.kept === null
            ? null
            : html`<input type="hidden" name="kept_action" value=${state.kept.action} />
                ${hiddenFields(state.kept.typed, 'kept.')}`
        }
        ${tokenField({ failure: state.problem?.message ?? null, isFocused: true })}
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

function noticeView({ kept, notice }: SignInState): Markup | null {
  if (kept !== null)
    return html`<p class="refusal" role="alert" tabindex="-1" autofocus>
      Your session has ended. What you typed is kept in this page: sign in, and it is before you again.
    </p>`
  if (notice === undefined || !isNotice(notice)) return null
  return html`<p class="done" role="status">${NOTICES[notice]}</p>`
}
