import { html, type Markup } from '../../pages/html.ts'
import { type FilteredList, placeInList } from '../filters.ts'
import { PLACE } from '../list-place.ts'
import { CHOSEN } from './act-on-each.ts'
import { MOST_TOGETHER, type SeveralAct } from './several-page.ts'

/** The parameter of a list that comes with everything ticked, and its value. */
const TICKED = 'tick'
const EVERYTHING = 'all'

/** A list in which some things can be ticked, and what can be done with those. */
interface Choosing {
  readonly list: FilteredList
  readonly query: Readonly<Record<string, unknown>>
  readonly acts: readonly SeveralAct[]
  /** The ids of those that the visitor may decide on. */
  readonly open: ReadonlySet<string>
}

/** A box for a thing that can be chosen; null for every other. */
export type Tick = (id: string, title: string) => Markup | null

/** The list with its boxes and one bar of acts, which lead to the page that asks; the list alone where nothing can be chosen. */
export function choosingView(choosing: Choosing, listOf: (tick: Tick) => Markup): Markup {
  const { list, query, acts, open } = choosing
  if (open.size === 0) return listOf(() => null)
  const place = placeInList(list, query)
  const isTicked = query[TICKED] === EVERYTHING
  const tick: Tick = (id, title) =>
    open.has(id)
      ? html`<input type="checkbox" class="tick" name=${CHOSEN} value=${id} checked=${isTicked} aria-label=${`Choose: ${title}`} />`
      : null
  return html`<form class="choosing" action=${acts[0]?.path ?? null}>
    <input type="hidden" name=${PLACE} value=${place} />
    ${listOf(tick)}
    <div class="bar-of-acts">
      <p class="acts">
        <span>With those ticked:</span>
        ${acts.map(({ path, button }) => html`<button formaction=${path}>${button}</button>`)}
        ${isTicked ? null : html`<a href=${`${place || list.path}${place === '' ? '?' : '&'}${TICKED}=${EVERYTHING}`}>Tick all ${open.size}</a>`}
      </p>
      <p class="hint">${MOST_TOGETHER}</p>
    </div>
  </form>`
}
