import { html, type Markup } from '../html.ts'

/** Leads to the next page of a list, where there is one; its filters go along. */
export function nextPage(
  path: string,
  next: { cursor: string | null; filters?: Readonly<Record<string, string>>; words?: string },
): Markup | null {
  if (next.cursor === null) return null
  const query = new URLSearchParams({ ...next.filters, cursor: next.cursor })
  return html`<p class="paging"><a rel="next" href=${`${path}?${query}`}>${next.words ?? 'More'}</a></p>`
}
