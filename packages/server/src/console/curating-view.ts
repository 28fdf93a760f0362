import { html, type Markup } from '../pages/html.ts'
import type { ConsoleVisit } from './definitions.ts'
import { submissionList } from './submissions/submission-words.ts'
import { suggestionList } from './suggestions/suggestion-words.ts'

/** Of each list: the rest is a link away. */
const SHOWN = 5

/** What waits for a curator: proposals that nobody decided on, and suggestions that nobody triaged. */
export async function curatingView({ api }: ConsoleVisit): Promise<Markup> {
  const submitted = await api.call('listSubmissions', { query: { state: 'submitted', limit: SHOWN } })
  const untriaged = await api.call('listSuggestions', {
    query: { triage_state: 'untriaged', resolution_state: 'open', limit: SHOWN },
  })
  return html`<section aria-labelledby="proposals">
      <h2 id="proposals">Proposals to decide on</h2>
      ${submitted.items.length === 0 ? html`<p class="quiet">None waits.</p>` : submissionList(submitted.items)}
      ${submitted.next_cursor === null ? null : html`<p><a href="/console/submissions?state=submitted">All proposals that wait</a></p>`}
    </section>
    <section aria-labelledby="untriaged">
      <h2 id="untriaged">Suggestions to triage</h2>
      ${untriaged.items.length === 0 ? html`<p class="quiet">None waits.</p>` : suggestionList(untriaged.items)}
      ${untriaged.next_cursor === null ? null : html`<p><a href="/console/suggestions?triage_state=untriaged&resolution_state=open">All suggestions that wait</a></p>`}
    </section>`
}
