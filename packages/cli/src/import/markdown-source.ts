import { codePointLength, FIELD_LIMITS, hasText } from '@colophon/contract'
import { cleanLine, importedInlineText, type References } from './inline-text.ts'
import { type Block, readBlocks } from './markdown-blocks.ts'

/** Headings that name a part which any document has, and so say nothing about this one. */
const SECTION =
  /^(?:summary|abstract|introduction|overview|motivation|background|preface|notes?|update|history|(?:table of )?contents|tl;?dr)$/i
const ONLY_CODE = /^(`+)[^`](?:.*[^`])?\1$/s
const METADATA = /^[ \t*_]*[A-Z][\w #/-]{0,40}[*_]*:/
/** The last line of a quote that only points elsewhere. */
const POINTER = /^[\p{L} ]{1,40}: *<https?:[^<>\s]*>\.?$/gmu

/** The title of a Markdown file: of its front matter, its first heading that names it, or its name. */
export function titleOf(fields: Record<string, unknown>, body: string, fileName: string): string {
  const given = typeof fields.title === 'number' ? String(fields.title) : fields.title
  const title = oneLine(given) ?? headingOf(body)
  return cut(title ?? readableName(fileName), FIELD_LIMITS.titleCharacters)
}

/**
 * The summary of its front matter, else the first paragraph of plain prose, the first quote or the first
 * list item; null where the file has none of them.
 */
export function summaryOf(fields: Record<string, unknown>, body: string): string | null {
  const text = oneLine(fields.summary) ?? firstParagraph(body)
  return text === null ? null : cut(text, FIELD_LIMITS.summaryCharacters)
}

function firstParagraph(body: string): string | null {
  const { blocks, references } = readBlocks(body)
  return (
    firstText(blocks, references, isProse) ??
    firstText(blocks, references, isQuote) ??
    firstText(blocks, references, isItem)
  )
}

/** What front matter says in one line, where it says something. */
function oneLine(value: unknown): string | null {
  const line = typeof value === 'string' ? cleanLine(value) : ''
  return hasText(line) ? line : null
}

function headingOf(body: string): string | null {
  const { blocks, references } = readBlocks(body)
  const title = firstText(blocks, references, (block) => block.kind === 'heading')
  // The first heading of a file without a title is that of its first part.
  return title === null || SECTION.test(title) ? null : title
}

function firstText(
  blocks: readonly Block[],
  references: References,
  isWanted: (block: Block) => boolean,
): string | null {
  for (const block of blocks) {
    const text = isWanted(block)
      ? importedInlineText(block.text.replace(POINTER, '') || block.text, references)
      : ''
    if (hasText(text)) return text
  }
  return null
}

function isProse({ kind, text }: Block): boolean {
  return kind === 'prose' && !ONLY_CODE.test(text) && !isMetadata(text)
}

function isQuote({ kind }: Block): boolean {
  return kind === 'quote'
}

function isItem({ kind, text }: Block): boolean {
  return kind === 'item' && !METADATA.test(text)
}

/** Several lines `Name: value`; one alone may be a sentence. */
function isMetadata(text: string): boolean {
  const lines = text.split('\n')
  return lines.length > 1 && lines.every((line) => METADATA.test(line))
}

/** `guides/first-steps.md` is read as `First steps`. */
function readableName(fileName: string): string {
  const name = fileName.split(/[/\\]/).findLast((part) => part !== '') ?? ''
  const words = cleanLine(name.replace(/\.(?:md|markdown)$/i, '').replace(/[-_\s]+/g, ' '))
  const title = hasText(words) ? words : cleanLine(name)
  return hasText(title) ? title.charAt(0).toUpperCase() + title.slice(1) : 'Untitled'
}

/** Ends at a word, where there is one in reach, and says with an ellipsis that there was more. */
function cut(text: string, limit: number): string {
  if (codePointLength(text) <= limit) return text
  const start = Array.from(text)
    .slice(0, limit - 1)
    .join('')
  const space = start.lastIndexOf(' ')
  return `${(space > start.length / 2 ? start.slice(0, space) : start).trimEnd()}…`
}
