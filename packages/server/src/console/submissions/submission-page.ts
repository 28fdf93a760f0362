import { isUndecided, type Reference } from '@colophon/contract'
import type { Api } from '../../pages/api.ts'
import { html, type Markup } from '../../pages/html.ts'
import { shortHash } from '../../pages/parts/short-hash.ts'
import { articleView } from '../article-view.ts'
import { candidateAddress } from '../candidates/candidate-words.ts'
import { draftChanges } from '../changes.ts'
import { checksView } from '../checks-view.ts'
import type { ConsolePage, ConsoleVisit } from '../definitions.ts'
import { detailLayout, instantView } from '../detail-layout.ts'
import { addressInList } from '../filters.ts'
import { listPlaceOf, withPlace } from '../list-place.ts'
import { SUBMISSION_LIST } from './decide-several.ts'
import { type SubmissionAnswer, stateMark, submissionAddress } from './submission-words.ts'

/** What a proposal says: its bytes are canonical JSON that the server wrote. */
interface Proposal {
  readonly body: string
  readonly references: readonly Reference[]
  readonly observed_at: string | null
  readonly refresh_after: string | null
  readonly applicability: string | null
}

async function readProposal(api: Api, sha256: string): Promise<Proposal> {
  const bytes = await api.call('readObject', { params: { sha256 } })
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Proposal
}

export const submissionPage: ConsolePage = {
  path: '/console/submissions/:proposal_hash',
  async show(visit) {
    const { proposal_hash = '' } = visit.params
    const submission = await visit.api.call('getSubmission', { params: { proposal_hash } })
    const proposal = await readProposal(visit.api, proposal_hash)
    return {
      title: submission.title,
      main: detailLayout({
        head: headView(submission, visit),
        margin: factsView(submission),
        text: html`${checksView(submission.checks)} ${await changesOf(visit, submission, proposal)}
        ${await articleView(visit, { ...submission, ...proposal, observation: proposal })}`,
      }),
    }
  },
}

function headView(submission: SubmissionAnswer, visit: ConsoleVisit): Markup {
  return html`<header class="title">
    <p class="eyebrow"><a href=${addressInList(SUBMISSION_LIST, listPlaceOf(visit))}>Submissions</a></p>
    <h1>${submission.title}</h1>
    <p class="lede">${submission.summary}</p>
    <p class="facts">
      ${stateMark(submission)} by <bdi>${submission.author}</bdi>, ${instantView(submission.created_at)}
    </p>
    ${fateView(submission)} ${actsView(submission, visit)}
  </header>`
}

function changesOf(
  visit: ConsoleVisit,
  submission: SubmissionAnswer,
  proposal: Proposal,
): Promise<Markup | null> {
  const { proposal_hash, expected_parent_hash, kind, title, summary, path } = submission
  const { body, ...said } = proposal
  const fields = { ...said, title, summary, path, document_kind: kind }
  return draftChanges(visit, { parent: expected_parent_hash, sha256: proposal_hash, body, fields })
}

function fateView({ reason, candidate_hash, decided_at }: SubmissionAnswer): Markup {
  return html`${reason === null ? null : html`<blockquote class="said">${reason}</blockquote>`}
  ${decided_at === null ? null : html`<p class="facts">Decided ${instantView(decided_at)}</p>`}
  ${candidate_hash === null ? null : html`<p><a href=${candidateAddress(candidate_hash)}>The candidate made of it</a></p>`}`
}

/** Everybody but a curator sees only own submissions; for a curator the name must do. */
function actsView(submission: SubmissionAnswer, visit: ConsoleVisit): Markup | null {
  const { me } = visit
  const to = (act: string) =>
    withPlace(`${submissionAddress(submission.proposal_hash)}/${act}`, listPlaceOf(visit))
  if (!isUndecided(submission.state) || me === null) return null
  const { can_propose, can_curate, can_publish_direct } = me.access
  const isOwn = can_propose && submission.author === me.label
  return html`<p class="acts">
    ${can_curate || (isOwn && can_publish_direct) ? html`<a class="button main" href=${to('finalize')}>Accept it</a>` : null}
    ${can_curate ? html`<a class="button" href=${to('decline')}>Decline it</a>` : null}
    ${isOwn ? html`<a class="button" href=${to('withdraw')}>Withdraw it</a>` : null}
  </p>`
}

function factsView(submission: SubmissionAnswer): Markup {
  return html`<dl class="facts">
    <dt>Kind</dt>
    <dd>${submission.kind}</dd>
    <dt>Path</dt>
    <dd><code>${submission.path}</code></dd>
    <dt>Proposal</dt>
    <dd>${shortHash(submission.proposal_hash, null)}</dd>
    ${
      submission.expected_parent_hash === null
        ? html`<dt>Follows</dt> <dd>nothing: a new entry</dd>`
        : html`<dt>Follows</dt>
            <dd>${shortHash(submission.expected_parent_hash)}</dd>`
    }
    ${
      submission.task_id === null
        ? null
        : html`<dt>For the task</dt>
            <dd>
              <a href=${`/console/tasks/${submission.task_id}`}><code>${submission.task_id}</code></a>
            </dd>`
    }
  </dl>`
}
