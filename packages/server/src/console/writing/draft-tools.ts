import { html, type Markup } from '../../pages/html.ts'
import type { ConsoleVisit } from '../definitions.ts'
import type { TaskAnswer } from '../tasks/task-words.ts'
import { CITE, CLAIM_FIELD, FIND, PREVIEW } from './draft-form.ts'

const SHOWN = 5

/** Finds what to cite, so that nobody copies hashes by hand. */
export async function citationFinder(visit: ConsoleVisit): Promise<Markup> {
  const words = visit.attempt?.typed.first('find') ?? ''
  const action = visit.attempt?.action ?? ''
  return html`<fieldset class="together" id="finder">
    <legend>Find a revision to cite</legend>
    <div class="field">
      <label for="find">Words, a title, a path or a hash</label>
      <input id="find" name="find" value=${words} autocomplete="off" dir="auto" />
    </div>
    <p><button name="again" value=${FIND} formaction=${`${action}#finder`} class="quiet">Find</button></p>
    ${await foundView(visit, words)}
  </fieldset>`
}

async function foundView({ api, attempt }: ConsoleVisit, words: string): Promise<Markup | null> {
  if (attempt?.typed.first('again') !== FIND || words === '') return null
  const { items } = await api.call('search', { query: { q: words, limit: SHOWN } })
  if (items.length === 0) return html`<p role="status">No matching revision to cite.</p>`
  return html`<ul class="found">
    ${items.map(
      ({ title, path, content_hash }) => html`<li>
        <span>${title} <code>${path}</code></span>
        <button name="again" value=${`${CITE} ${content_hash}`} formaction=${`${attempt.action}#finder`} class="quiet">
          Cite it <span class="unseen">${title}</span>
        </button>
      </li>`,
    )}
  </ul>`
}

/** Beside the button that submits. */
export function draftButtons(task: TaskAnswer | null): Markup {
  return html`<button name="again" value=${PREVIEW}>Preview and check</button>
    ${task?.can_claim ? html`<button name="again" value=${CLAIM_FIELD}>Claim the task again</button>` : null}`
}
