import { type OutlineBlock, readOutline } from '@colophon/cli/markdown'
import { bodyStartOf } from './front-matter.ts'

/** A place in a revision, in bytes and in UTF-16 units of its text. */
export interface Place {
  readonly start: number
  readonly end: number
  readonly textStart: number
  readonly textEnd: number
}

/** The front matter, what stands before the first heading, or a heading and what follows it up to the next one. */
export interface TextSection extends Place {
  /** 1 to 6 of a heading, else 0. */
  readonly level: number
  readonly heading: string | null
  /** Its paragraphs, code and tables, in order; the heading itself is none of them. */
  readonly blocks: readonly TextBlock[]
}

export interface TextBlock extends Place {
  readonly kind: OutlineBlock['kind']
}

/** A revision with its sections: without gap or overlap, the front matter first. */
export interface Outline {
  readonly text: string
  readonly sections: readonly TextSection[]
}

/** An estimate, as the contract has it. */
export function approxTokens(bytes: number): number {
  return Math.ceil(bytes / 4)
}

/** Of bytes that are known to be a revision. */
export function outlineOf(bytes: Uint8Array): Outline {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  const bodyStart = bodyStartOf(bytes)
  const textStart = Buffer.from(bytes.buffer, bytes.byteOffset, bodyStart).toString('utf8').length
  const blocks = readOutline(text.slice(textStart)).map((block) => placed(block, bodyStart, textStart))
  const end = { start: bytes.length, textStart: text.length }
  const opened = [
    { level: 0, heading: null, start: 0, textStart: 0 },
    { level: 0, heading: null, start: bodyStart, textStart },
    ...blocks.filter(isShownHeading),
  ]
  const sections = opened.flatMap(({ level, heading, start, textStart }, index) => {
    const next = opened[index + 1] ?? end
    if (next.start === start) return []
    return [{ level, heading, start, textStart, end: next.start, textEnd: next.textStart }]
  })
  return { text, sections: withBlocks(sections, blocks) }
}

type PlacedBlock = TextBlock & { readonly level: number; readonly heading: string }

function placed(block: OutlineBlock, bodyStart: number, textStart: number): PlacedBlock {
  return {
    kind: block.kind,
    level: block.level,
    heading: block.text,
    start: bodyStart + block.startByte,
    end: bodyStart + block.endByte,
    textStart: textStart + block.start,
    textEnd: textStart + block.end,
  }
}

/** A heading without words heads nothing. */
function isShownHeading({ level, heading }: PlacedBlock): boolean {
  return level > 0 && heading !== ''
}

function withBlocks(
  sections: readonly Omit<TextSection, 'blocks'>[],
  blocks: readonly PlacedBlock[],
): TextSection[] {
  let at = 0
  return sections.map((section) => {
    const own: TextBlock[] = []
    for (let block = blocks[at]; block && block.start < section.end; block = blocks[at]) {
      const { kind, start, end, textStart, textEnd } = block
      if (block.level === 0) own.push({ kind, start, end, textStart, textEnd })
      at += 1
    }
    return { ...section, blocks: own }
  })
}
