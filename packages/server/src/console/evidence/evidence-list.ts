import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { instantView } from '../detail-layout.ts'

type EvidenceAnswer = AnswerOf<Operations['listEvidence']>['items'][number]

/** Rows of evidence. A locator is text: nobody is led where somebody else wrote. */
export function evidenceRow(row: EvidenceAnswer, act: Markup | null): Markup {
  return html`<article class="evidence">
    <h2>${row.subject}</h2>
    <p class="facts">
      <span class=${`mark ${row.counts ? 'counting' : 'lapsed'}`}>${row.counts ? 'Counts' : 'Does not count'}</span>
      ${row.method}, by <bdi>${row.submitted_by}</bdi>, checked ${instantView(row.checked_at)}, holds until${' '}
      ${instantView(row.expires_at)}
    </p>
    <dl class="facts">
      ${fact('Source', row.source_locator)} ${fact('Place', row.selector)} ${fact('Seen', row.observed_result)}
      ${fact('Tool', row.tool === null ? null : `${row.tool.name} ${row.tool.version}`)}
      ${fact('From', row.source_lineage)} ${fact('Limits', row.limitations)}
      ${fact('Answer', row.status === null ? null : `${row.status}, ${row.content_type ?? 'no type'}, ${row.size ?? 0} bytes`)}
      ${fact('Ended at', row.final_url)} ${fact('Hash', row.content_sha256)} ${fact('Failed', row.failure)}
    </dl>
    ${challengeView(row)} ${act}
  </article>`
}

function fact(term: string, text: string | null): Markup | null {
  return text === null ? null : html`<dt>${term}</dt> <dd class="said">${text}</dd>`
}

function challengeView({ challenge }: EvidenceAnswer): Markup | null {
  if (challenge === null) return null
  return html`<p class="said">
    Challenged by <bdi>${challenge.challenged_by}</bdi>, ${instantView(challenge.challenged_at)}:${' '}
    ${challenge.selector}. ${challenge.reason}
  </p>`
}
