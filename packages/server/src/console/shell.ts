import { html, type Markup } from '../pages/html.ts'
import type { Page } from '../pages/page.ts'
import type { ConsolePage, ConsoleVisit, PageContent } from './definitions.ts'
import { isNotice, NOTICES } from './notices.ts'
import { refusalView } from './refusal.ts'
import { sectionOf, sectionsOf } from './sections.ts'

/** The content as a page: who is signed in, where they may go, what was done, and what was refused. */
export function shell(page: ConsolePage, content: PageContent, visit: ConsoleVisit): Page {
  const { attempt } = visit
  const problem = attempt?.problem ?? null
  return {
    title: problem === null ? content.title : `Refused: ${content.title}`,
    description: null,
    canonical: null,
    bar: bar(page, visit),
    main: html`${noticeView(visit)} ${attempt && problem ? refusalView(attempt, problem) : null}
    ${content.main}`,
    styles: ['console.css'],
    scripts: ['typed.js', 'copy.js', ...(page.islands ?? [])],
  }
}

function bar(page: ConsolePage, visit: ConsoleVisit): Markup {
  const here = sectionOf(page.path)
  return html`<section class="bar" aria-label="Console">
    <nav aria-label="Sections of the console">
      <ul>
        ${sectionsOf(visit.me).map(
          ({ path, label }) => html`<li>
            <a href=${path} aria-current=${path === here ? 'page' : null}>${label}</a>
          </li>`,
        )}
      </ul>
    </nav>
    ${signOutForm(visit)}
  </section>`
}

export const SIGN_OUT = '/console/sign-out'

function signOutForm({ app, me, session }: ConsoleVisit): Markup {
  return html`<form method="post" action=${SIGN_OUT} class="sign-out" data-person=${me?.identity_id ?? null}>
    <input type="hidden" name="csrf_token" value=${session.csrf_token} />
    <input type="hidden" name="idempotency_key" value=${app.ambient.newId()} />
    ${me === null ? null : html`<span class="visitor"><bdi>${me.label}</bdi></span>`}
    <button class="quiet">Sign out</button>
  </form>`
}

function noticeView({ query, attempt }: ConsoleVisit): Markup {
  const notice = query.notice
  if (attempt !== null || typeof notice !== 'string' || !isNotice(notice)) return html``
  return html`<p class="done" role="status">${NOTICES[notice]}</p>`
}
