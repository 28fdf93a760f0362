import type { Token } from './parser.ts'
import { type Places, placesInLines, placesInRow } from './places.ts'

/** A block of inline markup, and where it stands. */
interface PlacedInline {
  readonly children: readonly Token[]
  readonly content: string
  /** Made when it is asked for: most blocks have nothing whose place matters. */
  readonly places: () => Places
}

/** Asked of each token in its order, it answers those that hold inline markup. */
export function createInlineReader(source: string): (token: Token, before?: Token) => PlacedInline | null {
  let row: Token | null = null
  let cells: Places[] | null = null
  let cell = -1
  return (token, before) => {
    if (token.type === 'tr_open') {
      row = token
      cells = null
      cell = -1
    }
    if (token.type !== 'inline') return null
    const rowOfCell = before?.type === 'th_open' || before?.type === 'td_open' ? row : null
    if (rowOfCell !== null) cell += 1
    const place = cell
    return {
      children: token.children ?? [],
      content: token.content,
      places() {
        if (rowOfCell === null) return placesInLines(token, before, source)
        cells ??= placesInRow(rowOfCell, source)
        return cells[place] ?? ((at) => at)
      },
    }
  }
}

/** The end of inline code: behind the next run of as many backticks as begin it. */
export function endOfCode(content: string, { map, markup }: Token): number {
  const { length } = markup
  let at = (map?.[0] ?? 0) + length
  for (at = content.indexOf(markup, at); at >= 0; at = content.indexOf(markup, at)) {
    let end = at
    while (content.charAt(end) === '`') end += 1
    if (end - at === length) return end
    at = end
  }
  return content.length
}
