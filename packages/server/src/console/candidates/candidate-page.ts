import { isPublishedCandidate } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { shortHash } from '../../pages/parts/short-hash.ts'
import { candidateView } from '../article-view.ts'
import { candidateChanges } from '../changes.ts'
import { checksView } from '../checks-view.ts'
import { type ConsolePage, type ConsoleVisit, isCuratorOf } from '../definitions.ts'
import { detailLayout, instantView } from '../detail-layout.ts'
import { addressInList } from '../filters.ts'
import { listPlaceOf, withPlace } from '../list-place.ts'
import { reviewList } from '../reviews/review-list.ts'
import {
  CANDIDATE_LIST,
  type CandidateAnswer,
  candidateAddress,
  candidateMark,
  coverageSummary,
} from './candidate-words.ts'
import { modesFor } from './publish-page.ts'

export const candidatePage: ConsolePage = {
  path: '/console/candidates/:candidate_hash',
  async show(visit) {
    const { candidate_hash = '' } = visit.params
    const candidate = await visit.api.call('getCandidate', { params: { candidate_hash } })
    const bytes = await visit.api.call('readObject', { params: { sha256: candidate_hash } })
    return {
      title: candidate.title,
      main: detailLayout({
        head: headView(candidate, visit),
        margin: html`<section aria-labelledby="coverage">
            <h2 id="coverage">Reviews and evidence</h2>
            ${coverageSummary(candidate.coverage)}
          </section>
          ${factsView(candidate)}`,
        text: html`${checksView(candidate.checks)} ${await reviewList(candidate, visit)} ${await candidateChanges(visit.api, candidate)}
        ${await candidateView(visit, candidate_hash, { ...candidate, observation: candidate, bytes })}`,
      }),
    }
  },
}

function headView(candidate: CandidateAnswer, visit: ConsoleVisit): Markup {
  return html`<header class="title">
    <p class="eyebrow"><a href=${addressInList(CANDIDATE_LIST, listPlaceOf(visit))}>Candidates</a></p>
    <h1>${candidate.title}</h1>
    <p class="lede">${candidate.summary}</p>
    <p class="facts">
      ${candidateMark(candidate)} by <bdi>${candidate.author}</bdi>, accepted by${' '}
      <bdi>${candidate.accepted_by}</bdi>, ${instantView(candidate.created_at)}
    </p>
    ${actsView(candidate, visit)}
  </header>`
}

function actsView(candidate: CandidateAnswer, visit: ConsoleVisit): Markup {
  const to = (act: string) =>
    withPlace(`${candidateAddress(candidate.candidate_hash)}/${act}`, listPlaceOf(visit))
  const isUnplanned = candidate.review_plan === null && isCuratorOf(visit.me, candidate.topic_id)
  const isPublished = isPublishedCandidate(candidate.state)
  return html`<p class="acts">
    ${isPublished ? html`<a class="button main" href=${`/revisions/${candidate.candidate_hash}`}>Read it as published</a>` : null}
    ${modesFor(candidate, visit).length > 0 ? html`<a class="button main" href=${to('publish')}>Publish it</a>` : null}
    ${isUnplanned ? html`<a class="button" href=${to('review-plan')}>Ask for reviews</a>` : null}
    ${visit.me?.access.can_review ? html`<a class="button" href=${to('evidence')}>Evidence</a>` : null}
  </p>`
}

function factsView(candidate: CandidateAnswer): Markup {
  return html`<dl class="facts">
    <dt>Kind</dt>
    <dd>${candidate.document_kind}</dd>
    <dt>Path</dt>
    <dd><code>${candidate.path}</code></dd>
    <dt>Candidate</dt>
    <dd>${shortHash(candidate.candidate_hash)}</dd>
    <dt>Follows</dt>
    <dd>
      ${candidate.parent_hash === null ? 'nothing: a new entry' : shortHash(candidate.parent_hash)}
    </dd>
  </dl>`
}
