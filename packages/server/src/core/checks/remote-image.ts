import { type CheckedText, type Find, type Finding, NOTHING } from './finding.ts'
import { isRemote } from './remote-address.ts'

const SAYS = 'has an image of another site, which learns who looks at it and may change it.'

/** Brackets, what is escaped, and the empty line that ends a paragraph. */
const SPECIAL = /\\[^\n]|!?\[|\]|\n[ \t>]*(?=\n)/g
/** As much of it as says where it leads. It ends at a bracket, so that no two are read over each other. */
const DESTINATION = /\([ \t]*(?:\n[ \t>]*)?(?:<([^<>\n]*)|([^\s<>()]+))/y
const LABEL = /\[([^[\]]{0,999})\]/y
const DEFINITION = /^[ \t>]*\[([^[\]]{1,999})\]:[ \t]*(?:\n[ \t>]*)?(?:<([^<>\n]*)>|([^\s<>]+))/gm

/** Images of Markdown, of each form, outside of code. */
export const imageInMarkdown: Find = (checked) =>
  checked.text.includes('![') ? imagesInMarkdown(checked) : NOTHING

function* imagesInMarkdown({ prose, origin }: CheckedText): Generator<Finding> {
  const isRemoteLabel = definitionsIn(prose, origin)
  /** Where the brackets that are open have their text; that of an image is negative. */
  let openers: number[] = []
  let opened = 0
  for (const { 0: mark, index } of prose.matchAll(SPECIAL)) {
    const first = mark.charAt(0)
    if (first === '\n') openers = []
    else if (first === '[') openers.push(index + 1)
    else if (first === '!') openers.push(-index - 2)
    if (first === '[' || first === '!') opened = index + mark.length
    if (first !== ']') continue
    const begin = -(openers.pop() ?? 0)
    if (begin <= 0) continue
    // Only words without brackets are a label, so that none is read twice.
    const words = opened === begin ? prose.slice(begin, index) : ''
    const target = targetBehind(prose, index + 1)
    const isFound =
      target === null ? isRemoteLabel(labelBehind(prose, index + 1) || words) : isRemote(target, origin)
    if (isFound) yield { at: begin - 2, level: 'notice', says: SAYS }
  }
}

function targetBehind(prose: string, at: number): string | null {
  DESTINATION.lastIndex = at
  const found = DESTINATION.exec(prose)
  return found === null ? null : unescaped(found[1] ?? found[2] ?? '')
}

function labelBehind(prose: string, at: number): string {
  LABEL.lastIndex = at
  return LABEL.exec(prose)?.[1] ?? ''
}

/** Says of a label whether it is defined, and leads to another site. */
function definitionsIn(prose: string, origin: string): (label: string) => boolean {
  const labels = new Map<string, boolean>()
  for (const [, label = '', bracketed, plain] of prose.matchAll(DEFINITION)) {
    const name = foldLabel(label)
    if (!labels.has(name)) labels.set(name, isRemote(unescaped(bracketed ?? plain ?? ''), origin))
  }
  return (label) => labels.get(foldLabel(label)) ?? false
}

function foldLabel(label: string): string {
  return label
    .replace(/[\s>]+/g, ' ')
    .trim()
    .toLowerCase()
}

function unescaped(target: string): string {
  return target.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

const TAGS = /<(?:img|image|source)[\s/]/i
/** From one tag to the next, so that none is read twice. */
const TAG_BEGINS = /<(?=(?:img|image|source)[\s/])/gi
const WHOLE_TAG = /^(?:"[^"]*"|'[^']*'|[^"'>])*/
const ADDRESS = /[\s/"'](?:src|srcset|href|xlink:href)\s{0,9}=\s{0,9}(?:"([^"]*)|'([^']*)|([^\s"'>]+))/gi

/** Images of HTML, outside of code. */
export const imageInHtml: Find = (checked) => (TAGS.test(checked.text) ? imagesInHtml(checked) : NOTHING)

function* imagesInHtml({ prose, origin }: CheckedText): Generator<Finding> {
  const places = Array.from(prose.matchAll(TAG_BEGINS), ({ index }) => index)
  for (const [turn, at] of places.entries()) {
    const [tag = ''] = WHOLE_TAG.exec(prose.slice(at + 1, places[turn + 1])) ?? []
    const targets = Array.from(tag.matchAll(ADDRESS), ([, one, other, bare]) => one ?? other ?? bare ?? '')
    if (targets.flatMap(candidatesOf).some((target) => isRemote(target, origin)))
      yield { at, level: 'notice', says: SAYS }
  }
}

/** A `srcset` has several addresses, each after a comma; the first is read whole, because it may have one itself. */
function candidatesOf(target: string): string[] {
  return [target, ...target.split(/,\s*/).slice(1)]
}
