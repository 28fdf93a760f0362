import { createForeignParser, type Token } from '../markdown/parser.ts'

/** What is shown has at most 1000 characters: the rest of a long block need not be looked at. */
const LONGEST_MARKUP = 4000

const FOOTNOTE = /\[\^[^\]]+\]/g
const COMMENT = /^<!/
const TAG =
  /^<\/?(?:a|abbr|b|bdi|big|br|cite|code|del|em|font|h[1-6]|hr|i|img|ins|kbd|mark|p|q|s|samp|small|span|strong|sub|sup|tt|u|var|wbr)(?:[\s/>]|$)/i
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu

/** The targets of the links that a file defines; elsewhere `[x]` is just an x in brackets. */
export type References = Record<string, { title: string; href: string }>

const parser = createForeignParser()

/** What a reader sees of a heading or paragraph, as one clean line; images and footnotes say nothing there. */
export function importedInlineText(markup: string, references: References): string {
  const [inline] = parser.parseInline(markup.slice(0, LONGEST_MARKUP).replaceAll('\0', ' '), { references })
  return cleanLine((inline?.children ?? []).map(wordsOf).join(''))
}

/** One line of clean text: white space and what is not allowed in a line become single spaces. */
export function cleanLine(text: string): string {
  return text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
}

function wordsOf({ type, content }: Token): string {
  if (type === 'code_inline') return content
  if (type === 'text') return content.replace(FOOTNOTE, '')
  // `Vec<T>` is a tag to CommonMark, and a word to whoever wrote it.
  if (type === 'html_inline') return TAG.test(content) || COMMENT.test(content) ? ' ' : content
  return type === 'image' || type === 'softbreak' || type === 'hardbreak' ? ' ' : ''
}
