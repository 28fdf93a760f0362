export { imagesIn, type ShownImage } from './images.ts'
export { imageText, inlineText } from './inline-text.ts'
export { HEADING_PREFIX, isLinkAddress, type LinkTarget, linkTarget } from './link-target.ts'
export { createMarkdownParser, parseMarkdown, type Renderer, type Token } from './parser.ts'
export { type MarkdownPiece, piecesIn } from './pieces.ts'
export { toPlainText } from './plain-text.ts'
export {
  type MarkdownBlock,
  type MarkdownHeading,
  type MarkdownText,
  type OutlineBlock,
  readHeadings,
  readMarkdown,
  readOutline,
} from './read-markdown.ts'
export { addSyntax } from './syntax/add-syntax.ts'
export { limitTokens } from './token-count.ts'
export { withoutCode } from './without-code.ts'
