import type MarkdownIt from 'markdown-it'
import type { StateInline } from 'markdown-it'

/** Longer addresses are text. A bound, so that a text of beginnings is read in linear time. */
const LONGEST_ADDRESS = 2000
const SCHEME = /(?:^|[^a-z0-9.+-])(https?)$/i

/** `https://…` and `http://…` without brackets: the library's own rule reads all words before each address again. */
export function addBareLinks(md: InstanceType<typeof MarkdownIt>): void {
  md.inline.ruler.at('linkify', readBareLink)
  md.core.ruler.disable('linkify')
}

function readBareLink(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (state.linkLevel > 0 || !src.startsWith('://', pos)) return false
  const [, scheme = ''] = SCHEME.exec(src.slice(Math.max(0, pos - 6), pos)) ?? []
  if (scheme === '') return false
  const start = pos - scheme.length
  const found = state.md.linkify.matchAtStart(src.slice(start, Math.min(posMax, start + LONGEST_ADDRESS)))
  // What emphasis may end is no part of an address.
  const address = found?.text.replace(/[*~]+$/, '') ?? ''
  if (address.length <= scheme.length + 3 || !state.md.validateLink(address)) return false
  if (!silent) {
    if (!state.pending.endsWith(scheme)) return false
    state.pending = state.pending.slice(0, -scheme.length)
    const opening = state.push('link_open', 'a', 1)
    opening.attrs = [['href', address]]
    opening.markup = 'linkify'
    state.push('text', '', 0).content = address
    state.push('link_close', 'a', -1).markup = 'linkify'
  }
  state.pos = start + address.length
  return true
}
