/** What a page of an article shows, read back from its HTML. */
export interface PageText {
  /** Its words in one line, without what the page adds to them. */
  readonly text: string
  /** The words of everything that is shown as code. */
  readonly code: string
  /** The words of each image, or its address. */
  readonly images: readonly string[]
}

const IMAGE = /<span class="image">Image: ([^<]*)<\/span>/g
const CODE = /<code>([\s\S]*?)<\/code>/g
const INLINE = /<\/?(?:a|code|em|strong|s|span)(?: [^>]*)?>/g
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** `isNamed` says of each image in turn whether it has words; one without shows its address, which is none. */
export function readPage(html: string, isNamed: (image: number) => boolean): PageText {
  const bare = html
    .replace(/<a class="anchor"[^>]*>§<\/a>/g, '')
    .replace(/<figure class="case">[\s\S]*?<summary>Source<\/summary>([\s\S]*?)<\/details><\/figure>/g, '$1')
  const images = Array.from(bare.matchAll(IMAGE), ([, words = '']) => decoded(words))
  let image = 0
  const text = bare.replace(IMAGE, (_whole, words: string) => (isNamed(image++) ? words : ''))
  return {
    text: toLine(withoutTags(text)),
    code: toLine(Array.from(bare.matchAll(CODE), ([, code = '']) => withoutTags(code)).join(' ')),
    images,
  }
}

export function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function withoutTags(html: string): string {
  return decoded(html.replace(INLINE, '').replace(/<[^>]*>/g, ' '))
}

function decoded(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)
}
