import { LIST_LIMITS } from '@colophon/contract'
import type { Api } from '../pages/api.ts'
import { allItems } from '../pages/parts/all-items.ts'

/**
 * The fields of the console's forms. A field is named by the JSON Pointer of what it fills in the operation's
 * body, so that the pointer of a problem leads straight to it.
 */
export type Control =
  /** One line of text. */
  | { readonly kind: 'line'; readonly isCode?: boolean }
  /** Several lines of text. */
  | { readonly kind: 'text'; readonly rows: number; readonly isCode?: boolean }
  /** A JSON value, as text, which may come from a file. */
  | { readonly kind: 'json'; readonly rows: number }
  /** The whole body of an operation that takes bytes, as text, which may come from a file. */
  | { readonly kind: 'bytes'; readonly rows: number }
  | { readonly kind: 'number' }
  /** An instant in UTC. */
  | { readonly kind: 'instant' }
  /** One of a few: radio buttons where `isOpen`, else a list to choose from. */
  | { readonly kind: 'choice'; readonly options: readonly Option[]; readonly isOpen?: boolean }
  /** Something by its id, or by the address of its page, which is the id behind `page`. Some are offered; any may be named. */
  | IdentifierField
  /** Any of a few. */
  | { readonly kind: 'several'; readonly options: readonly Option[]; readonly isLeftOutEmpty?: boolean }
  /** A list of texts, one a line. */
  | ListField
  /** Carried along by the page: what the act relies on. */
  | { readonly kind: 'carried'; readonly as: 'text' | 'number' }
  /** Fields that belong together. */
  | Together
  /** A list of objects with these fields, whose names are relative to one of them. */
  | Group

export interface IdentifierField {
  readonly kind: 'named'
  /** Where its page is: `/console/suggestions/`. */
  readonly page: string
  readonly options: readonly Option[]
}

export interface ListField {
  readonly kind: 'list'
  readonly rows: number
  /** Nothing is left out of the body, instead of being an empty list. */
  readonly isLeftOutEmpty?: boolean
  /** `*` alone stands for null: every one there is. */
  readonly hasStar?: boolean
}

export interface Together {
  readonly kind: 'together'
  readonly fields: readonly Field[]
  /** Seldom needed: closed until something is in it. */
  readonly isFolded?: boolean
}

export interface Group {
  readonly kind: 'group'
  readonly fields: readonly Field[]
  /** Rows to begin with. */
  readonly atLeast: number
  /** What one row is called, and the button that adds some. */
  readonly one: string
  readonly more: string
}

export interface Option {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

export interface Field {
  /** `/title`; in a group `/comment`, for `/findings/0/comment`. Of fields together only a name for the page. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly control: Control
  readonly isRequired?: boolean
}

/** Every field, those that belong together among the others. */
export function eachField(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => (field.control.kind === 'together' ? field.control.fields : [field]))
}

/** The topics of a grant in words; null is every topic. */
export function grantsText(slugs: readonly string[] | null): string {
  if (slugs === null) return 'all'
  return slugs.length === 0 ? 'none' : slugs.join(', ')
}

/** What the console calls one of a few values. */
export function labelOf(options: readonly Option[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value
}

/** Why somebody decides: kept with the decision, and read by those whom the hint names. */
export function reasonField(hint?: string): Field {
  return { name: '/reason', label: 'Reason', hint, control: { kind: 'text', rows: 3 }, isRequired: true }
}

/** The topics that the visitor can read, to choose one. */
export async function topicOptions(api: Api): Promise<Option[]> {
  const topics = await allItems((cursor) =>
    api.call('listTopics', { query: { limit: LIST_LIMITS.largestPage, cursor } }),
  )
  return topics.map(({ id, title }) => ({ value: id, label: `${title} (${id})` }))
}
