import { html } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import { candidateAddress, coverageSummary } from '../candidates/candidate-words.ts'
import { confirmPage } from '../confirm-page.ts'
import type { ConsolePage } from '../definitions.ts'
import { formView } from '../form-view.ts'
import { challengeForm, evidenceAddress, manualForm, transportForm } from './evidence-forms.ts'
import { evidenceRow } from './evidence-list.ts'

export const evidencePage: ConsolePage = {
  path: '/console/candidates/:candidate_hash/evidence',
  forms: [manualForm, transportForm],
  async show(visit) {
    const { candidate_hash = '' } = visit.params
    const candidate = await visit.api.call('getCandidate', { params: { candidate_hash } })
    const { items, next_cursor } = await visit.api.call('listEvidence', {
      params: { candidate_hash },
      query: { cursor: visit.query.cursor },
    })
    const address = evidenceAddress(candidate_hash)
    const mayChallenge = visit.me?.access.can_curate ?? false
    return {
      title: `Evidence: ${candidate.title}`,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${candidateAddress(candidate_hash)}>${candidate.title}</a></p>
          <h1>Evidence</h1>
        </header>
        ${coverageSummary(candidate.coverage)}
        ${items.length === 0 ? html`<p class="quiet">There is none yet.</p>` : null}
        ${items.map((row) =>
          evidenceRow(
            row,
            mayChallenge && row.challenge === null
              ? html`<p><a class="button" href=${`${address}/${row.evidence_id}/challenge`}>Challenge it</a></p>`
              : null,
          ),
        )}
        ${nextPage(address, { cursor: next_cursor, words: 'Later rows' })}
        <section aria-labelledby="written">
          <h2 id="written">Write down what you saw</h2>
          ${formView(visit, manualForm, {
            values: { '/method': 'manual-source-v1', '/checked_at': minuteOf(visit.app.ambient.now()) },
            button: 'Add the row',
          })}
        </section>
        <section aria-labelledby="fetched">
          <h2 id="fetched">Let the press fetch an address</h2>
          ${formView(visit, transportForm, { values: { '/method': 'url-transport-v1' }, button: 'Fetch it and add the row' })}
        </section>`,
    }
  },
}

/** To the minute, and never in the future. */
function minuteOf(instant: string): string {
  return `${instant.slice(0, 16)}:00Z`
}

export const challengePage = confirmPage(challengeForm, async ({ params: { candidate_hash = '' } }) => ({
  title: 'Challenge this evidence?',
  consequence: 'The row stays but no longer counts. You cannot undo this; you can add another row.',
  back: { to: evidenceAddress(candidate_hash), words: 'Evidence' },
  filling: { button: 'Challenge it' },
}))
