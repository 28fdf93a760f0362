import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import type { ConsoleVisit } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import type { TaskAnswer } from '../tasks/task-words.ts'

type Review = AnswerOf<Operations['listReviews']>['items'][number]

const VERDICTS: Readonly<Record<Review['verdict'], string>> = {
  approve: 'Approved',
  request_changes: 'Changes requested',
  reject: 'Rejected',
}

/** The reviews that the server shows this visitor; it is blind itself until all are given. */
export async function reviewList(
  { candidate_hash }: Pick<TaskAnswer, 'candidate_hash'>,
  visit: ConsoleVisit,
): Promise<Markup> {
  if (candidate_hash === null || !visit.me?.access.can_review) return html``
  const { items } = await visit.api.call('listReviews', {
    params: { candidate_hash },
    query: { limit: 100 },
  })
  return html`<section aria-labelledby="reviews">
    <h2 id="reviews">Reviews that you may read</h2>
    ${items.length === 0 ? html`<p class="quiet">None yet.</p>` : items.map(reviewView)}
  </section>`
}

function reviewView({ focus, verdict, summary, findings, reviewer, created_at }: Review): Markup {
  return html`<article class="review">
    <h3>${focus}: <span class=${`mark ${verdict}`}>${VERDICTS[verdict]}</span></h3>
    <p class="facts">by <bdi>${reviewer}</bdi>, ${instantView(created_at)}</p>
    <p class="said">${summary}</p>
    ${
      findings.length === 0
        ? null
        : html`<ul>
            ${findings.map(
              ({ severity, locator, comment }) => html`<li>
                <strong>${severity}</strong> ${locator === null ? null : html`<bdi>${locator}</bdi>: `}
                <span class="said">${comment}</span>
              </li>`,
            )}
          </ul>`
    }
  </article>`
}
