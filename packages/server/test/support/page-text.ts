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
const FORMULA =
  /<math[\s\S]*?<annotation encoding="application\/x-tex">([\s\S]*?)<\/annotation><\/semantics><\/math>/g
/** What the page says beside the words of the author. */
const ADDED =
  /<sup class="note-mark">.*?<\/sup>|<span class="(?:note-number|task)"[^>]*>.*?<\/span>|<a class="note-back"[^>]*>.*?<\/a>|<p class="alert-title">.*?<\/p>|<figcaption>(?:mermaid|dot|graphviz|plantuml|d2)<\/figcaption>/gi
const INLINE =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|rp|rt|ruby|s|samp|small|span|strong|sub|sup|u|var|wbr)(?: [^>]*)?>/g
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** `isNamed` says of each image in turn whether it has words; one without shows its address, which is none. */
export function readPage(html: string, isNamed: (image: number) => boolean): PageText {
  const bare = html
    .replace(/<a class="anchor"[^>]*>§<\/a>/g, '')
    .replace(FORMULA, '$1')
    .replace(ADDED, '')
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
