import { notFound } from '../../core/problem.ts'
import { html, type Markup } from '../../pages/html.ts'
import { bodyOfRevision } from '../../text/front-matter.ts'
import { candidateView } from '../article-view.ts'
import { type CandidateAnswer, candidateAddress, coverageSummary } from '../candidates/candidate-words.ts'
import { candidateChanges } from '../changes.ts'
import { checksView } from '../checks-view.ts'
import type { ConsolePage, ConsoleVisit } from '../definitions.ts'
import { addressInList } from '../filters.ts'
import { askedView, formView } from '../form-view.ts'
import { listPlaceOf } from '../list-place.ts'
import { leaseView } from '../tasks/task-page.ts'
import { REVIEW_LIST, standing, type TaskAnswer } from '../tasks/task-words.ts'
import { lineAddress, numberedText } from './numbered-text.ts'
import { CLAIM_REVIEW, claimReviewForm, RENEW, releaseReviewForm, reviewForm } from './review-forms.ts'
import { reviewList } from './review-list.ts'

/** One review: the candidate under one focus, and the reviewer's own word on it. */
export const reviewPage: ConsolePage = {
  path: '/console/reviews/:id',
  forms: [reviewForm, claimReviewForm, releaseReviewForm],
  islands: ['lease.js', 'lines.js'],
  async show(visit) {
    const task = await visit.api.call('getTask', { params: { id: visit.params.id ?? '' } })
    const { candidate_hash } = task
    if (candidate_hash === null) throw notFound()
    const candidate = await visit.api.call('getCandidate', { params: { candidate_hash } })
    return {
      title: `Review: ${candidate.title}`,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${addressInList(REVIEW_LIST, listPlaceOf(visit))}>Reviews</a> · ${task.focus}</p>
          <h1>${candidate.title}</h1>
          <p class="lede">${candidate.summary}</p>
          <p class="facts">${standing(task)}</p>
          ${task.can_claim ? formView(visit, claimReviewForm, { button: 'Claim this review' }) : null}
        </header>
        <div class="reviewing">
          <div>${await materialView(candidate, visit)}</div>
          <div>${await wordView(task, visit)} ${aboutView(candidate, visit)}</div>
        </div>`,
    }
  },
}

async function materialView(candidate: CandidateAnswer, visit: ConsoleVisit): Promise<Markup> {
  const { candidate_hash } = candidate
  const bytes = await visit.api.call('readObject', { params: { sha256: candidate_hash } })
  const lines = { from: visit.query.from, address: `/console/reviews/${visit.params.id}` }
  return html`${checksView(candidate.checks, (line) => lineAddress(line, lines.address))}
    ${await candidateChanges(visit.api, candidate)}
    <section aria-labelledby="lines">
      <h2 id="lines">Line by line</h2>
      ${numberedText(bodyOfRevision(bytes), lines)}
    </section>
    <details>
      <summary>As readers would see it</summary>
      ${await candidateView(visit, candidate_hash, { ...candidate, observation: candidate, bytes })}
    </details>`
}

const GIVING_BACK = {
  button: 'Give it back',
  consequence: 'Another reviewer can claim it then. What you typed above does not go to them.',
}

/** The form while the task is held, and while something is typed; the reviews that the server shows otherwise. */
async function wordView(task: TaskAnswer, visit: ConsoleVisit): Promise<Markup> {
  if (!task.leased_to_me && visit.attempt?.form !== reviewForm) return reviewList(task, visit)
  const generation = { '/generation': String(task.generation) }
  return html`<section aria-labelledby="word">
    <h2 id="word">Your review</h2>
    ${leaseView(task, visit)}
    ${formView(visit, reviewForm, {
      values: { ...generation, '/task_id': task.task_id },
      button: 'Give the review',
      isFinal: true,
      buttons: task.leased_to_me
        ? html`<button name="again" value=${RENEW}>Renew the lease</button>`
        : html`<button name="again" value=${CLAIM_REVIEW}>Claim the task again</button>`,
    })}
    ${task.leased_to_me ? askedView(visit, releaseReviewForm, { values: generation, ...GIVING_BACK }) : null}
  </section>`
}

function aboutView({ candidate_hash, coverage }: CandidateAnswer, { me }: ConsoleVisit): Markup {
  const address = candidateAddress(candidate_hash)
  return html`<section aria-labelledby="coverage">
    <h2 id="coverage">Reviews and evidence</h2>
    ${coverageSummary(coverage)}
    <p>
      <a href=${address}>The candidate</a>
      ${me?.access.can_review ? html` · <a href=${`${address}/evidence`}>Its evidence</a>` : null}
    </p>
  </section>`
}
