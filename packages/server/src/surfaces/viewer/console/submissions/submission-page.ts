import { html, type Markup } from '../../html.ts'
import { candidateAddress } from '../candidates/candidate-words.ts'
import { draftChanges } from '../changes.ts'
import { checksView } from '../checks-view.ts'
import type { ConsolePage, SignedIn } from '../definitions.ts'
import { instantView } from '../instant-view.ts'
import { leaf } from '../leaf.ts'
import { manuscript } from '../manuscript.ts'
import { type Proposal, readProposal } from './proposal.ts'
import { type Submission, stateMark, submissionAddress } from './submission-words.ts'

export const submissionPage: ConsolePage = {
  path: '/console/submissions/:proposal_hash',
  async show(visit) {
    const { proposal_hash = '' } = visit.params
    const submission = await visit.door.call('getSubmission', { params: { proposal_hash } })
    const proposal = await readProposal(visit.door, proposal_hash)
    return {
      title: submission.title,
      main: leaf({
        head: headView(submission, visit),
        margin: factsView(submission),
        text: html`${checksView(submission.checks)} ${await changesOf(visit, submission, proposal)}
        ${await manuscript(visit, { ...submission, ...proposal, observation: proposal })}`,
      }),
    }
  },
}

function headView(submission: Submission, visit: SignedIn): Markup {
  return html`<header class="title">
    <p class="eyebrow"><a href="/console/submissions">Submissions</a></p>
    <h1>${submission.title}</h1>
    <p class="lede">${submission.summary}</p>
    <p class="facts">
      ${stateMark(submission)} by <bdi>${submission.author}</bdi>, ${instantView(submission.created_at)}
    </p>
    ${fateView(submission)} ${actsView(submission, visit)}
  </header>`
}

function changesOf({ door }: SignedIn, submission: Submission, proposal: Proposal): Promise<Markup | null> {
  const { proposal_hash, expected_parent_hash, kind, title, summary, path } = submission
  const { body, ...said } = proposal
  const fields = { ...said, title, summary, path, document_kind: kind }
  return draftChanges(door, { parent: expected_parent_hash, sha256: proposal_hash, body, fields })
}

function fateView({ reason, candidate_hash, decided_at }: Submission): Markup {
  return html`${reason === null ? null : html`<blockquote class="said">${reason}</blockquote>`}
  ${decided_at === null ? null : html`<p class="facts">Decided ${instantView(decided_at)}</p>`}
  ${candidate_hash === null ? null : html`<p><a href=${candidateAddress(candidate_hash)}>The candidate made of it</a></p>`}`
}

/** Everybody but a curator sees only own submissions; for a curator the name must do. */
function actsView(submission: Submission, { me }: SignedIn): Markup | null {
  if (submission.state !== 'submitted' || me === null) return null
  const { can_propose, can_curate, can_publish_direct } = me.access
  const isOwn = can_propose && submission.author === me.label
  const address = submissionAddress(submission.proposal_hash)
  return html`<p class="acts">
    ${can_curate || (isOwn && can_publish_direct) ? html`<a class="button main" href=${`${address}/finalize`}>Accept it</a>` : null}
    ${can_curate ? html`<a class="button" href=${`${address}/decline`}>Decline it</a>` : null}
    ${isOwn ? html`<a class="button" href=${`${address}/withdraw`}>Withdraw it</a>` : null}
  </p>`
}

function factsView(submission: Submission): Markup {
  return html`<dl class="facts">
    <dt>Kind</dt>
    <dd>${submission.kind}</dd>
    <dt>Path</dt>
    <dd><code>${submission.path}</code></dd>
    <dt>Proposal</dt>
    <dd><code>${submission.proposal_hash}</code></dd>
    ${
      submission.expected_parent_hash === null
        ? html`<dt>Follows</dt> <dd>nothing: a new entry</dd>`
        : html`<dt>Follows</dt>
            <dd>
              <a href=${`/revisions/${submission.expected_parent_hash}`}
                ><code>${submission.expected_parent_hash}</code></a
              >
            </dd>`
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
