/** A block of a Markdown file, by what it can say about the file. */
export interface Block {
  kind: 'heading' | 'prose' | 'quote' | 'item' | 'table' | 'indented'
  /** Its lines without the marks of the block, with the inline markup still in them. */
  text: string
}

/** Longer lines are cut: nothing that is shown is longer, and the patterns below stay cheap. */
const LONGEST_LINE = 4000
const FENCE = /^[ \t]*(`{3,}(?!.*`)|~{3,})/
const COMMENT = /^ {0,3}<!--/
const HTML =
  /^ {0,3}<\/?(?:article|aside|blockquote|center|details|div|dl|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|picture|pre|script|section|style|summary|svg|table|td|th|tr|ul|video)(?:[\s/>]|$)/i
const BLANK = /^\s*$/
const DEFINITION = /^ {0,3}\[[^\]]+\]:/
const ATX = /^ {0,3}#{1,6}(?:[ \t]+(.*))?$/
const SETEXT = /^ {0,3}(?:=+|-+)[ \t]*$/
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const QUOTE = /^ {0,3}> ?(.*)$/
const ITEM = /^[ \t]*([-+*]|\d{1,9}[.)])(?:[ \t]+(.*))?$/
const TABLE = /^ {0,3}\|/
/** Code, or a later paragraph of a list item. */
const INDENTED = /^(?: {2}|\t)/

/** The blocks in their order, without fenced code, comments, HTML and link definitions. */
export function readBlocks(source: string): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  for (const line of textLines(source)) {
    open = readLine(blocks, open, line)
  }
  return blocks
}

/** Adds the line to the block that is open or begins another; gives back the block that is open then. */
function readLine(blocks: Block[], open: Block | null, line: string): Block | null {
  if (open?.kind === 'prose' && SETEXT.test(line)) {
    open.kind = 'heading'
    return null
  }
  if (BLANK.test(line) || RULE.test(line)) return null
  const begun = beginBlock(line, open)
  if (begun) blocks.push(begun)
  else if (open) open.text += `\n${(QUOTE.exec(line)?.[1] ?? line).trim()}`
  return begun?.kind === 'heading' ? null : (begun ?? open)
}

/** The block that begins with this line, or null where it goes on with the one that is open. */
function beginBlock(line: string, open: Block | null): Block | null {
  const heading = ATX.exec(line)
  if (heading) return { kind: 'heading', text: withoutClosing(heading[1] ?? '') }
  const quote = QUOTE.exec(line)
  if (quote) return open?.kind === 'quote' ? null : { kind: 'quote', text: (quote[1] ?? '').trim() }
  const [, mark = '', item = ''] = ITEM.exec(line) ?? []
  if (mark && mayInterrupt(mark, open)) return { kind: 'item', text: item.trim() }
  return open ? null : { kind: kindOf(line), text: line.trim() }
}

/** In a paragraph a line that happens to begin with a number, such as a year, begins no list. */
function mayInterrupt(mark: string, open: Block | null): boolean {
  return open?.kind !== 'prose' || /^(?:[-+*]|1[.)])$/.test(mark)
}

function kindOf(line: string): 'table' | 'indented' | 'prose' {
  if (TABLE.test(line)) return 'table'
  return INDENTED.test(line) ? 'indented' : 'prose'
}

/** `## Title ##` is the same heading as `## Title`. */
function withoutClosing(heading: string): string {
  return heading
    .trim()
    .replace(/(?:^|(?<=[ \t]))#+$/, '')
    .trim()
}

/** The lines of the source, empty where they are fenced code, comments, HTML or link definitions. */
function* textLines(source: string): Generator<string> {
  let end: RegExp | null = null
  for (const whole of source.split('\n')) {
    const line = whole.slice(0, LONGEST_LINE)
    const begun: RegExp | null = end === null ? endOfHidden(line) : null
    yield end || begun || isHidden(line) ? '' : line
    if (end?.test(line)) end = null
    else end ??= begun
  }
}

function isHidden(line: string): boolean {
  return DEFINITION.test(line) || COMMENT.test(line)
}

/** What ends the hidden lines that this one begins; null where it begins none, or ends them itself. */
function endOfHidden(line: string): RegExp | null {
  const fence = FENCE.exec(line)?.[1]
  if (fence) return new RegExp(`^[ \\t]*${fence.charAt(0)}{${fence.length},}[ \\t]*$`)
  if (COMMENT.test(line)) return line.includes('-->') ? null : /-->/
  return HTML.test(line) ? BLANK : null
}
