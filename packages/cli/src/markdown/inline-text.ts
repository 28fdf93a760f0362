import type { Token } from './parser.ts'
import { isBlockTag } from './syntax/html-tags.ts'

/** The words of inline markup as a page shows them; an image by its words, a link without any by its address. */
export function inlineText(children: readonly Token[]): string {
  let text = ''
  for (const [place, token] of children.entries()) {
    const isBare = token.type === 'link_open' && children[place + 1]?.type === 'link_close'
    text += isBare ? String(token.attrGet('href') ?? '') : wordsOf(token)
  }
  return text
}

/** What stands for an image is text alone: a link in it has no address. */
export function imageText(image: Token): string {
  return (image.children ?? []).map(wordsOf).join('')
}

function wordsOf(token: Token): string {
  switch (token.type) {
    case 'text':
    case 'code_inline':
    case 'math_inline':
      return token.content
    case 'image':
      return imageText(token)
    case 'softbreak':
    case 'hardbreak':
      return '\n'
    case 'html_open':
    case 'html_close':
    case 'html_empty':
      return htmlWords(token)
    default:
      return ''
  }
}

/** An image by its words; a line end, a cell and the like keep the words around them apart. */
function htmlWords({ tag, attrs }: Token): string {
  if (tag === 'img') return attrs?.find(([name]) => name === 'alt')?.[1].toString() ?? ''
  return tag === 'br' || isBlockTag(tag) ? '\n' : ''
}
