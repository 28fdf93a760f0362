import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { type Bar, bars } from '../bars.ts'
import type { ConsolePage } from '../definitions.ts'
import { inAdminSection } from './admin-section.ts'

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const
const STEP = 1024

/** A size as people read it. */
export function bytesText(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`
}

type Capacity = AnswerOf<Operations['getCapacity']>

const PATH = '/console/admin/capacity'

export const capacityPage: ConsolePage = {
  path: PATH,
  async show(visit) {
    const capacity = await visit.api.call('getCapacity')
    return inAdminSection(visit, PATH, {
      title: 'Capacity',
      main: html`<h1>Capacity</h1>
        ${section('room', 'Room', bars('Of', spaceBars(capacity)))}
        ${section('objects', 'Objects by kind', bars('Kind', kindBars(capacity)))}
        ${section('rows', 'Rows by table', bars('Table', rowBars(capacity)))}
        ${section('limits', 'Limits', limitList(capacity))}`,
    })
  },
}

function section(id: string, heading: string, content: Markup): Markup {
  return html`<section aria-labelledby=${id}>
    <h2 id=${id}>${heading}</h2>
    ${content}
  </section>`
}

function spaceBars({ objects, database_bytes, free_bytes }: Capacity): Bar[] {
  return [
    { label: 'Objects', value: objects.bytes, words: `${bytesText(objects.bytes)} in ${objects.count}` },
    { label: 'Database', value: database_bytes, words: bytesText(database_bytes) },
    ...(free_bytes === null
      ? []
      : [{ label: 'Free beside it', value: free_bytes, words: bytesText(free_bytes) }]),
  ]
}

function kindBars({ objects }: Capacity): Bar[] {
  return objects.kinds.map(({ kind, count, bytes }) => ({
    label: kind,
    value: bytes,
    words: `${bytesText(bytes)} in ${count}`,
  }))
}

function rowBars({ rows }: Capacity): Bar[] {
  return Object.entries(rows)
    .sort(([, one], [, other]) => other - one)
    .map(([table, count]) => ({ label: html`<code>${table}</code>`, value: count, words: String(count) }))
}

function limitList({ limits }: Capacity): Markup {
  return html`<dl class="facts">
    ${Object.entries(limits).map(
      ([name, limit]) => html`<dt>${name.replaceAll('_', ' ')}</dt>
        <dd>${limit}</dd>`,
    )}
  </dl>`
}
