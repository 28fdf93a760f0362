import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import { MODES, modeName } from './mode-mark.ts'

type Topic = AnswerOf<Operations['listTopics']>['items'][number]

/** What a search is narrowed by; empty where it is not. */
interface Filters {
  readonly topic: string
  readonly mode: string
}

/** The same search in one topic, or of one way of being published. */
export function searchFilters(searched: string, chosen: Filters, topics: readonly Topic[]): Markup {
  const known = topics.map(({ id, title }) => ({ value: id, name: title }))
  // A topic may be asked for by its address that is not among the first.
  const isListed = chosen.topic === '' || known.some(({ value }) => value === chosen.topic)
  const listed = isListed ? known : [...known, { value: chosen.topic, name: chosen.topic }]
  const modes = MODES.map((mode) => ({ value: mode, name: modeName(mode) }))
  return html`<form class="narrow" action="/search" aria-label="Narrow this search">
    <input type="hidden" name="q" value=${searched} />
    ${choice({ name: 'topic', label: 'In', any: 'every topic', options: listed }, chosen.topic)}
    ${choice({ name: 'mode', label: 'Published', any: 'any way', options: modes }, chosen.mode)}
    <button>Narrow</button>
  </form>`
}

interface Choice {
  readonly name: string
  readonly label: string
  readonly any: string
  readonly options: readonly { readonly value: string; readonly name: string }[]
}

function choice({ name, label, any, options }: Choice, chosen: string): Markup {
  const all = [{ value: '', name: any }, ...options]
  return html`<label>${label}${' '}
    <select name=${name}>
      ${all.map((one) => html`<option value=${one.value} selected=${one.value === chosen}>${one.name}</option>`)}
    </select>
  </label>`
}
