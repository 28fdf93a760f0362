import { FORM_LIMITS } from '@colophon/contract'
import { problem } from '../../../core/problem.ts'

/** What a form holds: every value of every name, in the order of the page. */
export interface PostedForm {
  first(name: string): string | null
  all(name: string): readonly string[]
  names(): readonly string[]
}

/**
 * Reads `application/x-www-form-urlencoded`. What is no UTF-8 is refused and not mended, so that nobody sends
 * something else than what was typed. Browsers send a line's end as CR LF: here it is LF again.
 */
export function parseForm(text: string): PostedForm {
  const pairs = text === '' ? [] : text.split('&', FORM_LIMITS.fields + 1)
  if (pairs.length > FORM_LIMITS.fields) throw refused(`it has more than ${FORM_LIMITS.fields} fields`)
  const values = new Map<string, string[]>()
  for (const pair of pairs) {
    const [name, value] = splitPair(pair)
    const before = values.get(name)
    if (before === undefined) values.set(name, [value])
    else before.push(value)
  }
  return formOf(values)
}

function formOf(values: ReadonlyMap<string, readonly string[]>): PostedForm {
  return {
    first: (name) => values.get(name)?.[0] ?? null,
    all: (name) => values.get(name) ?? [],
    names: () => [...values.keys()],
  }
}

function splitPair(pair: string): [string, string] {
  const place = pair.indexOf('=')
  if (place < 0) return [decode(pair), '']
  return [decode(pair.slice(0, place)), decode(pair.slice(place + 1)).replaceAll('\r\n', '\n')]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (error) {
    throw refused('it is not percent-encoded UTF-8', error)
  }
}

function refused(reason: string, cause?: unknown) {
  return problem('invalid_request', `The form cannot be read: ${reason}.`, {}, cause)
}

/** The fields whose names begin with the prefix, under the rest of their names. */
export function withPrefix(form: PostedForm, prefix: string): PostedForm {
  const names = form.names().filter((name) => name.startsWith(prefix))
  return formOf(new Map(names.map((name) => [name.slice(prefix.length), form.all(name)])))
}

/** The form with other values under some names. */
export function withValues(
  form: PostedForm,
  values: Readonly<Record<string, readonly string[]>>,
): PostedForm {
  const before = form.names().map((name): [string, readonly string[]] => [name, form.all(name)])
  return formOf(new Map([...before, ...Object.entries(values)]))
}
