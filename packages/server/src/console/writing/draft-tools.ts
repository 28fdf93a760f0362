import { html, type Markup } from '../../pages/html.ts'
import type { ConsoleVisit } from '../definitions.ts'
import { bothButton } from '../second-act.ts'
import { leaseView } from '../tasks/task-page.ts'
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

/** What the draft is for, as far as it is known: the brief of its task, and until when that is held. */
export function taskHead(task: TaskAnswer | null, visit: ConsoleVisit): Markup | null {
  if (task === null) return null
  return html`<p>For the task <a href=${`/console/tasks/${task.task_id}`}>${task.title}</a></p>
    <details open>
      <summary>What it asks for</summary>
      <p class="said">${task.brief}</p>
    </details>
    ${leaseView(task, visit)}`
}

/** Beside the button that submits. */
export function draftButtons(task: TaskAnswer | null, visit: ConsoleVisit): Markup {
  return html`${task?.leased_to_me ? bothButton(visit, 'Submit and complete the task') : null}
    <button name="again" value=${PREVIEW}>Preview and check</button>
    ${task?.can_claim ? html`<button name="again" value=${CLAIM_FIELD}>Claim the task again</button>` : null}`
}
