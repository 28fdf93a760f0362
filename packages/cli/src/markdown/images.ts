import { imageText } from './inline-text.ts'
import { createInlineReader } from './inlines.ts'
import { parseMarkdown } from './parser.ts'
import { withPlainLineEnds } from './places.ts'

/** An image that a page shows or names. */
export interface ShownImage {
  /** Where its `![` stands in the text. */
  readonly at: number
  readonly address: string
  readonly words: string
}

/** The images of a text in their order, of every form of Markdown. Those of HTML are text to a page. */
export function imagesIn(text: string): ShownImage[] {
  const source = withPlainLineEnds(text)
  const tokens = parseMarkdown(source, ({ content }) => content.includes('![')) ?? []
  const inlineOf = createInlineReader(source)
  return tokens.flatMap((token, place) => {
    const inline = inlineOf(token, tokens[place - 1])
    const images = inline?.children.filter(({ type }) => type === 'image') ?? []
    if (inline === null || images.length === 0) return []
    const placeOf = inline.places()
    return images.map((image) => ({
      at: placeOf(image.map?.[0] ?? 0),
      address: String(image.attrGet('src') ?? ''),
      words: imageText(image),
    }))
  })
}
