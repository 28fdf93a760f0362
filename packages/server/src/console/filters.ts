import { html, type Markup } from '../pages/html.ts'
import type { Option } from './fields.ts'

export interface Filter {
  /** The query parameter of the operation. */
  readonly name: string
  readonly label: string
  /** Left out: any text. */
  readonly options?: readonly Option[]
  /** The choice that holds where the address says nothing; left out: any. */
  readonly otherwise?: string
}

type ConsoleQuery = Readonly<Record<string, unknown>>

export type FilterValues = Readonly<Record<string, string>>

/** What the address says of the filters; the empty choice is none. */
export function readFilters(filters: readonly Filter[], query: ConsoleQuery): FilterValues {
  const given = filters.map(({ name }) => [name, query[name]] as const)
  return Object.fromEntries(
    given.filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string' && pair[1] !== ''),
  )
}

/** A list and what may be chosen of it. */
export interface FilteredList {
  readonly path: string
  readonly label: string
  readonly filters: readonly Filter[]
}

/** The list as an address shows it, by its filters and how far it was read; '' where that is from its beginning and unfiltered. */
export function placeInList({ path, filters }: FilteredList, query: ConsoleQuery): string {
  const place = new URLSearchParams(readFilters(filters, query))
  if (typeof query.cursor === 'string') place.set('cursor', query.cursor)
  return place.size === 0 ? '' : `${path}?${place}`
}

/** The list at a place; of a place that comes with a page or a form nothing but its filters is read. */
export function addressInList(list: FilteredList, place: string): string {
  const [path, query = ''] = place.split('?', 2)
  if (path !== list.path) return list.path
  return placeInList(list, Object.fromEntries(new URLSearchParams(query))) || list.path
}

/** A list's filters, as a form that is read and not sent, and the heading of the list for those who hear it. */
export function filterForm(path: string, filters: readonly Filter[], chosen: FilterValues): Markup {
  return html`<form class="filters" action=${path} role="search" aria-label="Filter the list">
    ${filters.map(
      ({ name, label, options, otherwise }) => html`<div class="field">
        <label for=${`filter-${name}`}>${label}</label>
        ${
          options === undefined
            ? html`<input id=${`filter-${name}`} name=${name} value=${chosen[name] ?? ''} autocomplete="off" />`
            : html`<select id=${`filter-${name}`} name=${name}>
                ${otherwise === undefined ? html`<option value="">Any</option>` : null}
                ${options.map(
                  ({ value, label: words }) =>
                    html`<option value=${value} selected=${(chosen[name] ?? otherwise) === value}>${words}</option>`,
                )}
              </select>`
        }
      </div>`,
    )}
    <button class="quiet">Filter</button>
  </form>
    <h2 class="unseen">What fits</h2>`
}
