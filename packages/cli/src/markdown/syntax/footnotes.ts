import type MarkdownIt from 'markdown-it'
import type { StateCore, StateInline } from 'markdown-it'
import readFootnotes from 'markdown-it-footnote'

interface Footnotes {
  readonly refs?: Record<string, number>
  list?: { label: string; count: number }[]
}

/** A bound, so that a text of beginnings is read in linear time. */
const LONGEST_LABEL = 200
const REFERENCE = /\[\^([^\]\s]+)\]/y

/**
 * `[^1]` and `[^1]: the note`. A note stays where it is written, so that the order of the page is that of the text: sections,
 * passages and plain text take their bytes from it.
 */
export function addFootnotes(md: InstanceType<typeof MarkdownIt>): void {
  md.use(readFootnotes)
  md.inline.ruler.disable('footnote_inline')
  md.inline.ruler.at('footnote_ref', readReference)
  md.core.ruler.at('footnote_tail', numberNotes)
}

function readReference(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  const notes = state.env.footnotes as Footnotes | undefined
  if (notes?.refs === undefined || !src.startsWith('[^', pos)) return false
  REFERENCE.lastIndex = 0
  const [whole = '', label = ''] = REFERENCE.exec(src.slice(pos, pos + LONGEST_LABEL)) ?? []
  const known = notes.refs[`:${label}`]
  if (whole === '' || known === undefined || pos + whole.length > state.posMax) return false
  if (!silent) {
    notes.list ??= []
    const id = known < 0 ? notes.list.length : known
    notes.refs[`:${label}`] = id
    notes.list[id] ??= { label, count: 0 }
    const note = notes.list[id]
    state.push('footnote_ref', '', 0).meta = { id, subId: note?.count ?? 0, label }
    if (note !== undefined) note.count += 1
  }
  state.pos = pos + whole.length
  return true
}

/** Of two notes with one label the first is led to. */
function numberNotes({ tokens, env }: StateCore): void {
  const { refs = {} } = (env.footnotes ?? {}) as Footnotes
  const seen = new Set<string>()
  for (const token of tokens) {
    if (token.type !== 'footnote_reference_open') continue
    const label = String(token.meta?.label)
    token.meta = { label, id: seen.has(label) ? -1 : (refs[`:${label}`] ?? -1) }
    seen.add(label)
  }
}
