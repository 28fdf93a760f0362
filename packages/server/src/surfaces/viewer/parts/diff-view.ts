import { type AnswerOf, type Operations, PAGE_LIMITS } from '@colophon/contract'
import { html, type Markup } from '../html.ts'

export type Diff = Omit<AnswerOf<Operations['diffRevisions']>, 'entry_id'>

/** How one revision became another: its fields, its sections, its lines. */
export function diffView({ from, to, fields, sections, unified, coarse }: Diff): Markup {
  const changed = sections.filter(({ state }) => state !== 'same')
  return html`<div class="diff">
    ${fields.filter(({ field }) => SHOWN_FIELDS.has(field)).map(fieldChange)}
    ${
      changed.length === 0
        ? null
        : html`<ul class="changed-sections">
            ${changed.map(
              ({ heading, state }) =>
                html`<li><span class="quiet">${state}</span> ${heading ?? 'the opening'}</li>`,
            )}
          </ul>`
    }
    ${coarse ? html`<p class="quiet">Too much changed to be compared line by line.</p>` : null}
    ${unified === '' ? html`<p class="quiet">The text is the same.</p>` : lines(unified)}
    <p class="quiet">From <code>${from.slice(0, 12)}</code> to <code>${to.slice(0, 12)}</code></p>
  </div>`
}

/** What an author chose; the others follow from the publication. */
export const SHOWN_FIELDS: ReadonlySet<string> = new Set([
  'title',
  'summary',
  'path',
  'document_kind',
  'applicability',
  'observed_at',
  'refresh_after',
  'references',
])

function fieldChange({ field, from, to }: Diff['fields'][number]): Markup {
  return html`<p class="field">
    <strong>${field}</strong> <del>${textOf(from)}</del> <ins>${textOf(to)}</ins>
  </p>`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}

const NAMES: Readonly<Record<string, { tag: string; said: string }>> = {
  '+': { tag: 'ins', said: 'added: ' },
  '-': { tag: 'del', said: 'removed: ' },
}

function lines(unified: string): Markup {
  const all = unified.split('\n').filter((line) => !/^(?:---|\+\+\+|===|Index:) ?/.test(line))
  const shown = all.slice(0, PAGE_LIMITS.diffLines)
  return html`<div class="lines" tabindex="0" role="group" aria-label="Changed lines">
      ${shown.map(lineChange)}
    </div>
    ${shown.length < all.length ? html`<p class="quiet">${all.length - shown.length} more lines.</p>` : null}`
}

function lineChange(line: string): Markup {
  const kind = NAMES[line[0] ?? '']
  if (line.startsWith('@@')) return html`<p class="gap">…</p>`
  if (kind === undefined) return html`<p>${line.slice(1) || ' '}</p>`
  return html`<p class=${kind.tag}><span class="unseen">${kind.said}</span><${kind.tag}>${line.slice(1) || ' '}</${kind.tag}></p>`
}
