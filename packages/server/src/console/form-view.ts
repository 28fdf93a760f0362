import { html, type Markup } from '../pages/html.ts'
import { type AnyForm, type ConsoleVisit, fillPath } from './definitions.ts'
import { type FieldContext, fieldView } from './field-view.ts'
import type { Field, Option } from './fields.ts'
import { fieldProblems } from './form-problems.ts'
import { listPlaceOf, PLACE } from './list-place.ts'
import type { PostedForm } from './posted-form.ts'

/** What a page says of a form that it holds. */
export interface Filling {
  /** What the fields hold when nothing is typed yet, by name. */
  readonly values?: Readonly<Record<string, string | readonly string[]>>
  /** What may be chosen, by the name of the field, where that is known only now. */
  readonly options?: Readonly<Record<string, readonly Option[]>>
  readonly params?: Readonly<Record<string, string>>
  readonly button: string
  /** The act cannot be undone. */
  readonly isFinal?: boolean
  /** Beside it the page has something that matters more. */
  readonly isMinor?: boolean
  /** Between the fields and the button. */
  readonly tools?: Markup | null
  /** Beside the button. */
  readonly buttons?: Markup | null
}

/** The form: as typed where it was refused, and with a key of its own for an act that was not tried yet. */
export function formView(
  visit: ConsoleVisit,
  form: Pick<AnyForm, 'path' | 'fields'>,
  filling: Filling,
): Markup {
  const action = fillPath(form.path, filling.params ?? visit.params)
  const attempt = visit.attempt?.action === action ? visit.attempt : null
  const problems = fieldProblems(attempt)
  const shown: FieldContext = {
    prefix: prefixOf(action),
    action,
    values: (name) => attempt?.typed.all(name) ?? listOf(filling.values?.[name]),
    fresh: (name) => listOf(filling.values?.[name]),
    names: attempt === null ? Object.keys(filling.values ?? {}) : attempt.typed.names(),
    problems,
  }
  const fields = form.fields.map((field) => fieldView(withOptions(field, filling.options), shown))
  return html`<form method="post" action=${action} novalidate class="form">
    <input type="hidden" name="csrf_token" value=${visit.session.csrf_token} />
    <input type="hidden" name="idempotency_key" value=${keyOf(visit, action)} />
    ${placeView(visit)} ${fields} ${filling.tools ?? null}
    <p class="acts">
      <button class=${weightOf(filling)}>${filling.button}</button>
      ${filling.buttons ?? null}
    </p>
  </form>`
}

/** An act leads back to the list that its page came from. */
function placeView(visit: ConsoleVisit): Markup | null {
  const place = listPlaceOf(visit)
  return place === '' ? null : html`<input type="hidden" name=${PLACE} value=${place} />`
}

/** The form behind its own words: a click shows what it does, and only the button there does it. */
export function askedView(
  visit: ConsoleVisit,
  form: Pick<AnyForm, 'path' | 'fields'>,
  { consequence, ...filling }: Filling & { readonly consequence: string },
): Markup {
  return html`<details class="together">
    <summary>${filling.button}</summary>
    <p>${consequence}</p>
    ${formView(visit, form, { ...filling, isMinor: true })}
  </details>`
}

function weightOf({ isFinal, isMinor }: Filling): string | null {
  if (isMinor) return null
  return isFinal ? 'final' : 'main'
}

/** The key that came with it stays as long as the act is the same. */
function keyOf({ app, attempt }: ConsoleVisit, action: string): string {
  const isUsed = attempt?.problem?.code === 'idempotency_key_reused'
  const before = attempt?.action === action && !isUsed ? attempt.typed.first('idempotency_key') : null
  return before || app.ambient.newId()
}

/** Ids in the page are those of the field behind that of the form. */
export function prefixOf(action: string): string {
  return action.slice(1).replaceAll(/[^a-z0-9]+/gi, '-')
}

function withOptions(field: Field, options: Filling['options']): Field {
  const given = options?.[field.name]
  const { control } = field
  if (given === undefined || !('options' in control)) return field
  return { ...field, control: { ...control, options: given } }
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

/** Everything that was posted, to be posted again under names that begin with the prefix. */
export function hiddenFields(typed: PostedForm, prefix: string): Markup {
  return typed
    .names()
    .flatMap((name) =>
      typed.all(name).map((value) => html`<input type="hidden" name=${prefix + name} value=${value} />`),
    )
}
