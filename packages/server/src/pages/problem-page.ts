import { PROBLEMS } from '@colophon/contract'
import { ANONYMOUS } from '../core/authority.ts'
import type { Problem } from '../core/problem.ts'
import { answerProblem, type Exchange } from '../http/answer.ts'
import { prefersHtml } from '../http/encoding.ts'
import { problemHeaders } from '../http/problem-document.ts'
import { answerWithPage } from './answer-page.ts'
import { framed } from './frame.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'
import { prose } from './reading/problem.ts'

/** What went wrong: a page for whoever prefers HTML, a problem document for everyone else. */
export async function refuseWithPage(exchange: Exchange, failed: Problem): Promise<void> {
  if (!prefersHtml(exchange.message.headers.accept)) return answerProblem(exchange, failed)
  const { settings } = exchange.app
  const { baseUrl } = settings
  const written = {
    ...framed(problemPage(failed, exchange.requestId), { baseUrl, visitor: ANONYMOUS }),
    status: failed.status,
    hasScripts: false,
    isPrivate: true,
    holdsToken: false,
    headers: problemHeaders(failed, { settings, url: exchange.message.url ?? '' }),
  }
  await answerWithPage(exchange, written, () => {})
}

function problemPage(failed: Problem, requestId: string): Page {
  const { title, action } = PROBLEMS[failed.code]
  const { errors = [] } = failed.facts
  return {
    title,
    description: null,
    canonical: null,
    main: html`<div class="title">
        <p class="eyebrow">${failed.status}</p>
        <h1>${title}</h1>
        <p class="lede">${failed.message}</p>
      </div>
      ${
        errors.length > 0
          ? html`<ul>
              ${errors.map(({ pointer, message }) => html`<li>${pointer} ${message}</li>`)}
            </ul>`
          : null
      }
      <p>${prose(action)}</p>
      <p class="links"><a href="/read">Newest publications</a> <a href="/topics">Topics</a></p>
      <p class="facts">
        <a href=${`/problems/${failed.code}`}>${failed.code}</a>, request <code>${requestId}</code>
      </p>`,
  }
}
