import { createLineReader } from './code-lines.ts'

const HAS_CODE = /`|~~~|^(?: {4}|[ \t>*+\-\d.)]*\t| {0,3}(?:[>*+-]|\d{1,9}[.)]))/m
const SPECIAL = /[\\`<]/g
const PUNCTUATION = /[!-/:-@[-`{-~]/
const TAG = /<\/?[a-z][^<>]*>/iy

/** The text with a space for each character of code, fenced, indented or inline; lines stay where they are. */
export function withoutCode(text: string): string {
  if (!HAS_CODE.test(text)) return text
  const pieces: string[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) pieces.push(withoutSpans(paragraph.join('\n')))
    paragraph = []
  }
  const kindOf = createLineReader()
  for (const line of text.split('\n')) {
    const kind = kindOf(line)
    if (kind !== 'prose') endParagraph()
    if (kind === 'prose') paragraph.push(line)
    else if (kind === 'code') pieces.push(' '.repeat(line.length))
    else pieces.push(withoutSpans(line))
  }
  endParagraph()
  return pieces.join('\n')
}

/** The same for the code within one paragraph. A comment or a tag that begins before a backtick has it. */
function withoutSpans(text: string): string {
  if (!text.includes('`')) return text
  const closings = runsOf(text)
  const lastComment = text.lastIndexOf('-->')
  const pieces: string[] = []
  let taken = 0
  for (let at = next(text, 0); at >= 0; at = next(text, at)) {
    if (text.charAt(at) !== '`') {
      at = behind(text, at, lastComment)
      continue
    }
    const end = endOfRun(text, at)
    const closing = closings.after(end - at, end)
    if (closing !== null) {
      const stop = closing + end - at
      pieces.push(text.slice(taken, at), blank(text.slice(at, stop)))
      taken = stop
    }
    at = closing === null ? end : taken
  }
  pieces.push(text.slice(taken))
  return pieces.join('')
}

function blank(code: string): string {
  return code.includes('\n') ? code.replace(/[^\n]/g, ' ') : ' '.repeat(code.length)
}

function next(text: string, from: number): number {
  SPECIAL.lastIndex = from
  return SPECIAL.test(text) ? SPECIAL.lastIndex - 1 : -1
}

/** Where the text goes on behind an escaped character, a comment or a tag; no comment ends after the last one. */
function behind(text: string, at: number, lastComment: number): number {
  if (text.charAt(at) === '\\') return at + (PUNCTUATION.test(text.charAt(at + 1)) ? 2 : 1)
  if (text.startsWith('<!--', at)) {
    return at + 2 > lastComment ? at + 4 : text.indexOf('-->', at + 2) + 3
  }
  TAG.lastIndex = at
  return TAG.test(text) ? TAG.lastIndex : at + 1
}

function endOfRun(text: string, at: number): number {
  let end = at
  while (text.charAt(end) === '`') end += 1
  return end
}

/** Runs of backticks by length. Whoever asks goes forward, so that each is passed once. */
function runsOf(text: string) {
  const places = new Map<number, number[]>()
  for (const run of text.matchAll(/`+/g)) {
    const known = places.get(run[0].length)
    if (known === undefined) places.set(run[0].length, [run.index])
    else known.push(run.index)
  }
  for (const known of places.values()) known.reverse()
  return {
    after(length: number, from: number): number | null {
      const known = places.get(length) ?? []
      while ((known.at(-1) ?? from) < from) known.pop()
      return known.at(-1) ?? null
    },
  }
}
