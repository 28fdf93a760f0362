import { html, type Markup } from '../../pages/html.ts'
import type { ConsoleVisit } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import { formView } from '../form-view.ts'
import { claimReviewForm } from '../reviews/review-forms.ts'
import { CLAIM_TO_WRITE, claimForm } from '../tasks/task-forms.ts'
import type { Desk } from './read-steps.ts'
import type { StepButton, WaitingStep } from './steps.ts'

/** Steps on one page of the desk: the oldest; doing one brings the next. */
const SHOWN = 30

/** One list of everything that waits, each with what can be done with it. */
export function deskView(visit: ConsoleVisit, { steps, longer }: Desk): Markup {
  const more = steps.length - SHOWN
  return html`<section aria-labelledby="waiting">
    <h2 id="waiting">What waits for you</h2>
    ${
      steps.length === 0
        ? html`<p class="quiet">Nothing waits for you.</p>`
        : html`<ol class="entries steps">
            ${steps.slice(0, SHOWN).map((step) => stepView(visit, step))}
          </ol>`
    }
    ${more > 0 ? html`<p class="quiet">${more} younger ones wait after these.</p>` : null}
    ${longer.map((list) => html`<p><a href=${list}>More are in the list</a></p>`)}
  </section>`
}

function stepView(visit: ConsoleVisit, { since, title, address, topic, what, buttons }: WaitingStep): Markup {
  return html`<li>
    <h3><a href=${address}>${title}</a></h3>
    <p class="facts">${what} in ${topic}, since ${instantView(since)}</p>
    <div class="acts">${buttons.map((button) => buttonView(visit, button))}</div>
  </li>`
}

function buttonView(visit: ConsoleVisit, button: StepButton): Markup {
  if ('to' in button) return html`<a class="button" href=${button.to}>${button.words}</a>`
  const filling = { params: { id: button.claims }, button: button.words, isMinor: true }
  if (button.isReview) return formView(visit, claimReviewForm, filling)
  const tools = html`<input type="hidden" name=${CLAIM_TO_WRITE} value="1" />`
  return formView(visit, claimForm, { ...filling, tools })
}
