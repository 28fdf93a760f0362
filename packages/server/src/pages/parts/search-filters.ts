import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import { MODE_LABELS, modeName } from './mode-mark.ts'

type Topics = AnswerOf<Operations['listTopics']>

/** What a search is narrowed by; empty where it is not. */
interface Filters {
  readonly topic: string
  readonly mode: string
}

const ANY_TOPIC = 'every topic'

/** The same search in one topic, or of one way of being published. */
export function searchFilters(searched: string, chosen: Filters, topics: Topics): Markup {
  const modes = MODE_LABELS.map((mode) => ({ value: mode, name: modeName(mode) }))
  return html`<form class="narrow" action="/search" aria-label="Narrow this search">
    <input type="hidden" name="q" value=${searched} />
    ${topicField(topics, chosen.topic)}
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

/** One of all topics; where there are too many to list, any by its name in addresses, and the first are offered. */
function topicField({ items, next_cursor }: Topics, chosen: string): Markup {
  const known = items.map(({ id, title }) => ({ value: id, name: title }))
  if (next_cursor === null) {
    // The address of the search may name a topic that nobody can read.
    const isKnown = chosen === '' || known.some(({ value }) => value === chosen)
    const options = isKnown ? known : [...known, { value: chosen, name: chosen }]
    return choice({ name: 'topic', label: 'In', any: ANY_TOPIC, options }, chosen)
  }
  return html`<label>In${' '}
    <input name="topic" value=${chosen} placeholder=${ANY_TOPIC} list="topics-offered" title="The name of a topic in its address" autocomplete="off" autocapitalize="none" />
  </label>
  <datalist id="topics-offered">
    ${known.map(({ value, name }) => html`<option value=${value}>${name}</option>`)}
  </datalist>`
}

function choice({ name, label, any, options }: Choice, chosen: string): Markup {
  const all = [{ value: '', name: any }, ...options]
  return html`<label>${label}${' '}
    <select name=${name}>
      ${all.map((one) => html`<option value=${one.value} selected=${one.value === chosen}>${one.name}</option>`)}
    </select>
  </label>`
}
