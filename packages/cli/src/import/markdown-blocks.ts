import { createForeignParser, type Token } from '../markdown/parser.ts'
import type { References } from './inline-text.ts'

/** A block of a Markdown file, by what it can say about the file. */
export interface Block {
  kind: 'heading' | 'prose' | 'quote' | 'item' | 'item-rest'
  /** Its lines without the marks of the block, with the inline markup still in them. */
  text: string
}

interface FileBlocks {
  readonly blocks: readonly Block[]
  readonly references: References
}

const parser = createForeignParser()

/** The blocks in their order, without code, HTML, tables and link definitions. Inline markup is not read. */
export function readBlocks(source: string): FileBlocks {
  const env: { references: References; wanted: () => boolean } = { references: {}, wanted: () => false }
  const blocks: Block[] = []
  const within: Block['kind'][] = []
  const tokens = parser.parse(source, env)
  for (const [place, token] of tokens.entries()) {
    if (token.type === 'blockquote_open') within.push('quote')
    else if (token.type === 'list_item_open') within.push('item')
    else if (token.type === 'blockquote_close' || token.type === 'list_item_close') within.pop()
    const kind = token.type === 'inline' ? kindOf(tokens[place - 1], within.at(-1)) : null
    if (kind !== null && token.content !== '') blocks.push({ kind, text: token.content })
    // Only its first paragraph says what an item is.
    if (kind === 'item') within[within.length - 1] = 'item-rest'
  }
  return { blocks, references: env.references }
}

function kindOf(opening: Token | undefined, container: Block['kind'] | undefined): Block['kind'] | null {
  if (opening?.type === 'heading_open') return 'heading'
  return opening?.type === 'paragraph_open' ? (container ?? 'prose') : null
}
