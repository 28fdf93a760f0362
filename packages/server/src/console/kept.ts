import { PROBLEMS } from '@colophon/contract'
import type { Problem } from '../core/problem.ts'
import { problemHeaders } from '../http/problem-document.ts'
import { html, type Markup } from '../pages/html.ts'
import { answerWithConsolePage } from './answers.ts'
import type { ConsoleRequest } from './console-route.ts'
import { hiddenFields } from './form-view.ts'
import { type PostedForm, tooLongToShow } from './posted-form.ts'
import { adviceFor } from './refusal.ts'
import { signInPage } from './sign-in-page.ts'

/** A form that no page could be shown with. */
interface InterruptedPost extends Pick<ConsoleRequest, 'exchange'> {
  readonly typed: PostedForm
}

/** The fields that only carry an act along. */
const CARRIERS = new Set(['csrf_token', 'idempotency_key', 'again'])

/**
 * What was typed is not lost when the page of its form cannot be shown: a session that has ended leads through
 * the sign-in page and back to the form, and everything else can be sent again from here.
 */
export async function answerWithKept({ exchange, typed }: InterruptedPost, failed: Problem): Promise<void> {
  const action = String(exchange.message.url).split('?')[0] ?? ''
  const headers = problemHeaders(failed)
  if (failed.code === 'unauthenticated') {
    const page = signInPage(exchange.app, { next: '/console', problem: null, kept: { action, typed } })
    return answerWithConsolePage(exchange, page, { status: failed.status, headers })
  }
  if (typed.names().every((name) => CARRIERS.has(name)) || tooLongToShow(typed).length > 0) throw failed
  const { title } = PROBLEMS[failed.code]
  const page = { title, description: null, canonical: null, main: keptView({ action, typed }, failed) }
  await answerWithConsolePage(exchange, page, { status: failed.status, headers })
}

/** What a person typed stands under pointers; what is carried for one thing has its id behind that. */
function isTypedName(name: string): boolean {
  return name.startsWith('/') && !name.includes(' ')
}

function keptView({ action, typed }: { action: string; typed: PostedForm }, failed: Problem): Markup {
  return html`<h1>${PROBLEMS[failed.code].title}</h1>
    <p>${failed.message} ${adviceFor(failed.code)}</p>
    <form method="post" action=${action}>
      ${hiddenFields(typed, '')}
      <p class="acts"><button class="main">Send it again</button></p>
    </form>
    <h2>What you typed</h2>
    <dl class="kept">
      ${typed
        .names()
        .filter(isTypedName)
        .map((name) => html`<dt>${name.slice(1)}</dt> <dd>${typed.all(name).join('\n')}</dd>`)}
    </dl>`
}
