import { ifThere } from '../../core/problem.ts'
import type { Api } from '../api.ts'
import { html, type Markup } from '../html.ts'

/** The titles of revisions that the visitor may read, by their hashes. */
export type Titles = ReadonlyMap<string, string>

/** Asks for each hash once; what the visitor may not read has no title. */
export async function titlesOf(api: Api, hashes: readonly string[]): Promise<Titles> {
  const found = await Promise.all(
    [...new Set(hashes)].map(async (sha256) => {
      const object = await ifThere(api.call('getObject', { params: { sha256 } }))
      return object !== null && 'title' in object ? ([[sha256, object.title]] as const) : []
    }),
  )
  return new Map(found.flat())
}

/** Leads to a revision by its title, with the beginning of its hash; the whole hash is the tooltip. */
export function revisionLink(hash: string, titles: Titles): Markup {
  const title = titles.get(hash)
  const name = html`<code title=${hash}>${hash.slice(0, 12)}</code>`
  return html`<a href=${`/revisions/${hash}`}>${title === undefined ? name : html`${title} (${name})`}</a>`
}
