import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnswerOf, type Operations, PAGE_LIMITS, question, type Reference } from '@colophon/contract'
import { beginningLines } from '../../text/beginning-lines.ts'
import { html, type Markup } from '../html.ts'
import { type DiffLine, readDiff } from './diff-lines.ts'
import { placesOf } from './diff-places.ts'

export type Diff = Omit<AnswerOf<Operations['diffRevisions']>, 'entry_id'>

const isChange = question<Diff['sections'][number]['state']>({
  added: true,
  removed: true,
  changed: true,
  same: false,
})

/** How one revision became another: its fields, its sections, its lines. Each step with a long one takes milliseconds, and a turn. */
export async function diffView({ from, to, fields, sections, unified, coarse }: Diff): Promise<Markup> {
  const changed = sections.flatMap((section, place) =>
    isChange(section.state) ? [{ ...section, place }] : [],
  )
  const { text, more } = beginningLines(unified, {
    lines: PAGE_LIMITS.diffLines,
    characters: PAGE_LIMITS.diffCharacters,
  })
  if (more > 0) await nextTurn()
  const shown = readDiff(text)
  const places = placesOf(shown, sections)
  if (more > 0) await nextTurn()
  return html`<div class="diff">
    ${fields.filter(({ field }) => SHOWN_FIELDS.has(field)).map(fieldChange)}
    ${
      changed.length === 0
        ? null
        : html`<ul class="changed-sections">
            ${changed.map(
              ({ heading, state, place }) =>
                html`<li><span class=${`state ${state}`}>${state}</span> ${sectionName(heading, places.get(place))}</li>`,
            )}
          </ul>`
    }
    ${coarse ? html`<p class="quiet">Too much changed to compare line by line.</p>` : null}
    ${unified === '' ? html`<p class="quiet">The text is the same.</p>` : lines(shown, { more, places })}
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
  if (Array.isArray(from) && Array.isArray(to)) return listChange(field, { from, to })
  return html`<p class="field">
    <strong>${nameOf(field)}</strong> <del>${textOf(from)}</del> <ins>${textOf(to)}</ins>
  </p>`
}

/** References: those that are gone, and those that are new. */
function listChange(field: string, { from, to }: { from: unknown[]; to: unknown[] }): Markup {
  const without = (list: unknown[], other: unknown[]) => {
    const known = new Set(other.map((item) => JSON.stringify(item)))
    return list.filter((item) => !known.has(JSON.stringify(item)))
  }
  return html`<div class="field">
    <strong>${nameOf(field)}</strong>
    <ul>
      ${without(from, to).map((item) => html`<li><del>${referenceText(item)}</del></li>`)}
      ${without(to, from).map((item) => html`<li><ins>${referenceText(item)}</ins></li>`)}
    </ul>
  </div>`
}

/** A reference in a line: what it is called and where it is. */
function referenceText(item: unknown): string {
  const { title, path, url, sha256 } = item as Partial<Reference>
  return [title, url ?? path, sha256?.slice(0, 12)].filter(Boolean).join(', ')
}

function nameOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const SAID = { ins: 'added: ', del: 'removed: ' } as const

/** Leads to where it changed, where that is shown. */
function sectionName(heading: string | null, line: number | undefined): Markup {
  const name = heading ?? 'the opening'
  return line === undefined ? html`${name}` : html`<a href=${`#line-${line}`}>${name}</a>`
}

function lines(
  shown: readonly DiffLine[],
  { more, places }: { more: number; places: ReadonlyMap<number, number> },
): Markup {
  const targets = new Set(places.values())
  const gaps = shown.filter(({ kind }) => kind === 'gap').length
  let gap = 0
  return html`<div class="lines" tabindex="0" role="group" aria-label="Changed lines">
      ${shown.map((line, place) => {
        if (line.kind !== 'gap') return lineChange(line, targets.has(place) ? `line-${place}` : null)
        gap += 1
        return gapView(gap, gaps)
      })}
    </div>
    ${more > 0 ? html`<p class="quiet">${more} more lines.</p>` : null}`
}

/** Before each place that changed, with the way to the one before and the one after. */
function gapView(place: number, last: number): Markup {
  return html`<p class="gap" id=${`change-${place}`}>
    …${place > 1 ? html` <a href=${`#change-${place - 1}`}>previous change</a>` : null}${
      place < last ? html` <a href=${`#change-${place + 1}`}>next change</a>` : null
    }
  </p>`
}

function lineChange({ kind, parts }: DiffLine, id: string | null): Markup {
  const [{ text: first } = { text: '' }] = parts
  if (kind === 'gap' || kind === 'same') return html`<p class=${kind}>${first || ' '}</p>`
  const words = parts.map(({ text, isChanged }) => (isChanged ? html`<b>${text}</b>` : html`${text}`))
  return html`<p class=${kind} id=${id}>
    <span class="unseen">${SAID[kind]}</span><${kind}>${parts.length < 2 && first === '' ? ' ' : words}</${kind}>
  </p>`
}
