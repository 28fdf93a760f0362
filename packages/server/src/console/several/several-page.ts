import { FORM_LIMITS, type OperationId, type ProblemCode } from '@colophon/contract'
import type { Problem } from '../../core/problem.ts'
import { html, type Markup } from '../../pages/html.ts'
import type { ConsolePage, ConsoleVisit, OutcomeForOne, PageContent, SeveralForm } from '../definitions.ts'
import type { Field } from '../fields.ts'
import { addressInList, type FilteredList } from '../filters.ts'
import { formView } from '../form-view.ts'
import { listPlaceOf, PLACE, placeIn } from '../list-place.ts'
import { adviceFor } from '../refusal.ts'
import { CHOSEN, keyName, nameForOne, readChosen } from './act-on-each.ts'

/** Something that may be decided on together with others. */
export interface ChoosableThing {
  readonly id: string
  readonly title: string
  readonly facts: Markup
  /** Whether the act is still to be done, and the visitor's to do. */
  readonly isOpen: boolean
  /** What the act relies on, by the names of its carried fields. */
  readonly carried: Readonly<Record<string, string>>
}

/** An act on each of several things of a list, asked for on one page and done by one form. */
export interface SeveralAct {
  readonly operation: OperationId
  readonly param: string
  readonly path: string
  readonly fields: readonly Field[]
  readonly list: FilteredList
  /** As the bar of the list says it: `Accept`. */
  readonly button: string
  /** As its page says it of so many: `Accept 3 proposals`. */
  words(count: number): string
  /** What it does, and what stays. */
  readonly consequence: string
  /** Where one of them is shown. */
  address(id: string): string
  /** What the visitor can read of each, in their order; null for what is not there, or not theirs to read. */
  read(ids: readonly string[], visit: ConsoleVisit): Promise<readonly (ChoosableThing | null)[]>
}

/** The page that lists what will be done, with the form that does it. */
export function severalPage(act: SeveralAct): ConsolePage {
  const form: SeveralForm = {
    operation: act.operation,
    param: act.param,
    path: act.path,
    fields: act.fields,
    doneEach: (outcomes, visit, typed) =>
      resultView(act, { outcomes, visit, place: placeIn(typed.first(PLACE)) }),
  }
  return {
    path: act.path,
    forms: [form],
    async show(visit) {
      const chosen = chosenIn(visit)
      if (chosen.length === 0) return nothingChosen(act, listPlaceOf(visit))
      const ids = readChosen(chosen)
      const found = await act.read(ids, visit)
      const there = found.filter((thing) => thing !== null)
      const open = there.filter(({ isOpen }) => isOpen)
      const title = open.length === 0 ? 'Nothing to do' : `${act.words(open.length)}?`
      const leftOut = { over: there.filter(({ isOpen }) => !isOpen), hidden: found.length - there.length }
      return {
        title,
        main: html`<p class="eyebrow"><a href=${addressInList(act.list, listPlaceOf(visit))}>${act.list.label}</a></p>
          <h1>${title}</h1>
          ${open.length === 0 ? null : confirmView(act, { form, open, visit })} ${leftOutView(act, leftOut)}`,
      }
    },
  }
}

function nothingChosen({ list }: SeveralAct, place: string): PageContent {
  const title = 'Nothing is chosen'
  return {
    title,
    main: html`<h1>${title}</h1>
      <p class="lede">Tick what you mean in the list.</p>
      <p class="acts"><a class="button main" href=${addressInList(list, place)}>Back to the list</a></p>`,
  }
}

function chosenIn({ query, attempt }: ConsoleVisit): readonly string[] {
  if (attempt !== null) return attempt.typed.all(CHOSEN)
  return [query[CHOSEN]].flat().filter((id) => typeof id === 'string' && id !== '') as string[]
}

interface Confirming {
  readonly form: SeveralForm
  readonly open: readonly ChoosableThing[]
  readonly visit: ConsoleVisit
}

function confirmView(act: SeveralAct, { form, open, visit }: Confirming): Markup {
  const isTyped = ({ control }: Field) => control.kind !== 'carried'
  return html`<p class="lede">${act.consequence}</p>
    ${thingList(act, open)}
    ${formView(
      visit,
      { path: form.path, fields: form.fields.filter(isTyped) },
      {
        button: act.words(open.length),
        isFinal: true,
        tools: html`${open.map((thing) => carriedView(thing, visit))}`,
      },
    )}`
}

/** The key of each comes back with a form that was refused: what was done before is not done twice. */
function carriedView({ id, carried }: ChoosableThing, { app, attempt }: ConsoleVisit): Markup {
  const key = attempt?.typed.first(keyName(id)) || app.ambient.newId()
  const own = Object.entries(carried).map(([name, value]) => [nameForOne(name, id), value] as const)
  return html`${[[CHOSEN, id] as const, [keyName(id), key] as const, ...own].map(
    ([name, value]) => html`<input type="hidden" name=${name} value=${value} />`,
  )}`
}

function thingList(act: SeveralAct, things: readonly ChoosableThing[]): Markup {
  return html`<ul class="records">
    ${things.map(
      ({ id, title, facts }) => html`<li>
        <p><a href=${act.address(id)} dir="auto">${title}</a></p>
        ${facts}
      </li>`,
    )}
  </ul>`
}

interface LeftOut {
  readonly over: readonly ChoosableThing[]
  readonly hidden: number
}

function leftOutView(act: SeveralAct, { over, hidden }: LeftOut): Markup | null {
  if (over.length === 0 && hidden === 0) return null
  return html`<section aria-labelledby="left-out">
    <h2 id="left-out">Left out</h2>
    ${over.length === 0 ? null : html`<p class="quiet">Already decided, or not yours to decide:</p>${thingList(act, over)}`}
    ${hidden === 0 ? null : html`<p class="quiet">${hidden} that you chose: there is nothing that you can read.</p>`}
  </section>`
}

/** What a refusal means for a thing among others, where it is that somebody else was first. */
const OVERTAKEN: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'compare_and_set_mismatch',
  'invalid_state',
  'already_finalized',
])

function outcomeMark(refused: Problem | null): Markup {
  if (refused === null) return html`<span class="mark accepted">Done</span>`
  return OVERTAKEN.has(refused.code)
    ? html`<span class="mark">Changed meanwhile</span>`
    : html`<span class="mark reject">Refused</span>`
}

interface Results {
  readonly outcomes: readonly OutcomeForOne[]
  readonly visit: ConsoleVisit
  readonly place: string
}

/** Says of each what happened; reading it again does nothing. */
async function resultView(act: SeveralAct, { outcomes, visit, place }: Results): Promise<PageContent> {
  const titles = await titlesIn(act, outcomes, visit)
  const done = outcomes.filter(({ refused }) => refused === null).length
  const title = `${done} of ${outcomes.length} done`
  const list = addressInList(act.list, place)
  return {
    title,
    main: html`<p class="done" role="status">${title}.</p>
      <p class="eyebrow"><a href=${list}>${act.list.label}</a></p>
      <h1>${act.words(outcomes.length)}</h1>
      <ol class="records">
        ${outcomes.map((outcome) => outcomeView(act, outcome, titles.get(outcome.id)))}
      </ol>
      <p class="acts">
        <a class="button main" href=${list}>Back to the list</a>
        ${againLink(act, outcomes, place)}
      </p>`,
  }
}

/** What is done says its title in its answer; only what was refused is read again. */
async function titlesIn(
  act: SeveralAct,
  outcomes: readonly OutcomeForOne[],
  visit: ConsoleVisit,
): Promise<ReadonlyMap<string, string>> {
  const refused = outcomes.filter((outcome) => outcome.refused !== null).map(({ id }) => id)
  const read = await act.read(refused, visit)
  return new Map([
    ...outcomes.flatMap((outcome) =>
      outcome.refused === null ? [[outcome.id, titleOf(outcome.answer)] as const] : [],
    ),
    ...read.flatMap((thing) => (thing === null ? [] : [[thing.id, thing.title] as const])),
  ])
}

/** Candidates and submissions have a title; a suggestion has its question. */
function titleOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return ''
  if ('title' in answer) return String(answer.title)
  return 'question' in answer ? String(answer.question) : ''
}

function outcomeView(act: SeveralAct, { id, refused }: OutcomeForOne, title: string | undefined): Markup {
  return html`<li>
    <p>
      ${outcomeMark(refused)}
      ${title === undefined ? html`<code>${id.slice(0, 12)}</code>` : html`<a href=${act.address(id)} dir="auto">${title}</a>`}
    </p>
    ${refused === null ? null : html`<p class="facts">${refused.message} ${adviceFor(refused.code)}</p>`}
  </li>`
}

/** What was not done can be chosen again as it stands now. */
function againLink(act: SeveralAct, outcomes: readonly OutcomeForOne[], place: string): Markup | null {
  const left = outcomes.filter(({ refused }) => refused !== null)
  if (left.length === 0) return null
  const query = new URLSearchParams([[PLACE, place], ...left.map(({ id }) => [CHOSEN, id])])
  return html`<a class="button" href=${`${act.path}?${query}`}>Look at the others again</a>`
}

/** How many may be decided on together, in words beside the bar. */
export const MOST_TOGETHER = `At most ${FORM_LIMITS.decidedTogether} together; you confirm them on one page.`
