import { type Control, eachField, type Field, type IdentifierField, type ListField } from './fields.ts'
import { type PostedForm, withValues } from './posted-form.ts'

interface FormBody {
  readonly body: Record<string, unknown>
  /** The field that a pointer into the body came from: rows that are empty are left out, and the rest move up. */
  fieldOf(pointer: string): string
}

/** The body that a form stands for. Nothing is judged here: what is no number stays text, and is refused. */
export function bodyOf(fields: readonly Field[], form: PostedForm): FormBody {
  const body: Record<string, unknown> = {}
  const moved = new Map<string, string>()
  for (const field of eachField(fields)) {
    const { control } = field
    const value =
      control.kind === 'group'
        ? rowsOf(field.name, control.fields, { form, moved })
        : valueFrom(control, form.all(field.name))
    setAt(body, field.name, value)
  }
  return { body, fieldOf: (pointer) => movedBack(pointer, moved) }
}

/** Rows of a group in which something is typed. */
function rowsOf(
  name: string,
  fields: readonly Field[],
  { form, moved }: { form: PostedForm; moved: Map<string, string> },
): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = []
  for (const place of placesIn(name, form.names())) {
    const row: Record<string, unknown> = {}
    let isEmpty = true
    for (const field of fields) {
      const value = valueFrom(field.control, form.all(`${name}/${place}${field.name}`))
      if (value !== null && field.control.kind !== 'carried') isEmpty = false
      setAt(row, field.name, value)
    }
    if (isEmpty) continue
    moved.set(`${name}/${rows.length}`, `${name}/${place}`)
    rows.push(row)
  }
  return rows
}

/** The rows of a group that are among the names of a form, in their order. */
export function placesIn(name: string, names: readonly string[]): number[] {
  const places = new Set<number>()
  for (const field of names) {
    const [digits = ''] = field.startsWith(`${name}/`) ? field.slice(name.length + 1).split('/') : []
    if (/^\d{1,4}$/.test(digits)) places.add(Number(digits))
  }
  return [...places].sort((one, other) => one - other)
}

function valueFrom(control: Control, given: readonly string[]): unknown {
  const [first = ''] = given
  switch (control.kind) {
    case 'several':
      return givenIn(given, control)
    case 'list':
      return linesIn(first, control)
    case 'named':
      return textOf(idIn(first.trim(), control))
    case 'number':
      return numberOf(first)
    case 'carried':
      return control.as === 'number' ? numberOf(first) : textOf(first)
    case 'instant':
      return textOf(first) === null ? null : inUtc(first)
    default:
      return textOf(first)
  }
}

function givenIn(
  values: readonly string[],
  { isLeftOutEmpty }: { isLeftOutEmpty?: boolean },
): string[] | null {
  const items = values.filter((value) => value !== '')
  return items.length === 0 && isLeftOutEmpty ? null : items
}

function linesIn(text: string, control: ListField): string[] | null {
  const items = givenIn(
    text.split('\n').map((line) => line.trim()),
    control,
  )
  return control.hasStar && items?.length === 1 && items[0] === '*' ? null : items
}

/** Who copies an address has the thing that its page is about in mind. */
function idIn(text: string, { page }: IdentifierField): string {
  const at = text.indexOf(page)
  return at < 0 ? text : (text.slice(at + page.length).split(/[/?#]/)[0] ?? '')
}

function textOf(text: string): string | null {
  return text === '' ? null : text
}

function numberOf(text: string): number | string | null {
  if (text === '') return null
  return /^(0|-?[1-9]\d{0,14})$/.test(text) ? Number(text) : text
}

/** What the browser's own picker sends has no zone; the page says that it is UTC. */
function inUtc(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text) ? `${padSeconds(text)}Z` : text
}

function padSeconds(text: string): string {
  return text.length === 'YYYY-MM-DDTHH:MM'.length ? `${text}:00` : text
}

/**
 * Pointers of forms name members of objects only, and come from the tables of this surface. An inner object of
 * which nothing is there is not there either.
 */
function setAt(target: Record<string, unknown>, pointer: string, value: unknown): void {
  const [name = '', ...rest] = pointer.slice(1).split('/')
  if (rest.length === 0) {
    target[name] = value
    return
  }
  if (value === null) return
  const inner = (target[name] ?? {}) as Record<string, unknown>
  setAt(inner, `/${rest.join('/')}`, value)
  target[name] = inner
}

function movedBack(pointer: string, moved: ReadonlyMap<string, string>): string {
  for (const [now, before] of moved)
    if (pointer === now || pointer.startsWith(`${now}/`)) return before + pointer.slice(now.length)
  return pointer
}

const ROWS_ADDED = 3

/** The form with some empty rows more in the group of this name. */
export function withMoreRows(fields: readonly Field[], typed: PostedForm, name: string): PostedForm {
  const group = fields.find((field) => field.name === name)?.control
  if (group?.kind !== 'group') return typed
  const next = (placesIn(name, typed.names()).at(-1) ?? -1) + 1
  const rows = Array.from({ length: ROWS_ADDED }, (_, place) => `${name}/${next + place}`)
  return withValues(typed, Object.fromEntries(rows.map((row) => [row + group.fields[0]?.name, ['']])))
}
