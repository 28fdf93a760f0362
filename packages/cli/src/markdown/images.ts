import { imageText } from './inline-text.ts'
import { createInlineReader } from './inlines.ts'
import { parseMarkdown, type Token } from './parser.ts'
import { lineStarts, withPlainLineEnds } from './places.ts'

/** An image that a page shows or names. */
export interface ShownImage {
  /** Where its `![` or `<img` stands in the text. */
  readonly at: number
  readonly address: string
  readonly words: string
}

/** The images of a text in their order, of every form of Markdown and of HTML that pages show. */
export function imagesIn(text: string): ShownImage[] {
  const source = withPlainLineEnds(text)
  const tokens = parseMarkdown(source, ({ content }) => content.includes('![') || IMG.test(content)) ?? []
  const inlineOf = createInlineReader(source)
  const lines = lineStarts(source)
  let last = 0
  return tokens.flatMap((token, place) => {
    const inline = inlineOf(token, tokens[place - 1])
    const images = (inline?.children ?? token.children)?.filter(isImage) ?? []
    if (images.length === 0) return []
    const placeOf = inline?.places()
    return images.map((image) => {
      // Words of HTML have no places: their images stand one behind the other.
      last =
        placeOf?.(image.map?.[0] ?? 0) ?? nextTag(source, Math.max(last + 1, lines[token.map?.[0] ?? 0] ?? 0))
      return {
        at: last,
        address: String(image.attrGet('src') ?? ''),
        words: image.type === 'image' ? imageText(image) : String(image.attrGet('alt') ?? ''),
      }
    })
  })
}

const IMG = /<img(?=[\s/>])/i

function isImage({ type, tag }: Token): boolean {
  return type === 'image' || (type === 'html_empty' && tag === 'img')
}

function nextTag(source: string, from: number): number {
  const at = source.slice(from).search(IMG)
  return at < 0 ? from : from + at
}
