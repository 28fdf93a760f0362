import { isProblemCode, PROBLEMS } from '@colophon/contract'
import { notFound } from '../../core/problem.ts'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'

/** The page that explains a problem code. */
export function showProblem({ params: { code = '' } }: Visit): Page {
  if (!isProblemCode(code)) throw notFound()
  const kind = PROBLEMS[code]
  return {
    title: kind.title,
    description: kind.meaning.replaceAll('`', ''),
    canonical: `/problems/${code}`,
    main: html`
      <div class="title">
        <p class="eyebrow">Problem</p>
        <h1><code>${code}</code></h1>
        <p class="lede">${prose(kind.title)}.</p>
      </div>
      <dl class="terms">
        <dt>Status</dt>
        <dd>${kind.status}</dd>
        <dt>What it means</dt>
        <dd>${prose(kind.meaning)}</dd>
        <dt>What to do</dt>
        <dd>${prose(kind.action)}</dd>
        <dt>May the same request be sent again?</dt>
        <dd>${prose(kind.retryable ? 'Yes, after waiting as `Retry-After` says.' : 'Not unchanged.')}</dd>
      </dl>
    `,
  }
}

/** The catalogue's own words; back quotes mark code. */
export function prose(text: string): Markup {
  return html`${text.split('`').map((part, place) => (place % 2 === 0 ? part : html`<code>${part}</code>`))}`
}
