import { AUTHORIZATION_LIMITS, type ScopeName } from '@colophon/contract'
import type { Problem } from '../core/problem.ts'
import { isLoopback } from '../features/authorization/redirects.ts'
import { ALWAYS_GIVEN, GRANTABLE, type GrantableScope } from '../features/authorization/request.ts'
import { html, type Markup } from '../pages/html.ts'
import type { Page } from '../pages/page.ts'
import { tokenField } from '../pages/parts/token-field.ts'
import { CONSENT } from './places.ts'

/** What the page shows of who asks. */
interface AskingClient {
  readonly clientId: string
  readonly name: string | null
  readonly redirectUri: string
}

interface ConsentState {
  readonly client: AskingClient
  /** Of the form. */
  readonly request: string
  readonly scopes: readonly GrantableScope[]
  readonly problem?: Problem | null
  readonly isAgain?: boolean
}

/** Who asks, for what, and the two ways to say yes. */
export function consentPage(state: ConsentState): Page {
  return pageOf(
    'Let an application in',
    html`${clientView(state.client)} ${noticeView(state)}
      <p>It asks for leave to:</p>
      <ul>
        ${state.scopes.map((scope) => html`<li>${GRANTABLE[scope]}</li>`)}
      </ul>
      <h2>As a new reader</h2>
      <p>
        A reader reads what is public, reports use and sends feedback, under a pseudonym. The application gets no
        more than that, for a year. Each network can register a few readers an hour.
      </p>
      ${form(CONSENT.register, state.request, html`<p class="acts"><button class="main">Become a reader and let it in</button></p>`)}
      <h2>With a bearer that you have</h2>
      <p>You choose on the next page what part of it the application gets, and for how long.</p>
      ${form(CONSENT.signIn, state.request, html`${tokenField({ failure: state.problem?.message ?? null })}<p class="acts"><button>Sign in</button></p>`)}
      ${refuseForm(state.request)}`,
  )
}

interface ChoiceState extends ConsentState {
  readonly giver: {
    readonly label: string
    readonly topics: readonly string[] | null
    readonly expiresAt: string
  }
}

/** What part of a bearer the application gets. Nothing but reading is ticked. */
export function choicePage({ client, request, scopes, giver }: ChoiceState): Page {
  const others = scopes.filter((scope) => !ALWAYS_GIVEN.has(scope))
  return pageOf(
    'What the application gets',
    html`${clientView(client)}
      <p>
        You are signed in as <bdi>${giver.label}</bdi>. The application acts in your name,
        ${giver.topics === null ? ' in every topic' : ` in these topics: ${giver.topics.join(', ') || 'none'}`}. It
        may ${GRANTABLE.read}${others.length > 0 ? ', and what you tick' : ''}.
      </p>
      ${form(
        CONSENT.give,
        request,
        html`${others.length > 0 ? scopesField(others) : null} ${daysField()}
          <p class="hint">
            Never longer than your own bearer (${giver.expiresAt.slice(0, 10)}). It ends at once when your bearer is
            revoked.
          </p>
          <p class="acts"><button class="main">Let it in</button></p>`,
      )}
      ${refuseForm(request)}`,
  )
}

function pageOf(title: string, main: Markup): Page {
  return {
    title,
    description: null,
    canonical: null,
    main: html`<div class="sign-in">
      <h1>${title}</h1>
      ${main}
    </div>`,
    styles: ['console.css'],
  }
}

/** The host is what is known of it; its name is what it says. */
function clientView({ clientId, name, redirectUri }: AskingClient): Markup {
  const redirect = new URL(redirectUri)
  return html`<p class="lede">
      The application at <strong><bdi>${new URL(clientId).host}</bdi></strong> asks to be let in.
    </p>
    ${name === null ? null : html`<p>It calls itself “<bdi>${name}</bdi>”, which nobody has checked.</p>`}
    <p>
      ${
        isLoopback(redirect)
          ? html`Your answer goes to a program on this computer (<code>${redirect.host}</code>). Say yes only if you have
              just started that program yourself.`
          : html`Your answer goes to <strong><bdi>${redirect.host}</bdi></strong>.`
      }
    </p>`
}

function noticeView({ isAgain = false }: ConsentState): Markup | null {
  if (!isAgain) return null
  return html`<p class="refusal" role="alert">
    This page waits a minute for an answer, and that was over. Nothing was given: please answer again.
  </p>`
}

function form(action: string, request: string, content: Markup): Markup {
  return html`<form method="post" action=${action} class="form" novalidate>
    <input type="hidden" name="request" value=${request} />
    ${content}
  </form>`
}

function refuseForm(request: string): Markup {
  return form(
    CONSENT.refuse,
    request,
    html`<p class="acts"><button class="quiet">Do not let it in</button></p>`,
  )
}

function scopesField(scopes: readonly Exclude<ScopeName, 'admin'>[]): Markup {
  return html`<fieldset class="field">
    <legend>It may also</legend>
    ${scopes.map(
      (scope) => html`<p>
        <label><input type="checkbox" name="scope" value=${scope} /> ${GRANTABLE[scope]}</label>
      </p>`,
    )}
  </fieldset>`
}

function daysField(): Markup {
  return html`<div class="field">
    <label for="days">For how long</label>
    <select id="days" name="days">
      ${AUTHORIZATION_LIMITS.days.map(
        (days) => html`<option value=${days} selected=${days === AUTHORIZATION_LIMITS.defaultDays}>
          ${days === 1 ? '1 day' : `${days} days`}
        </option>`,
      )}
    </select>
  </div>`
}
