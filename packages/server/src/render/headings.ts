import { HEADING_PREFIX, inlineText, type Token } from '@colophon/cli/markdown'
import { createHeadingIds } from './heading-ids.ts'
import type { Ids } from './html-markup.ts'

/** A heading as a list of sections shows it. */
export interface Heading {
  readonly id: string
  readonly text: string
  /** 2 to 6. */
  readonly level: number
}

/**
 * Numbers the headings below the page's own: the highest becomes 2, and none is more than one deeper than the one
 * before it. Answers them, and the tokens without a first heading that only repeats the title.
 */
export function arrangeHeadings(
  tokens: Token[],
  title: string,
  ids: Ids,
): { tokens: Token[]; headings: Heading[] } {
  const rest = withoutTitle(tokens, title)
  const opened = rest.flatMap((token, place) => (token.type === 'heading_open' ? [{ token, place }] : []))
  const highest = Math.min(...opened.map(({ token }) => depthOf(token)))
  const idOf = createHeadingIds()
  let before = 1
  const headings = opened.map(({ token, place }) => {
    const level = Math.min(depthOf(token) - highest + 2, before + 1, 6)
    before = level
    const text = plainText(rest[place + 1])
    const { id, alias } = idOf(text)
    ids.take(id.slice(HEADING_PREFIX.length))
    token.tag = `h${level}`
    token.attrs = [['id', id]]
    token.meta = { alias, attributes: token.meta?.attributes ?? [] }
    const closing = rest[place + 2]
    if (closing !== undefined) closing.tag = token.tag
    return { id, text, level }
  })
  for (const { token } of opened) token.meta = { names: otherNames(token, ids) }
  return { tokens: rest, headings: headings.filter(({ text }) => text !== '') }
}

/** Under which names links find a heading beside its id: that of earlier pages, and those that its author gave it. */
function otherNames({ meta }: Token, ids: Ids): string[] {
  const attributes = (meta?.attributes ?? []) as [string, string][]
  const own = attributes.filter(([name]) => name === 'id' || name === 'name').map(([, value]) => value)
  const earlier = typeof meta?.alias === 'string' ? [meta.alias.slice(HEADING_PREFIX.length)] : []
  return [...own, ...earlier].flatMap((name) => ids.take(name) ?? [])
}

function withoutTitle(tokens: Token[], title: string): Token[] {
  const [first, inline] = tokens
  const isTitle = first?.type === 'heading_open' && first.tag === 'h1' && plainText(inline) === title.trim()
  return isTitle ? tokens.slice(3) : tokens
}

function depthOf(token: Token): number {
  return Number(token.tag.slice(1))
}

export function plainText(inline: Token | undefined): string {
  return inlineText(inline?.children ?? [])
    .replaceAll('\n', ' ')
    .trim()
}
