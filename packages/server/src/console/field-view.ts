import { html, type Markup } from '../pages/html.ts'
import type { Control, Field, Group, IdentifierField, Option, Together } from './fields.ts'
import { placesIn } from './form-body.ts'
import type { FieldProblems } from './form-problems.ts'

/** What a form shows in its fields. */
export interface FieldContext {
  /** Of the ids in the page. */
  readonly prefix: string
  /** Where the form is posted. */
  readonly action: string
  /** As typed, or as the page fills them in. */
  values(name: string): readonly string[]
  /** As the page fills them in, whatever came with the form. */
  fresh(name: string): readonly string[]
  readonly names: readonly string[]
  readonly problems: FieldProblems
}

export function fieldId(prefix: string, name: string): string {
  return `${prefix}${name.replaceAll('/', '-')}`
}

export function fieldView(field: Field, shown: FieldContext): Markup {
  const { control, name } = field
  if (control.kind === 'carried') return carriedView(name, shown.fresh(name))
  if (control.kind === 'group') return groupView(field, control, shown)
  if (control.kind === 'together') return togetherView(field, control, shown)
  if (control.kind === 'several' || (control.kind === 'choice' && control.isOpen))
    return optionsView(field, control.options, shown)
  const id = fieldId(shown.prefix, name)
  const marks = marksOf(field, id, shown)
  return html`<div class="field">
    <label for=${id}>${field.label}</label>
    ${notesView(field, id, shown)} ${mayBeFile(control) ? fileView(field, id) : null}
    ${controlView(control, { id, name, ...marks }, shown.values(name))}
  </div>`
}

/** What the act relies on is always as the page has it now: it was refused because that had changed. */
function carriedView(name: string, [value = '']: readonly string[]): Markup {
  return html`<input type="hidden" name=${name} value=${value} />`
}

type Marks = {
  required: boolean
  'aria-invalid': 'true' | null
  'aria-describedby': string | null
}

function marksOf(field: Field, id: string, { problems }: FieldContext): Marks {
  const isWrong = problems.has(field.name)
  const notes = [field.hint ? `${id}-hint` : '', isWrong ? `${id}-error` : ''].filter((note) => note !== '')
  return {
    required: field.isRequired ?? false,
    'aria-invalid': isWrong ? 'true' : null,
    'aria-describedby': notes.length > 0 ? notes.join(' ') : null,
  }
}

/** The hint, and what is wrong. */
function notesView(field: Field, id: string, { problems }: FieldContext): Markup {
  const wrong = problems.get(field.name)
  return html`${field.hint ? html`<p class="hint" id=${`${id}-hint`}>${field.hint}</p>` : null}
  ${wrong ? html`<p class="error" id=${`${id}-error`}>${field.label} ${wrong.join('; ')}</p>` : null}`
}

function mayBeFile({ kind }: Control): boolean {
  return kind === 'json' || kind === 'bytes'
}

/** Without its island there is only the text. A file has no name here: its text is what is sent. */
function fileView({ label }: Field, id: string): Markup {
  return html`<p class="from-file" data-fills=${id} hidden>
    <label for=${`${id}-file`}>${label} from a file</label> <input type="file" id=${`${id}-file`} />
  </p>`
}

type Attributes = Marks & { id: string; name: string }

function controlView(control: Control, attributes: Attributes, [value = '']: readonly string[]): Markup {
  switch (control.kind) {
    case 'text':
    case 'list':
    case 'json':
    case 'bytes':
      // The first newline of a text area is not part of its text.
      return html`<textarea ...${attributes} rows=${control.rows} class=${isCode(control) ? 'code' : null} dir="auto">${'\n'}${value}</textarea>`
    case 'choice':
      return html`<select ...${attributes}>
        <option value=""></option>
        ${offered(control.options, value).map((option) => html`<option value=${option.value} selected=${option.value === value}>${option.label}</option>`)}
      </select>`
    case 'named':
      return namedView(control, attributes, value)
    case 'instant':
      return instantView(attributes, value)
    case 'number':
      return html`<input ...${attributes} type="text" inputmode="numeric" value=${value} autocomplete="off" class="short" />`
    default:
      return html`<input ...${attributes} type="text" value=${value} autocomplete="off" dir="auto" class=${isCode(control) ? 'code' : null} />`
  }
}

function isCode(control: Control): boolean {
  return ['list', 'json', 'bytes'].includes(control.kind) || ('isCode' in control && control.isCode === true)
}

/** Offers come by their names, and any other id can be typed. */
function namedView({ options }: IdentifierField, attributes: Attributes, value: string): Markup {
  const list = `${attributes.id}-offered`
  return html`<input ...${attributes} type="text" value=${value} autocomplete="off" list=${list} />
    <datalist id=${list}>
      ${options.map((option) => html`<option value=${option.value}>${option.label}</option>`)}
    </datalist>`
}

/** The browser's own picker, unless it could not show what was typed. */
function instantView(attributes: Attributes, value: string): Markup {
  const picked = value.replace(/Z$/, '')
  if (value !== '' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(picked))
    return html`<input ...${attributes} type="text" value=${value} autocomplete="off" class="short" />`
  return html`<input ...${attributes} type="datetime-local" step="0.001" value=${picked} autocomplete="off" class="short" />`
}

/** What was chosen stays chosen, also when it is offered no longer. */
function offered(options: readonly Option[], value: string): readonly Option[] {
  const isOffered = value === '' || options.some((option) => option.value === value)
  return isOffered ? options : [...options, { value, label: value }]
}

function optionsView(field: Field, options: readonly Option[], shown: FieldContext): Markup {
  const id = fieldId(shown.prefix, field.name)
  const chosen = shown.values(field.name)
  const marks = marksOf(field, id, shown)
  const type = field.control.kind === 'several' ? 'checkbox' : 'radio'
  return html`<fieldset class="field options" id=${id} aria-describedby=${marks['aria-describedby']}>
    <legend>${field.label}</legend>
    ${notesView(field, id, shown)}
    ${options.map(
      (option, place) => html`<div class="option">
        <input type=${type} id=${`${id}-${place}`} name=${field.name} value=${option.value} checked=${chosen.includes(option.value)} aria-describedby=${option.hint ? `${id}-${place}-hint` : null} />
        <label for=${`${id}-${place}`}>${option.label}</label>
        ${option.hint ? html`<p class="hint" id=${`${id}-${place}-hint`}>${option.hint}</p>` : null}
      </div>`,
    )}
  </fieldset>`
}

function togetherView(field: Field, { fields, isFolded }: Together, shown: FieldContext): Markup {
  const inner = html`${field.hint ? html`<p class="hint">${field.hint}</p>` : null}
    ${fields.map((one) => fieldView(one, shown))}`
  if (!isFolded)
    return html`<fieldset class="together">
      <legend>${field.label}</legend>
      ${inner}
    </fieldset>`
  return html`<details class="together" open=${fields.some((one) => isInUse(one, shown))}>
    <summary>${field.label}</summary>
    ${inner}
  </details>`
}

function isInUse({ name }: Field, { values, problems }: FieldContext): boolean {
  return problems.has(name) || values(name).some((value) => value !== '')
}

/** The rows that are typed, and empty ones after them. */
function groupView(field: Field, group: Group, shown: FieldContext): Markup {
  const places = placesIn(field.name, shown.names)
  while (places.length < group.atLeast) places.push((places.at(-1) ?? -1) + 1)
  const id = fieldId(shown.prefix, field.name)
  return html`<fieldset class="group" id=${id}>
    <legend>${field.label}</legend>
    ${notesView(field, id, shown)}
    ${places.map((place, row) => rowView(field, { group, place, row }, shown))}
    <p>
      <button name="again" value=${`more ${field.name}`} formaction=${`${shown.action}#${id}`} class="quiet">
        ${group.more}
      </button>
    </p>
  </fieldset>`
}

function rowView(
  field: Field,
  { group, place, row }: { group: Group; place: number; row: number },
  shown: FieldContext,
): Markup {
  const fields = group.fields.map((inner) => ({ ...inner, name: `${field.name}/${place}${inner.name}` }))
  // What a row carries along belongs to what is typed beside it.
  const typed = { ...shown, fresh: shown.values }
  return html`<fieldset class="row">
    <legend>${group.one} ${row + 1}</legend>
    ${fields.map((inner) => fieldView(inner, typed))}
  </fieldset>`
}
